// What each chart of report.html shows: a function a chart, from the results to the options of ECharts.
// Rows are strategies with their names above them, so that long names need no room at the side.
'use strict';

const charts = (() => {
  const data = JSON.parse(document.getElementById('results').textContent);

  // Colours that colour-blind readers tell apart (Okabe and Ito; Tol); a strategy has its own everywhere.
  const STRATEGY = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a8f98'];
  const PART = {
    heap: ['#4477aa', 'table rows'], index: ['#ee6677', 'indexes'], toast: ['#228833', 'TOAST'],
    fullPageImages: ['#ccbb44', 'full-page images'], commit: ['#66ccee', 'commits'], other: ['#a6acb3', 'other'],
  };
  const WAIT = {
    onCpu: ['#ccbb44', 'on CPU'], walWrite: ['#66ccee', 'WAL write'], walSync: ['#4477aa', 'WAL sync'],
    dataExtend: ['#99ddbb', 'extending files'], dataRead: ['#44aa77', 'reading data'], dataWrite: ['#117744', 'writing data'],
    lock: ['#cc3311', 'locks'], client: ['#aa3377', 'for the client'], other: ['#a6acb3', 'other'],
  };
  const PERCENTILES = [
    ['p50', 'median', 'circle'], ['p90', '90 %', 'rect'], ['p99', '99 %', 'triangle'], ['p999', '99.9 %', 'diamond'],
    ['max', 'slowest', 'emptyCircle'],
  ];
  const ROW = 36;
  const DASHES = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [2, 5]];

  const colour = strategy => STRATEGY[strategy % STRATEGY.length];
  const runsOf = strategy => data.runs.filter(run => run.strategy === strategy && !run.copy);
  const copiesOf = strategy => data.runs.filter(run => run.strategy === strategy && run.copy);
  const has = value => value !== undefined && value !== null;

  function median(values) {
    const sorted = values.filter(has).sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : sorted.length ? (sorted[half - 1] + sorted[half]) / 2 : undefined;
  }

  // Figures as in the tables: three digits, thousands apart.
  function number(value) {
    const size = Math.abs(value);
    const digits = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return value.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  }

  function bytes(value) {
    const [step, unit] = value < 1e3 ? [1, 'B'] : value < 1e6 ? [1e3, 'kB'] : value < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
    return number(value / step) + ' ' + unit;
  }

  const figure = (value, unit) => unit === 'B' ? bytes(value) : unit ? number(value) + ' ' + unit : number(value);

  // Ticks are round: no more digits than they need.
  function tick(value, unit) {
    if (unit === 'B') {
      const [step, name] = value < 1e3 ? [1, 'B'] : value < 1e6 ? [1e3, 'kB'] : value < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
      return +(value / step).toPrecision(4) + ' ' + name;
    }
    return value.toLocaleString('en-US', {maximumFractionDigits: 6});
  }

  // Values that differ by more than thirty times are shown by their ratio, else from nought.
  function valueAxis(theme, values, unit, further) {
    const shown = values.filter(value => has(value) && value > 0);
    const log = shown.length > 0 && Math.max(...shown) / Math.min(...shown) > 30;
    return {
      type: log ? 'log' : 'value',
      min: log ? 10 ** Math.floor(Math.log10(Math.min(...shown))) : 0,
      splitNumber: 4,
      axisLine: {show: false},
      axisTick: {show: false},
      splitLine: {lineStyle: {color: theme.line}},
      axisLabel: {color: theme.soft, fontSize: 11, hideOverlap: true, formatter: value => tick(value, unit)},
      ...further,
    };
  }

  function rowAxis(theme, names) {
    return {
      type: 'category',
      data: names,
      inverse: true,
      z: 10,
      axisLine: {show: false},
      axisTick: {show: false},
      axisLabel: {
        inside: true, margin: 0, align: 'left', verticalAlign: 'bottom', padding: [0, 0, 6, 0],
        color: theme.ink, fontSize: 11, interval: 0,
      },
    };
  }

  // Figures at the right end of the rows' names.
  function figureAxis(theme, figures) {
    const axis = rowAxis(theme, figures);
    return {...axis, position: 'right', axisLabel: {...axis.axisLabel, align: 'right', color: theme.soft}};
  }

  // Ticks are written right of their lines: so the first is not cut off.
  function rows(theme, names, xAxis, series, right) {
    xAxis.axisLabel.align = 'left';
    return {grid: {left: 1, right, top: 14, bottom: 22}, xAxis, yAxis: rowAxis(theme, names), series};
  }

  const height = rowCount => rowCount * ROW + 36;
  const everyStrategy = () => data.strategies.map((name, strategy) => strategy);
  const named = strategies => strategies.map(strategy => data.strategies[strategy]);

  const medianOf = (strategy, metric) =>
    (data.summary.find(one => one.strategy === strategy && one.metric === metric) || {}).median;

  // A dot each run, hollow where the run does not count, a triangle each run of the second set of the strategy that
  // ran twice, and a line at the median.
  function runs(theme, {metric}) {
    const {label, unit} = data.metrics.find(one => one.key === metric);
    const shown = everyStrategy().filter(strategy => runsOf(strategy).some(run => has(run[metric])));
    const points = of => shown.flatMap((strategy, row) => of(strategy).filter(run => has(run[metric])).map(run => ({
      value: [run[metric], row], run,
      itemStyle: run.void
        ? {color: 'transparent', borderColor: theme.soft, borderWidth: 1.5}
        : {color: colour(strategy), opacity: 0.75},
    })));
    const own = points(runsOf);
    const copies = points(copiesOf);
    const medians = shown.map(strategy => medianOf(strategy, metric));
    const told = (run, second) => `${data.strategies[run.strategy]}${second}, round ${run.round}\n${label}: `
      + figure(run[metric], unit) + (run.void ? ' (void)' : '');
    const option = rows(theme, named(shown), valueAxis(theme, own.concat(copies).map(point => point.value[0]), unit), [
      {
        type: 'scatter', data: own, symbolSize: 9, symbolOffset: [0, 6],
        tooltip: {formatter: ({data: {run}}) => told(run, '')},
      },
      {
        type: 'scatter', data: copies, symbol: 'triangle', symbolSize: 8, symbolOffset: [0, 14],
        tooltip: {formatter: ({data: {run}}) => told(run, ', second set')},
      },
      {
        type: 'scatter', symbol: 'rect', symbolSize: [2, 16], symbolOffset: [0, 6], silent: true, itemStyle: {color: theme.ink},
        data: medians.flatMap((median, row) => has(median) ? [[median, row]] : []),
      },
    ], 54);
    option.yAxis = [option.yAxis, figureAxis(theme, medians.map(median => has(median) ? figure(median, unit) : ''))];
    return {height: height(shown.length), option};
  }

  // Parts of a whole, a bar a strategy; beside it the median of the whole, where total gives it, else the parts' sum.
  function stacked(theme, parts, part, unit, total, share) {
    const shown = everyStrategy().filter(strategy => parts.some(([key]) => has(part(strategy, key))));
    const sums = shown.map(strategy => parts.reduce((sum, [key]) => sum + (part(strategy, key) || 0), 0));
    const series = parts.map(([key, paint, label]) => ({
      type: 'bar', stack: 'all', name: label, barWidth: 11, itemStyle: {color: paint},
      data: shown.map((strategy, row) => ({value: part(strategy, key) || 0, row})),
      tooltip: {formatter: point => `${data.strategies[shown[point.dataIndex]]}\n${label}: ${figure(point.value, unit)}`
        + (total && sums[point.dataIndex] > 0 ? ` (${number(100 * point.value / sums[point.dataIndex])} %)` : '')},
    }));
    if (total) {
      series.push({
        type: 'bar', stack: 'all', silent: true, barWidth: 11, data: sums.map(() => 0),
        label: {show: true, position: 'right', color: theme.soft, fontSize: 11,
          formatter: point => {
            const told = total(shown[point.dataIndex]);
            return figure(has(told) ? told : sums[point.dataIndex], unit);
          }},
      });
    }
    const option = rows(theme, named(shown), valueAxis(theme, [], unit), series, total ? 64 : 40);
    option.yAxis.axisLabel.padding = [0, 0, 9, 0];
    if (share) {
      Object.assign(option.xAxis, {max: 100, interval: 25});
    }
    return {
      height: height(shown.length),
      option,
      legend: parts.filter(([key]) => shown.some(strategy => part(strategy, key) > 0))
        .map(([, paint, label]) => ({paint, label, symbol: 'square'})),
    };
  }

  const counted = strategy => runsOf(strategy).filter(run => !run.void);
  const partsOf = table => Object.entries(table).map(([key, [paint, label]]) => [key, paint, label]);

  const perRecord = (strategy, of) => median(counted(strategy)
    .map(run => has(of(run)) && run.records > 0 ? of(run) / run.records : undefined));

  const wal = theme => stacked(theme, partsOf(PART),
    (strategy, key) => perRecord(strategy, run => run.walBudget && run.walBudget[key]), 'B',
    strategy => medianOf(strategy, 'walBytesPerRecord'));

  const disk = theme => stacked(theme, partsOf(PART).filter(([key]) => ['heap', 'index', 'toast'].includes(key)),
    (strategy, key) => perRecord(strategy, run => run[key + 'Bytes']), 'B',
    strategy => medianOf(strategy, 'diskBytesPerRecord'));

  // Medians of shares need not add up to the whole; they are shown as if they did.
  const waits = theme => {
    const share = (strategy, key) => median(counted(strategy).map(run => run.waits && run.waits[key]));
    return stacked(theme, partsOf(WAIT), (strategy, key) => {
      const sum = Object.keys(WAIT).reduce((all, each) => all + (share(strategy, each) || 0), 0);
      return has(share(strategy, key)) && sum > 0 ? 100 * share(strategy, key) / sum : undefined;
    }, '%', false, true);
  };

  function indexes(theme) {
    const names = [...new Set(data.runs.flatMap(run => Object.keys((run.walBudget || {}).indexes || {})))];
    const paints = ['#ee6677', '#4477aa', '#ccbb44', '#228833', '#66ccee', '#aa3377', '#a6acb3'];
    return stacked(theme, names.map((name, i) => [name, paints[i % paints.length], name]),
      (strategy, name) => perRecord(strategy, run => ((run.walBudget || {}).indexes || {})[name]), 'B', () => undefined);
  }

  // From the median batch to the slowest, by the median of the runs at each percentile.
  function latency(theme) {
    const at = (strategy, key) => median(counted(strategy).map(run => (run.batchMillis || {})[key]));
    const shown = everyStrategy().filter(strategy => has(at(strategy, 'p50')));
    const lines = shown.map((strategy, row) => ({
      type: 'line', silent: true, symbol: 'none', lineStyle: {color: colour(strategy), width: 2, opacity: 0.35},
      data: [[at(strategy, 'p50'), row], [at(strategy, 'max'), row]],
    }));
    const marks = PERCENTILES.map(([key, label, symbol]) => ({
      type: 'scatter', symbol: symbol.replace('emptyCircle', 'circle'), symbolSize: 9,
      data: shown.map((strategy, row) => ({
        value: [at(strategy, key), row],
        itemStyle: {opacity: 1, color: key === 'max' ? theme.ground : colour(strategy), borderColor: colour(strategy), borderWidth: key === 'max' ? 2 : 0},
      })),
      tooltip: {formatter: point => `${data.strategies[shown[point.value[1]]]}\n${label}: ${figure(point.value[0], 'ms')}`},
    }));
    const values = shown.flatMap(strategy => PERCENTILES.map(([key]) => at(strategy, key)));
    const option = rows(theme, named(shown), valueAxis(theme, values, 'ms'), [...lines, ...marks], 44);
    option.yAxis.axisLabel.padding = [0, 0, 8, 0];
    return {
      height: height(shown.length),
      option,
      legend: PERCENTILES.map(([, label, symbol]) => ({paint: theme.soft, label, symbol})),
    };
  }

  // How many batches took how long: a row a strategy, the runs together, the highest bar as high as the row.
  function histogram(theme) {
    const shown = everyStrategy().filter(strategy => counted(strategy).some(run => (run.batchHistogram || []).length));
    const bars = shown.flatMap((strategy, row) => {
      const batches = new Map();
      counted(strategy).forEach(run => (run.batchHistogram || []).forEach(([upTo, count]) =>
        batches.set(upTo, (batches.get(upTo) || 0) + count)));
      const ends = [...batches.keys()].sort((a, b) => a - b);
      const most = Math.max(...batches.values());
      const all = ends.reduce((sum, end) => sum + batches.get(end), 0);
      return ends.map((end, i) => {
        const from = i > 0 ? ends[i - 1] : ends.length > 1 ? end * end / ends[1] : end / 1.1;
        return {value: [end, row, from, batches.get(end) / most], strategy, from, end, count: batches.get(end), all};
      });
    });
    const values = bars.flatMap(bar => [bar.from, bar.end]).filter(value => value > 0);
    const axis = valueAxis(theme, [], 'ms', {
      type: 'log', min: 10 ** Math.floor(Math.log10(Math.min(...values))), max: 10 ** Math.ceil(Math.log10(Math.max(...values))),
    });
    const option = rows(theme, named(shown), axis, [{
      type: 'custom',
      data: bars,
      renderItem: (params, api) => {
        const [right, middle] = api.coord([api.value(0), api.value(1)]);
        const left = api.coord([api.value(2), api.value(1)])[0];
        const tall = Math.max(1, 18 * api.value(3));
        return {
          type: 'rect',
          shape: {x: left, y: middle + 16 - tall, width: Math.max(1, right - left - 0.5), height: tall},
          style: {fill: colour(bars[params.dataIndex].strategy)},
        };
      },
      tooltip: {formatter: ({data: bar}) => `${data.strategies[bar.strategy]}\n${number(bar.from)} to ${number(bar.end)} ms: `
        + `${number(bar.count)} of ${number(bar.all)} batches`},
    }], 44);
    option.yAxis.axisLabel.padding = [0, 0, 4, 0];
    return {height: height(shown.length), option};
  }

  return {
    data, colour, number, figure, valueAxis, has, runsOf, DASHES, ROW, STRATEGY, rows,
    draw: {runs, wal, disk, waits, indexes, latency, histogram},
  };
})();
