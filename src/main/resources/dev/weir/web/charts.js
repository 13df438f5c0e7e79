'use strict';
/* The six charts: what each shows of the samples, how it looks, and what it says in words. */
const WeirCharts = (() => {
  const DASHES = {p50: 'solid', p90: 'dashed', p99: 'dotted'};
  const WAITS = {
    onCpu: 'computing', walWrite: 'writing WAL', walSync: 'WAL to disk', dataExtend: 'extending files',
    dataRead: 'reading files', dataWrite: 'writing files', lock: 'locks', client: 'the client', other: 'other'
  };
  /** Upright lines: a moment at which something happened. Each kind that is there stands in the legend. */
  const MARKS = {
    'swap': {colour: '--muted', type: 'dotted'}, 'timed checkpoint': {colour: '--c3', type: 'solid'}, 'requested checkpoint': {colour: '--c7', type: 'dashed'}
  };
  const colours = new Map();
  const plots = new Map();

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const number = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
  const short = new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1});

  /** 1234567 as 1,234,567; figures below 100 with what is needed of a fraction. */
  function count(value) {
    if (value == null) return '–';
    return Math.abs(value) >= 100 || Number.isInteger(value) ? number.format(value)
      : new Intl.NumberFormat('en', {maximumSignificantDigits: 3}).format(value);
  }

  function bytes(value) {
    if (value == null) return '–';
    const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
    let power = 0;
    while (Math.abs(value) >= 999.5 && power < units.length - 1) { value /= 1000; power++; }
    return new Intl.NumberFormat('en', {maximumSignificantDigits: 3}).format(value) + ' ' + units[power];
  }

  const millis = value => value == null ? '–' : value >= 10000 ? count(value / 1000) + ' s' : count(value) + ' ms';
  const percent = value => value == null ? '–' : Math.round(value * 100) + ' %';

  /** A strategy keeps its colour for as long as the page is open. */
  function colour(strategy) {
    if (!colours.has(strategy)) colours.set(strategy, '--c' + (colours.size % 8 + 1));
    return colours.get(strategy);
  }

  const names = samples => [...new Set(samples.flatMap(s => s.strategies.map(x => x.strategy)))];
  const own = (sample, strategy) => sample.strategies.find(x => x.strategy === strategy);
  const total = (sample, key) => sample.strategies.reduce((sum, x) => x[key] == null ? sum : (sum ?? 0) + x[key], null);
  const points = (samples, figure) => samples.map(s => [s.time, figure(s) ?? null]);

  function line(name, colourName, data, more = {}) {
    const value = css(colourName);
    return {type: 'line', name, data, showSymbol: data.length < 2, symbolSize: 4, color: value, lineStyle: {width: 1.8, type: more.dash ?? 'solid'},
      ...(more.stack ? {stack: more.stack, areaStyle: {opacity: .35}, lineStyle: {width: 1}} : {}), ...(more.axis ? {yAxisIndex: more.axis} : {})};
  }

  /** The times the server did not answer, as stretches from the first such sample to the next good one. */
  function away(samples) {
    const stretches = [];
    let from = null;
    for (const sample of samples) {
      if (!sample.serverUp && from === null) from = sample.time;
      if (sample.serverUp && from !== null) { stretches.push([{xAxis: from}, {xAxis: sample.time}]); from = null; }
    }
    if (from !== null) stretches.push([{xAxis: from}, {xAxis: samples[samples.length - 1].time}]);
    return stretches;
  }

  /** Where another strategy, or the same one in another period, took over. */
  function swaps(samples) {
    const marks = [];
    const known = new Map();
    for (const sample of samples) {
      const begun = known.size > 0;
      for (const x of sample.strategies) {
        if (begun && known.get(x.strategy) !== x.period) marks.push({xAxis: sample.time, name: x.strategy});
        known.set(x.strategy, x.period);
      }
    }
    return marks;
  }

  const CHARTS = {
    records: {
      axis: short.format.bind(short), value: v => count(v) + ' records/s',
      series: samples => names(samples).map(n => line(n, colour(n), points(samples, s => own(s, n)?.recordsPerSecond))),
      marks: samples => swaps(samples).map(m => ({...m, kind: 'swap'})),
      words: s => s.strategies.map(x => x.strategy + ': ' + count(x.recordsPerSecond) + ' records/s').join(' · ')
    },
    wal: {
      axis: bytes, value: v => bytes(v) + '/s',
      series: samples => [
        line('full-page images (≤)', '--c2', points(samples, s => s.wal?.fullPageImageBytesPerSecondAtMost), {stack: 'wal'}),
        line('all else', '--c1', points(samples, s => s.wal?.bytesPerSecond == null ? null : s.wal.bytesPerSecond - (s.wal.fullPageImageBytesPerSecondAtMost ?? 0)), {stack: 'wal'})],
      marks: samples => samples.filter(s => s.checkpoint).map(s => ({xAxis: s.time, kind: s.checkpoint + ' checkpoint'})),
      words: (s, all) => bytes(s.wal?.bytesPerSecond) + '/s' + images(s.wal?.fullPageImageBytesPerSecondAtMost) + checkpoints(all)
    },
    latency: {
      axis: millis, value: millis,
      series: samples => names(samples).flatMap((n, _, every) => Object.keys(DASHES).map(p =>
        line((every.length > 1 ? n + ' ' : '') + p, every.length > 1 ? colour(n) : {p50: '--c3', p90: '--c1', p99: '--c2'}[p],
          points(samples, s => own(s, n)?.batchMillis?.[p]), {dash: DASHES[p]}))),
      // of those that have ended the colour is known from the records stored
      listed: samples => name => !names(samples).some(n => name.startsWith(n + ' ') && !own(samples[samples.length - 1], n)),
      words: s => s.strategies.map(x => (s.strategies.length > 1 ? x.strategy + ': ' : '') + (x.batchMillis
        ? 'half within ' + millis(x.batchMillis.p50) + ', 99 of 100 within ' + millis(x.batchMillis.p99) + ', the slowest ' + millis(x.batchMillis.max)
        : 'no batch in the last second')).join(' · ')
    },
    waits: {
      axis: percent, value: percent, most: 1, step: .25,
      series: samples => Object.keys(WAITS).filter(k => samples.some(s => s.waits[k] > 0)).map(k =>
        line(WAITS[k], '--c' + (Object.keys(WAITS).indexOf(k) % 8 + 1), points(samples, s => Object.keys(s.waits).length ? s.waits[k] ?? 0 : null), {stack: 'waits'})),
      words: s => Object.entries(s.waits).filter(e => e[1] >= .005).sort((a, b) => b[1] - a[1]).slice(0, 3)
        .map(e => WAITS[e[0]] + ' ' + percent(e[1])).join(' · ') || 'not known now'
    },
    sizes: {
      axis: bytes, value: bytes,
      series: samples => [
        line('tables', '--c1', points(samples, s => total(s, 'heapBytes')), {stack: 'size'}),
        line('indexes', '--c3', points(samples, s => total(s, 'indexBytes')), {stack: 'size'}),
        line('TOAST', '--c4', points(samples, s => total(s, 'toastBytes')), {stack: 'size'}),
        line('WAL folder', '--c2', points(samples, s => s.wal?.directoryBytes))],
      words: s => 'tables ' + bytes(total(s, 'heapBytes')) + ' · indexes ' + bytes(total(s, 'indexBytes')) + ' · TOAST ' + bytes(total(s, 'toastBytes')) + ' · WAL folder ' + bytes(s.wal?.directoryBytes)
    },
    flight: {
      axis: short.format.bind(short), value: count, second: true,
      series: samples => [
        line('in flight', '--c1', points(samples, s => total(s, 'inFlight'))),
        line('dead letters', '--c7', points(samples, s => total(s, 'deadLettered')), {axis: 1}),
        line('batches tried again', '--c5', points(samples, s => total(s, 'retried')), {axis: 1, dash: 'dashed'})],
      words: s => count(total(s, 'inFlight')) + ' in flight · ' + count(total(s, 'deadLettered')) + ' dead letters · ' + count(total(s, 'retried')) + ' batches tried again'
    }
  };

  /** The server counts images and not their bytes, so what they take is known as a limit only. */
  const images = most => most == null ? '' : most === 0 ? ', no full-page images' : ', of it ≤ ' + bytes(most) + '/s full-page images';

  function checkpoints(samples) {
    const kinds = ['timed', 'requested'].map(k => [samples.filter(s => s.checkpoint === k).length, k]).filter(e => e[0] > 0);
    return kinds.length ? ' · checkpoints shown: ' + kinds.map(e => e.join(' ')).join(', ') : '';
  }

  /** Adds the marks to the first line, and a line without points for each kind of them, for the legend. */
  function mark(series, marks, samples) {
    const look = kind => ({color: css(MARKS[kind].colour), type: MARKS[kind].type, width: 1.8});
    series[0].markLine = {silent: true, symbol: 'none', animation: false, label: {show: false}, data: marks.map(m => ({xAxis: m.xAxis, lineStyle: look(m.kind)}))};
    series[0].markArea = {silent: true, animation: false, itemStyle: {color: css('--away')}, label: {show: false}, data: away(samples)};
    for (const kind of Object.keys(MARKS).filter(k => marks.some(m => m.kind === k))) {
      series.push({type: 'line', name: kind, data: [], color: css(MARKS[kind].colour), lineStyle: look(kind), symbol: 'none'});
    }
    if (series[0].markArea.data.length) series.push({type: 'line', name: 'server away', data: [], color: css('--bad'), areaStyle: {}, symbol: 'none'});
  }

  function option(chart, samples, span, width) {
    const muted = css('--muted'), grid = css('--line');
    const latest = samples[samples.length - 1].time;
    const series = chart.series(samples);
    if (series.length) mark(series, chart.marks ? chart.marks(samples) : [], samples);
    const axis = {type: 'value', min: 0, max: chart.most, interval: chart.step, splitNumber: 4, axisLabel: {color: muted, formatter: chart.axis}, splitLine: {lineStyle: {color: grid}}};
    return {
      animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily},
      grid: {left: 8, right: chart.second ? 8 : 14, top: 38, bottom: 6, containLabel: true},
      legend: {data: series.map(s => s.name).filter(chart.listed?.(samples) ?? (() => true)), type: 'scroll', left: 0, top: 2, itemWidth: 20, itemHeight: 8, textStyle: {color: muted, lineHeight: 18}, pageIconColor: muted, pageIconInactiveColor: grid, pageTextStyle: {color: muted}, inactiveColor: grid},
      tooltip: {trigger: 'axis', renderMode: 'richText', confine: true, backgroundColor: css('--card'), borderColor: grid, textStyle: {color: css('--ink'), fontSize: 12}, valueFormatter: v => chart.value(v)},
      xAxis: {type: 'time', min: Math.max(latest - span * 1000, Math.min(samples[0].time, latest - 60000)), max: latest, splitNumber: Math.max(2, Math.floor(width / 150)), axisLine: {lineStyle: {color: grid}},
        axisLabel: {color: muted, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: '{HH}:{mm}:{ss}'}, splitLine: {show: false}},
      yAxis: chart.second ? [{...axis, minInterval: 1}, {...axis, minInterval: 1, splitLine: {show: false}}] : axis,
      series
    };
  }

  /** Draws all charts anew, and says the latest of each in words, which also name the picture. */
  function draw(samples, span) {
    if (!samples.length) return;
    const last = samples[samples.length - 1];
    const shown = samples.filter(s => s.time >= last.time - span * 1000);
    for (const [name, chart] of Object.entries(CHARTS)) {
      const figure = document.getElementById('chart-' + name);
      const plot = figure.querySelector('.plot');
      if (!plots.has(name)) {
        plots.set(name, echarts.init(plot, null, {renderer: 'canvas'}));
        plot.setAttribute('role', 'img');
        new ResizeObserver(() => plots.get(name).resize()).observe(plot);
      }
      const words = last.serverUp ? chart.words(last, shown) : 'The server does not answer.';
      figure.querySelector('.latest').textContent = words;
      plot.setAttribute('aria-label', figure.querySelector('h3').textContent + '. Latest: ' + words);
      plots.get(name).setOption(option(chart, shown, span, plot.clientWidth), {notMerge: true});
    }
  }

  return {draw, colour, count, bytes, millis, percent, WAITS};
})();
