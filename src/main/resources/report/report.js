// Puts the charts into report.html: drawn when they come into sight, again when the reader's preference changes,
// all of them and on white when the page is printed.
'use strict';

(() => {
  const LIGHT = {ink: '#1b2126', soft: '#5b6670', line: '#dde1e5', ground: '#ffffff'};
  const DARK = {ink: '#e6e9ec', soft: '#9aa5b0', line: '#323a42', ground: '#14181c'};
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const figures = [...document.querySelectorAll('figure[data-chart]')];
  const drawn = new Map();
  let theme = dark.matches ? DARK : LIGHT;

  const plotOf = figure => figure.querySelector('.plot');
  const made = figure => charts.draw[figure.dataset.chart](theme, figure.dataset);

  function draw(figure, {option, legend} = made(figure)) {
    const plot = plotOf(figure);
    const chart = drawn.get(figure) || echarts.init(plot, null, {renderer: 'svg'});
    chart.setOption({
      animation: false,
      textStyle: {fontFamily: getComputedStyle(document.body).fontFamily},
      tooltip: {
        trigger: 'item', renderMode: 'richText', confine: true, borderWidth: 1, padding: 8,
        backgroundColor: theme.ground, borderColor: theme.line, textStyle: {color: theme.ink, fontSize: 12},
      },
      ...option,
    }, true);
    drawn.set(figure, chart);
    explain(figure, legend || []);
    figure.dataset.drawn = 'true';
  }

  // The legend is text of the page, so that it wraps on a phone.
  function explain(figure, entries) {
    figure.querySelectorAll('.legend').forEach(old => old.remove());
    if (!entries.length) {
      return;
    }
    const list = document.createElement('ul');
    list.className = 'legend';
    entries.forEach(entry => {
      const item = document.createElement('li');
      item.append(symbol(entry), entry.label);
      list.append(item);
    });
    plotOf(figure).before(list);
  }

  function symbol({paint, symbol: shape, dash}) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const add = (name, attributes) => {
      const element = document.createElementNS(svg.namespaceURI, name);
      Object.entries({fill: paint, ...attributes}).forEach(([key, value]) => element.setAttribute(key, value));
      svg.append(element);
    };
    svg.setAttribute('width', dash ? 24 : 12);
    svg.setAttribute('height', 12);
    svg.setAttribute('aria-hidden', 'true');
    if (dash) {
      const pattern = {solid: '', dashed: '6 3', dotted: '2 2'}[dash];
      add('line', {x1: 0, x2: 24, y1: 6, y2: 6, stroke: paint, 'stroke-width': 2, 'stroke-dasharray': pattern === undefined ? dash.join(' ') : pattern});
    } else if (shape === 'circle') {
      add('circle', {cx: 6, cy: 6, r: 4.5});
    } else if (shape === 'emptyCircle') {
      add('circle', {cx: 6, cy: 6, r: 3.75, fill: 'none', stroke: paint, 'stroke-width': 2});
    } else {
      const points = {triangle: '6,1 11,11 1,11', diamond: '6,0 11,6 6,12 1,6'}[shape] || '1,1 11,1 11,11 1,11';
      add('polygon', {points});
    }
    return svg;
  }

  function drawAll(only) {
    figures.filter(figure => !only || only(figure)).forEach(figure => draw(figure));
  }

  // Their heights are set at once, so that nothing moves while the reader reads.
  const first = new Map(figures.map(figure => [figure, made(figure)]));
  first.forEach(({height}, figure) => {
    plotOf(figure).style.height = height + 'px';
  });
  const sight = new IntersectionObserver(entries => entries.forEach(entry => {
    if (entry.isIntersecting) {
      sight.unobserve(entry.target);
      draw(entry.target, first.get(entry.target));
      first.delete(entry.target);
    }
  }), {rootMargin: '400px'});
  figures.forEach(figure => sight.observe(figure));

  new ResizeObserver(() => drawn.forEach(chart => chart.resize())).observe(document.querySelector('main'));
  function turn(to, only) {
    theme = to;
    first.clear();
    drawAll(only);
  }

  const preferred = () => dark.matches ? DARK : LIGHT;
  dark.addEventListener('change', () => turn(preferred(), figure => drawn.has(figure)));
  addEventListener('beforeprint', () => turn(LIGHT));
  addEventListener('afterprint', () => turn(preferred()));
})();
