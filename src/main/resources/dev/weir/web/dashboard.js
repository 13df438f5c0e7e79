'use strict';
/* Keeps the page up to date: samples as they come, state and periods as often as they change. */
(() => {
  const {draw, colour, count, bytes, millis, percent, WAITS} = WeirCharts;
  const KEPT = 900;
  const byId = id => document.getElementById(id);
  let samples = [];
  let span = 300;
  let held = false;
  let lostSince = null;
  let state = null;
  let due = false;

  /** An element with text and children; text is never read as HTML. */
  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    Object.assign(made, properties);
    made.append(...children.filter(child => child != null));
    return made;
  }

  const clock = time => new Date(time).toLocaleTimeString('en-GB');
  const day = time => new Date(time).toLocaleDateString('en-GB', {day: 'numeric', month: 'short'}) + ' ' + clock(time);

  function lasted(seconds) {
    if (seconds == null) return '–';
    if (seconds < 100) return Math.round(seconds) + ' s';
    if (seconds < 6000) return Math.round(seconds / 60) + ' min';
    return seconds < 172800 ? (seconds / 3600).toFixed(1) + ' h' : (seconds / 86400).toFixed(1) + ' days';
  }

  /** Text is replaced only where it changed, so that a screen reader is told changes and nothing else. */
  function replace(target, children, key) {
    if (target.dataset.shown !== key) {
      target.dataset.shown = key;
      target.replaceChildren(...children);
    }
  }

  const LEVELS = {well: ['good', '●', 'All is well'], warning: ['warn', '▲', 'Somebody should look'], waiting: ['warn', '◆', 'Waiting'], failed: ['bad', '■', 'Not working']};

  function showHealth() {
    const box = byId('health');
    let look = ['', '', ''], sentences = ['Asking Weir how it does…'];
    if (lostSince) {
      look = ['bad', '■', 'No connection'];
      sentences = ['Weir itself does not answer since ' + clock(lostSince) + '. This page tries again by itself; what it shows is old.'];
    } else if (state) {
      look = LEVELS[state.health.level] ?? ['', '', state.health.level];
      sentences = state.health.sentences;
    }
    box.className = 'notice ' + look[0];
    const first = element('p', {}, element('span', {className: 'mark', ariaHidden: 'true', textContent: look[1]}), (look[2] ? look[2] + '. ' : '') + sentences[0]);
    replace(box, [first, ...sentences.slice(1).map(s => element('p', {textContent: s}))], look.join() + sentences.join('\n'));
    document.title = (look[0] === 'good' || !look[2] ? '' : look[2] + ' – ') + 'Weir';
  }

  function showSwapErrors() {
    const errors = state.swapErrors;
    replace(byId('swap-errors'), errors.map(e => element('div', {className: 'notice bad'},
      element('p', {}, element('span', {className: 'mark', ariaHidden: 'true', textContent: '■'}), e.file + ' was changed at ' + clock(e.at) + ' and cannot be used. '
        + (e.running ? e.running + ' goes on.' : 'Nothing runs in its place.')),
      element('ul', {}, ...e.problems.map(p => element('li', {textContent: p}))))), JSON.stringify(errors));
  }

  const figure = (name, value) => [element('dt', {textContent: name}), element('dd', {textContent: value})];
  /** The settings a figure of loading depends on most. */
  const TELLING = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_compression', 'wal_level', 'max_wal_size', 'checkpoint_timeout', 'shared_buffers', 'data_checksums'];

  function showServer() {
    const server = state.server;
    byId('server-line').textContent = !server ? 'no server yet'
      : 'PostgreSQL ' + (server.version ?? 'of an unknown version') + ' at ' + server.address + (server.up ? '' : ', away since ' + clock(server.since));
    byId('weir-line').textContent = 'Weir ' + state.version + ', running since ' + day(state.startedAt);
    const settings = Object.entries(server?.settings ?? {}).sort();
    const key = JSON.stringify([server?.durability, settings]);
    replace(byId('server-settings'), [
      ...(server?.durability ? figure('durability', server.durability) : []),
      ...TELLING.filter(k => server?.settings?.[k] != null).flatMap(k => figure(k, server.settings[k]))], key);
    replace(byId('all-server-settings'), settings.map(([k, v]) => element('div', {}, ...figure(k, v === '' ? 'none' : v))), key);
    replace(byId('strategy-settings'), state.strategies.map(s => element('div', {}, element('p', {}, element('b', {textContent: s.name}), ' from ' + s.file),
      element('dl', {}, ...Object.entries(s.settings).filter(e => e[1] !== '').sort().flatMap(([k, v]) => [element('dt', {textContent: k}), element('dd', {textContent: v})])))),
      JSON.stringify(state.strategies.map(s => [s.name, s.file, s.settings])));
  }

  function showStrategies() {
    const last = samples[samples.length - 1];
    if (!state.strategies.length) {
      replace(byId('strategies'), [element('p', {className: 'muted', textContent: 'No strategy runs.'})], 'none');
      return;
    }
    const cards = state.strategies.map(s => {
      const now = last?.strategies.find(x => x.strategy === s.name);
      const card = element('article', {className: 'card'},
        element('h3', {textContent: s.name}),
        element('p', {className: 'where muted', textContent: s.dataset + ' into ' + s.table + ', period ' + (s.period ?? '–') + ', ' + (s.condition === 'running' ? 'running' : s.condition)
          + ' since ' + clock(s.since) + (s.rate == null ? ', as fast as it goes' : ', ' + count(s.rate) + ' records/s wanted')}),
        s.reason ? element('p', {className: 'why', textContent: s.reason}) : null,
        element('dl', {className: 'figures'}, ...[
          ['records/s', count(now?.recordsPerSecond)], ['stored', count(s.stored)], ['batch p99', millis(now?.batchMillis?.p99)],
          ['in flight', count(s.inFlight)], ['dead letters', count(s.deadLettered)], ...(now?.lagSeconds == null ? [] : [['behind by', count(now.lagSeconds) + ' s']])]
          .map(f => element('div', {}, ...figure(...f)))));
      card.style.setProperty('--series', 'var(' + colour(s.name) + ')');
      return card;
    });
    byId('strategies').dataset.shown = '';
    byId('strategies').replaceChildren(...cards);
  }

  const disk = p => [p.heapBytes, p.indexBytes, p.toastBytes].reduce((sum, x) => x == null ? sum : (sum ?? 0) + x, null);
  const mostly = p => Object.entries(p.waits ?? {}).sort((a, b) => b[1] - a[1])[0];
  /** Column: title, figure, how it is written, what stands small below it; null: multiples of the smallest in the column. */
  const COLUMNS = [
    ['Records', p => p.records, count, () => ''], ['Records/s', p => p.recordsPerSecond, count, null],
    ['WAL a record', p => p.walBytesPerRecord, bytes, null], ['Full-page images', p => p.walFpiBytesAtMost, v => v > 0 ? '≤ ' + bytes(v) : bytes(v), p => p.walBytes > 0 && p.walFpiBytesAtMost != null ? (p.walFpiBytesAtMost > p.walBytes * .005 ? '≤ ' + percent(p.walFpiBytesAtMost / p.walBytes) : p.walFpiBytesAtMost > 0 ? '< 1 %' : '0 %') + ' of WAL' : ''],
    ['Disk a record', p => p.diskBytesPerRecord, bytes, null], ['Table', disk, bytes, () => ''],
    ['Batch p99', p => p.batchMillis?.p99, millis, p => p.batchMillis?.p50 == null ? '' : 'p50 ' + millis(p.batchMillis.p50)],
    ['Checkpoints', p => p.checkpointsTimed, v => v == null ? '–' : count(v) + ' timed', p => p.checkpointsRequested == null ? '' : count(p.checkpointsRequested) + ' requested'],
    ['Waits, mostly', p => mostly(p)?.[1], percent, p => WAITS[mostly(p)?.[0]] ?? ''],
    ['Dead letters', p => p.deadLettered, count, () => '']];

  function showPeriods(answer) {
    const shown = answer.periods.slice(-30).reverse();
    const table = byId('periods');
    replace(table.tHead, [element('tr', {}, ...['Period', 'Began', ...COLUMNS.map(c => c[0])].map(t => element('th', {scope: 'col', textContent: t})))], 'head');
    const valid = shown.filter(p => p.valid);
    const least = COLUMNS.map(c => Math.min(...valid.map(c[1]).filter(v => v > 0)));
    const times = (p, v, i) => valid.length > 1 && p.valid && v > 0 ? '× ' + (v / least[i]).toFixed(v / least[i] < 10 ? 2 : 1) : '';
    const rows = shown.map(p => element('tr', {className: p.valid ? '' : 'void', title: p.notes.join(' ')},
      element('th', {scope: 'row'}, p.strategy, element('small', {textContent: 'no. ' + p.period + ', ' + p.layout + ', ' + p.method}),
        p.valid ? null : element('small', {textContent: p.notes[0] ? 'not comparable: ' + p.notes[0] : 'not comparable yet: too short so far'})),
      element('td', {}, day(p.startedAt), element('small', {textContent: p.endedAt ? 'for ' + lasted(p.seconds) : 'running, ' + lasted(p.seconds)})),
      ...COLUMNS.map(([, value, written, below], i) => {
        const v = value(p);
        const small = below ? below(p) : times(p, v, i);
        return element('td', {className: v == null ? 'none' : ''}, written(v), small ? element('small', {textContent: small}) : null);
      })));
    if (!rows.length) rows.push(element('tr', {}, element('th', {scope: 'row', textContent: 'None yet'})));
    table.tBodies[0].replaceChildren(...rows);
    replace(byId('verdicts'), answer.verdicts.map(v => element('li', {textContent: verdict(v)})), JSON.stringify(answer.verdicts));
  }

  function verdict(v) {
    const range = v.low == null ? '' : ' (' + count(v.low) + ' to ' + count(v.high) + ')';
    const says = {
      'a-better': v.a + ' is better than ' + v.b + ': ' + count(v.ratio) + ' times' + range,
      'b-better': v.b + ' is better than ' + v.a + ': ' + count(v.ratio) + ' times, ' + v.a + ' to ' + v.b + range,
      'no-difference': v.a + ' and ' + v.b + ': no measurable difference' + range,
      'not-comparable': v.a + ' and ' + v.b + ' cannot be compared'
    }[v.verdict] ?? v.verdict;
    return v.metric + ': ' + says + '.' + (v.why ? ' ' + v.why : '');
  }

  function redraw() {
    if (due || held || document.hidden) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      draw(samples, span);
      if (state) showStrategies();
    });
  }

  function take(sample) {
    sample.time = Date.parse(sample.at);
    const last = samples[samples.length - 1];
    if (last && sample.time <= last.time) return;
    samples.push(sample);
    if (samples.length > KEPT) samples = samples.slice(-KEPT);
  }

  async function ask(path) {
    const answer = await fetch(path, {cache: 'no-store', signal: AbortSignal.timeout(5000)});
    if (!answer.ok) throw new Error(path + ' answers ' + answer.status);
    return answer.json();
  }

  function answered(works) {
    const back = works && lostSince;
    lostSince = works ? null : lostSince ?? Date.now();
    showHealth();
    if (back) refill();
  }

  /** What was missed, or all there is: the stream itself begins with the next sample. */
  async function refill() {
    try {
      const kept = await ask('/samples/recent');
      const newer = samples;
      samples = [];
      [...kept, ...newer].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).forEach(take);
      redraw();
    } catch (e) {
      answered(false);
    }
  }

  async function keepState() {
    try {
      state = await ask('/state');
      answered(true);
      showSwapErrors();
      showServer();
      if (!held) showStrategies();
    } catch (e) {
      answered(false);
    }
    setTimeout(keepState, 1000);
  }

  async function keepPeriods() {
    try {
      const answer = await ask('/periods');
      if (!held) showPeriods(answer);
    } catch (e) {
      answered(false);
    }
    setTimeout(keepPeriods, 3000);
  }

  function listen() {
    const stream = new EventSource('/samples');
    stream.onmessage = event => { take(JSON.parse(event.data)); redraw(); };
    stream.onerror = () => {
      // a browser gives up where the answer was a refusal; this page does not
      if (stream.readyState === EventSource.CLOSED) { stream.close(); setTimeout(listen, 5000); }
    };
  }

  document.querySelectorAll('input[name=span]').forEach(input => input.addEventListener('change', () => { span = Number(input.value); draw(samples, span); }));
  byId('pause').addEventListener('click', event => {
    held = !held;
    event.target.setAttribute('aria-pressed', held);
    redraw();
  });
  document.addEventListener('visibilitychange', redraw);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw(samples, span));
  refill().then(() => { listen(); keepState(); keepPeriods(); });
})();
