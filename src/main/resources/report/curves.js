// The charts over time and over settings: seconds of a run, sweeps, predictions, latency at a rate.
'use strict';

(() => {
  const {data, colour, number, figure, valueAxis, has, runsOf, DASHES} = charts;

  // Of the last second only a part belongs to the run: its rate is that part's, unless it is too short for one.
  const LEAST_PART = 0.25;

  // The rate of each second above, the slowest batch of each second below; a line a round.
  function seconds(theme, {strategy}) {
    const own = runsOf(Number(strategy)).filter(run => run.perSecond);
    const points = run => run.perSecond.records.flatMap((records, i, all) => {
      const second = run.perSecond.from + i;
      const part = has(run.seconds) ? Math.min(1, run.seconds - second) : 1;
      return i < all.length - 1 || part === 1 ? [[second, records]] : part >= LEAST_PART ? [[second, records / part]] : [];
    });
    const slowest = run => run.perSecond.slowest.map((millis, i) => [run.perSecond.from + i, millis]).filter(([, ms]) => has(ms));
    const line = (run, i, values, axis, unit) => ({
      type: 'line', xAxisIndex: axis, yAxisIndex: axis, data: values, symbolSize: values.length < 40 ? 4 : 0, symbol: 'circle',
      itemStyle: {color: colour(Number(strategy))},
      lineStyle: {width: 1.5, type: DASHES[i % DASHES.length]},
      tooltip: {formatter: point => `round ${run.round}, second ${point.value[0]}\n${figure(point.value[1], unit)}`},
    });
    const checkpoints = own.flatMap(run => run.perSecond.checkpoints || []);
    const marks = {
      silent: true, symbol: 'none', label: {show: false},
      data: checkpoints.map(([second, kind]) => ({
        xAxis: second, lineStyle: {color: theme.soft, width: 1.5, type: kind === 'timed' ? 'dashed' : 'solid'},
      })),
    };
    const last = Math.max(...own.map(run => run.perSecond.from + run.perSecond.records.length - 1));
    const time = {
      type: 'value', min: 0, max: Math.max(1, last), minInterval: 1, axisLine: {lineStyle: {color: theme.line}}, axisTick: {show: false},
      splitLine: {show: false}, axisLabel: {color: theme.soft, fontSize: 11, hideOverlap: true},
    };
    const title = {nameLocation: 'end', nameGap: 6, nameTextStyle: {color: theme.soft, fontSize: 11, align: 'left'}};
    const legend = own.length > 1
      ? own.map((run, i) => ({paint: colour(Number(strategy)), label: `round ${run.round}` + (run.void ? ' (void)' : ''), dash: DASHES[i % DASHES.length]}))
      : [];
    [['timed', 'dashed'], ['requested', 'solid']].forEach(([kind, dash]) => {
      if (checkpoints.some(([, found]) => found === kind)) {
        legend.push({paint: theme.soft, label: `checkpoint, ${kind}`, dash});
      }
    });
    return {
      height: 230,
      option: {
        grid: [{left: 48, right: 12, top: 22, height: 100}, {left: 48, right: 12, top: 152, height: 50}],
        xAxis: [{...time, gridIndex: 0, axisLabel: {show: false}},
          {...time, gridIndex: 1, axisLabel: {...time.axisLabel, formatter: value => value + ' s'}}],
        yAxis: [
          valueAxis(theme, [], '', {...title, gridIndex: 0, name: 'records/s', splitNumber: 3,
            axisLabel: {color: theme.soft, fontSize: 11, formatter: short}}),
          valueAxis(theme, [], '', {...title, gridIndex: 1, name: 'slowest batch, ms', splitNumber: 2,
            axisLabel: {color: theme.soft, fontSize: 11, formatter: short}}),
        ],
        series: own.flatMap((run, i) => [
          {...line(run, i, points(run), 0, 'records/s'), markLine: i === 0 ? marks : undefined},
          {...line(run, i, slowest(run), 1, 'ms'), markLine: i === 0 ? marks : undefined},
        ]),
      },
      legend,
    };
  }

  const short = value => value >= 1e6 ? +(value / 1e6).toPrecision(3) + 'M' : value >= 1e4 ? +(value / 1e3).toPrecision(3) + 'k'
    : value.toLocaleString('en-US');

  const paint = i => charts.STRATEGY[i % charts.STRATEGY.length];
  // At the ends of what was measured there is no bend to be seen.
  const isKnee = (curve, point) => has(curve.knee) && String(point.value) === String(curve.knee)
    && curve.points.indexOf(point) > 0 && curve.points.indexOf(point) < curve.points.length - 1;

  // A sweep: the median at each value with the range of the runs, the knee ringed, where two curves cross shaded.
  function curve(theme, {key, metric}) {
    const own = data.curves.filter(one => one.key === key && one.metric === metric);
    const {label, unit} = data.metrics.find(one => one.key === metric) || {label: metric, unit: ''};
    const values = [...new Set(own.flatMap(one => one.points.map(point => point.value)))];
    const numeric = values.every(value => value !== '' && Number.isFinite(Number(value)));
    const numbers = values.map(Number);
    const log = numeric && Math.min(...numbers) > 0 && Math.max(...numbers) / Math.min(...numbers) > 20;
    const place = value => numeric ? Number(value) : value;
    const rates = own.flatMap(one => one.points.flatMap(point => [point.median, point.min, point.max]));
    const crossed = (data.crossovers || []).filter(one => one.key === key && one.metric === metric && numeric);
    const series = own.flatMap((one, i) => [
      {
        type: 'line', name: data.strategies[one.strategy] || one.name,
        data: one.points.map(point => ({
          value: [place(point.value), point.median], point,
          ...isKnee(one, point) ? {symbolSize: 11, itemStyle: {color: theme.ground, borderColor: paint(i), borderWidth: 2.5}} : {symbolSize: 6},
        })),
        symbol: 'circle',
        itemStyle: {color: paint(i)},
        lineStyle: {width: 2, type: DASHES[Math.floor(i / charts.STRATEGY.length) % DASHES.length]},
        tooltip: {formatter: ({data: {point}}) => `${one.name}, ${key} ${point.value}\n${label}: ${figure(point.median, unit)}`
          + (has(point.min) ? `\n${figure(point.min, unit)} to ${figure(point.max, unit)}` : '')},
        markArea: i === 0 && crossed.length ? {
          silent: true, itemStyle: {color: theme.soft, opacity: 0.15},
          label: {color: theme.soft, fontSize: 11, position: 'insideTop'},
          data: crossed.map(found => [{xAxis: Number(found.below), name: 'they cross'}, {xAxis: Number(found.above)}]),
        } : undefined,
      },
      {
        type: 'custom', silent: true, tooltip: {show: false}, encode: {x: 0, y: [1, 2]},
        data: one.points.filter(point => has(point.min)).map(point => [place(point.value), point.min, point.max]),
        renderItem: (params, api) => {
          const low = api.coord([api.value(0), api.value(1)]);
          const high = api.coord([api.value(0), api.value(2)]);
          return {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]},
            style: {stroke: paint(i), lineWidth: 1.5}};
        },
      },
    ]);
    return {
      height: 300,
      option: {
        grid: {left: 56, right: 24, top: 26, bottom: 40},
        xAxis: {
          type: numeric ? log ? 'log' : 'value' : 'category', data: numeric ? undefined : values, name: key, nameLocation: 'middle', nameGap: 26,
          nameTextStyle: {color: theme.soft}, min: log ? 'dataMin' : undefined, max: log ? 'dataMax' : undefined, scale: true,
          axisLine: {lineStyle: {color: theme.line}}, axisTick: {show: false}, splitLine: {show: false},
          axisLabel: {color: theme.soft, fontSize: 11, hideOverlap: true, formatter: numeric ? value => value.toLocaleString('en-US') : undefined},
        },
        yAxis: valueAxis(theme, rates, unit, {
          name: label + (unit && unit !== 'B' ? `, ${unit}` : ''), nameLocation: 'end', nameGap: 10, nameTextStyle: {color: theme.soft, fontSize: 11, align: 'left'},
        }),
        series,
      },
      legend: (own.length > 1 ? own.map((one, i) => ({paint: paint(i), label: one.name, symbol: 'circle'})) : [])
        .concat(own.some(one => one.points.some(point => isKnee(one, point)))
          ? [{paint: theme.soft, label: 'knee', symbol: 'emptyCircle'}] : []),
    };
  }

  // Rows as in the other charts, of what may be no strategy that ran.
  const rowsOf = (theme, names, xAxis, series, right) => ({
    height: names.length * charts.ROW + 44,
    option: {...charts.rows(theme, names, xAxis, series, right), grid: {left: 1, right, top: 22, bottom: 22}},
  });

  const upright = (theme, place, type, label) => ({
    silent: true, symbol: 'none', lineStyle: {color: theme.soft, type, width: 1},
    label: {show: Boolean(label), formatter: label, color: theme.soft, fontSize: 11, position: 'start', distance: 4}, data: [{xAxis: place}],
  });

  // Measured as a multiple of predicted, which is a bound: a ceiling of rates, a floor of bytes.
  function predictions(theme, {metric}) {
    const own = data.predictions.filter(one => one.metric === metric && one.ratio > 0);
    own.sort((a, b) => (has(a.strategy) ? a.strategy : 1e9) - (has(b.strategy) ? b.strategy : 1e9));
    const {unit} = data.metrics.find(one => one.key === metric) || {unit: own[0].unit};
    const ratios = own.map(one => one.ratio);
    const base = Math.max(1, ...ratios) / Math.min(1, ...ratios) > 16 ? 10 : 2;
    const power = (round, ratio) => base ** round(Math.log(ratio) / Math.log(base));
    const least = power(Math.floor, Math.min(0.8, ...ratios));
    const most = power(Math.ceil, Math.max(1.25, ...ratios));
    return rowsOf(theme, own.map(one => one.name),
      valueAxis(theme, [], '', {type: 'log', logBase: base, min: least, max: most,
        axisLabel: {color: theme.soft, fontSize: 11, hideOverlap: true, formatter: value => +value.toPrecision(2) + '\u00d7'}}),
      [{
        type: 'scatter', symbolSize: 10, symbolOffset: [0, 6],
        data: own.map((one, row) => ({value: [one.ratio, row], one, itemStyle: {opacity: 1, color: has(one.strategy) ? colour(one.strategy) : theme.soft}})),
        label: {show: true, position: 'right', distance: 8, color: theme.soft, fontSize: 11, formatter: point => (point.value[0] < 0.1 ? number(point.value[0]) : point.value[0].toFixed(2)) + '\u00d7'},
        tooltip: {formatter: ({data: {one}}) => `${one.name}\npredicted ${figure(one.predicted, unit)}, measured ${figure(one.measured, unit)}`},
        markLine: upright(theme, 1, 'solid', metric === 'commitsPerSecond' ? 'ceiling' : 'floor'),
      }], 24);
  }

  // Latency of those that held the rate in colour, of the others in grey, beside the limit asked for.
  function rate(theme) {
    const own = data.atRate.held.filter(one => has(one.p99Millis));
    const limit = data.atRate.p99Millis;
    return rowsOf(theme, own.map(one => one.name + (one.held ? '' : ' (not held)')),
      valueAxis(theme, own.map(one => one.p99Millis).concat(has(limit) ? [limit] : []), 'ms'),
      [{
        type: 'scatter', symbolSize: 11, symbolOffset: [0, 6],
        data: own.map((one, row) => ({value: [one.p99Millis, row], one,
          itemStyle: {opacity: 1, color: one.held && has(one.strategy) ? colour(one.strategy) : theme.line, borderColor: theme.soft, borderWidth: one.held ? 0 : 1}})),
        label: {show: true, position: 'right', distance: 8, color: theme.soft, fontSize: 11, formatter: point => figure(point.value[0], 'ms')},
        tooltip: {formatter: ({data: {one}}) => `${one.name}\n99 % within ${figure(one.p99Millis, 'ms')}`},
        markLine: has(limit) ? upright(theme, limit, 'dashed', 'limit') : undefined,
      }], 80);
  }

  Object.assign(charts.draw, {seconds, curve, predictions, rate});
})();
