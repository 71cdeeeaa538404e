const LIGHT = ['#0072b2', '#d98e00', '#009e73', '#cc79a7', '#3d9bd1', '#d55e00', '#7d7d7d', '#a39200', '#7a5fd0', '#008f8f'];
const DARK = ['#4aa8e8', '#f0b43c', '#2fc897', '#e29cc4', '#8fd3ff', '#ff8a47', '#b3b3b3', '#d9c93d', '#a791f2', '#3dcfcf'];
const dark = matchMedia('(prefers-color-scheme: dark)');
const charts = [];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function number(value, digits) {
  if (typeof value !== 'number' || Number.isNaN(value)) {
    return '–';
  }
  const size = Math.abs(value);
  const most = digits ?? (size >= 100 ? 0 : size >= 10 ? 1 : 2);
  return new Intl.NumberFormat('en', { maximumFractionDigits: most }).format(value);
}

const percent = (value) => (typeof value === 'number' ? `${number(value * 100, 0)} %` : '–');
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const id = (run) => run.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A figure with lines over the seconds of the run: {name, values, right, dashed, color}. */
function chart(title, note, unit, rightUnit, lines) {
  const canvas = element('div', { class: 'chart', role: 'img', 'aria-label': title });
  const drawn = lines.filter((line) => line.values.some((value) => typeof value === 'number'));
  const figure = element('figure', { class: 'panel' }, element('h3', {}, title), element('p', { class: 'note' }, note),
    drawn.length ? canvas : element('p', { class: 'nothing' }, 'Nothing was reported.'));
  if (drawn.length) {
    const made = { canvas, unit, rightUnit, lines: drawn, hidden: new Set(), legend: element('div', { class: 'legend', role: 'group', 'aria-label': 'Lines' }) };
    made.legend.append(...drawn.map((line) => legendButton(made, line)));
    figure.append(made.legend);
    charts.push(made);
    const last = (line) => line.values.filter((value) => typeof value === 'number');
    canvas.setAttribute('aria-label', `${title}. ${drawn.map((line) => `${line.name}: highest ${number(last(line).reduce((a, b) => Math.max(a, b)))}`).join('; ')}`);
  }
  return figure;
}

/** Hides the line of this name, or shows it again. */
function legendButton(chart, line) {
  const button = element('button', { type: 'button', class: line.dashed ? 'dashed' : null, 'aria-pressed': 'true' }, line.name);
  button.addEventListener('click', () => {
    if (!chart.hidden.delete(line.name)) {
      chart.hidden.add(line.name);
    }
    button.setAttribute('aria-pressed', String(!chart.hidden.has(line.name)));
    draw(chart);
  });
  return button;
}

function draw({ canvas, unit, rightUnit, lines, hidden, legend }) {
  const text = style('--muted');
  const palette = dark.matches ? DARK : LIGHT;
  const colors = lines.map((line, index) => (line.color ? style(line.color) : palette[index % palette.length]));
  colors.forEach((color, index) => legend.children[index].style.setProperty('--stroke', color));
  const axis = (name, right) => ({
    type: 'value', name, min: 0, nameTextStyle: { color: text, align: right ? 'right' : 'left' }, axisLabel: { color: text },
    splitLine: { show: !right, lineStyle: { color: style('--grid') } },
  });
  const made = echarts.getInstanceByDom(canvas) ?? echarts.init(canvas, null, { renderer: 'svg' });
  made.setOption({
    animation: false,
    grid: { left: 8, right: 20, top: 34, bottom: 4, containLabel: true },
    legend: { show: false, selected: Object.fromEntries([...hidden].map((name) => [name, false])) },
    tooltip: { trigger: 'axis', confine: true, valueFormatter: (value) => number(value), backgroundColor: style('--surface'), borderColor: style('--line'), textStyle: { color: style('--text') } },
    xAxis: { type: 'value', min: 0, max: 'dataMax', axisLabel: { color: text, formatter: '{value} s', hideOverlap: true, showMaxLabel: false }, splitLine: { show: false }, axisLine: { lineStyle: { color: style('--line') } } },
    yAxis: rightUnit ? [axis(unit, false), axis(rightUnit, true)] : [axis(unit, false)],
    series: lines.map((line, index) => ({
      type: 'line', name: line.name, yAxisIndex: line.right ? 1 : 0, step: line.stepped ? 'end' : false, symbol: 'none', connectNulls: true,
      data: line.values.map((value, second) => [second + (line.shift ?? 0), value ?? null]).filter(([second]) => second >= 0),
      color: colors[index], lineStyle: { width: line.thin ? 1 : 2, type: line.dashed ? 'dashed' : 'solid' },
    })),
  }, { notMerge: true });
}

/** Rows: {title, ours(run), theirs(published), input}. */
const ROWS = [
  { title: 'What is changed', ours: (run) => run.change },
  { title: 'Input: latency of a call to Cosmos DB', ours: (run) => run.modelled.latency, input: true },
  { title: 'Input: pause between two calls of a user', ours: (run) => `${run.modelled.pauseMs} ms`, input: true },
  { title: 'Input: RU/s provisioned, of a partition', ours: (run) => number(run.measured.telemetry.partitions[0]?.provisioned, 0), theirs: (their) => number(their.provisionedOnAPartition, 0), input: true },
  { title: 'Input: unused throughput that a partition may spend later', ours: (run) => `${run.modelled.burstSeconds} s`, input: true },
  { title: 'Throughput, average of the run (1/s)', ours: (run) => number(run.measured.averageThroughput, 1), theirs: (their) => number(their.averageThroughput, 0) },
  { title: 'Throughput, busiest second (1/s)', ours: (run) => number(run.measured.maximumThroughput, 0), theirs: (their) => number(their.maximumThroughput, 0) },
  { title: 'Successful requests', ours: (run) => number(run.measured.successful, 0), theirs: (their) => number(their.successful, 0) },
  { title: 'Failed requests', ours: (run) => number(run.measured.failed, 0), theirs: () => '0' },
  { title: 'Calls refused with 429', ours: (run) => number(run.measured.telemetry.costs.throttled, 0), theirs: (their) => number(their.throttled, 0) },
  { title: 'Drone operation, average (ms)', ours: (run) => number(run.measured.telemetry.drone.average, 0), theirs: (their) => number(their.drone.average, 0) },
  { title: '… p50 / p95 / p99', ours: (run) => ['p50', 'p95', 'p99'].map((p) => number(run.measured.telemetry.drone[p], 0)).join(' / '), theirs: (their) => ['p50', 'p95', 'p99'].map((p) => number(their.drone[p], 0)).join(' / ') },
  { title: 'What the client saw, average / p95 / p99 (ms)', ours: (run) => ['average', 'p95', 'p99'].map((p) => number(run.measured.client[p], 0)).join(' / ') },
  { title: 'Data calls per operation', ours: (run) => number(run.measured.telemetry.costs.dataCalls / run.measured.telemetry.costs.operations, 2), theirs: (their) => number(their.callsPerOperation, 0) },
  { title: '… and calls for the query plan', ours: (run) => number(run.measured.telemetry.costs.planCalls / run.measured.telemetry.costs.operations, 2) },
  { title: 'RU per operation', ours: (run) => number(run.measured.telemetry.costs.charge / run.measured.telemetry.costs.operations, 2), theirs: (their) => number(their.chargePerOperation, 2) },
  { title: 'Most RU on a partition in a second', ours: (run) => number(most(run), 0), theirs: (their) => number(their.mostOnAPartition, 0) },
  { title: 'Correlation of users and throughput', ours: (run) => number(run.measured.correlation, 2) },
  { title: 'CPU of the stack, average / maximum', ours: (run) => `${percent(run.measured.cpu.averageStack)} / ${percent(run.measured.cpu.maximumStack)}` },
  { title: 'CPU of the machine, average / maximum', ours: (run) => `${percent(run.measured.cpu.averageMachine)} / ${percent(run.measured.cpu.maximumMachine)}` },
  { title: 'A trivial endpoint: the load generator’s ceiling (1/s)', ours: (run) => number(run.ceiling, 0) },
];

function most(run) {
  return Math.max(0, ...run.measured.telemetry.partitions.map((partition) => partition.highest));
}

function figures(runs) {
  return element('div', { class: 'panel scroll' }, element('table', { class: 'figures' },
    element('caption', {}, 'Measured here; in brackets what was published. The published figures were measured on another cluster with the real Cosmos DB: what can be compared are calls, RU and the shape.'),
    element('thead', {}, element('tr', {}, element('td'), runs.map((run) => element('th', { scope: 'col' }, element('a', { href: `#${id(run)}` }, run.name))))),
    element('tbody', {}, ROWS.map((row) => element('tr', { class: row.input ? 'input' : null }, element('th', { scope: 'row' }, row.title),
      runs.map((run) => element('td', {}, row.ours(run), row.theirs && run.published.drone ? element('span', { class: 'theirs' }, ` (${row.theirs(run.published)})`) : null)))))));
}

function checks(all) {
  const failing = all.filter((check) => !check.holds).length;
  return [
    element('h2', {}, failing ? `${failing} of ${all.length} checks fail` : `All ${all.length} checks hold`),
    element('details', { open: failing > 0 }, element('summary', {}, 'What must hold'), element('div', { class: 'panel scroll' }, element('table', {},
      element('tbody', {}, all.map((check) => element('tr', {}, element('td', { class: check.holds ? 'good' : 'bad' }, check.holds ? '✓ holds' : '✗ fails'),
        element('th', { scope: 'row' }, check.name), element('td', {}, check.figure))))))),
  ];
}

function inputs() {
  return element('details', {}, element('summary', {}, 'Where the inputs come from'), element('div', { class: 'panel' }, results.derivation.map((text) => element('p', {}, text))));
}

function steps(run) {
  const columns = ['Users', 'Throughput (1/s)', 'Busiest second', 'Failed', 'Average (ms)', 'p95 (ms)', 'p99 (ms)'];
  return element('div', { class: 'panel scroll' }, element('h3', {}, 'By number of users'), element('table', {},
    element('thead', {}, element('tr', {}, columns.map((name) => element('th', { scope: 'col', class: 'number' }, name)))),
    element('tbody', {}, run.measured.steps.map((step) => element('tr', {}, [step.users, number(step.throughput, 1), number(step.busiestSecond, 0), step.failed,
      number(step.client.average, 0), number(step.client.p95, 0), number(step.client.p99, 0)].map((cell) => element('td', { class: 'number' }, String(cell))))))));
}

function waterfall(run) {
  const data = run.measured.telemetry.transaction;
  if (!data) {
    return null;
  }
  const bar = (row) => {
    const kind = row.kind === 'backoff' ? 'backoff' : row.success ? row.kind : 'failed';
    const span = element('div', { class: `span ${kind}`, title: `from ${number(row.offsetMs)} ms, ${number(row.durationMs)} ms` });
    span.style.left = `${100 * row.offsetMs / (data.durationMs || 1)}%`;
    span.style.width = `${100 * row.durationMs / (data.durationMs || 1)}%`;
    return element('div', { class: 'track' }, span);
  };
  const waited = data.backOffMs > 0 ? `, of which ${number(data.backOffMs, 0)} ms were spent waiting after a 429` : '';
  return element('div', { class: 'panel wide scroll' }, element('h3', {}, 'One transaction from end to end'),
    element('p', { class: 'note' }, `${number(data.durationMs, 0)} ms${waited}. Green: request served, blue: call made, red: refused or failed, hatched: back-off after a 429.`),
    element('table', { class: 'waterfall' },
      element('thead', {}, element('tr', {}, element('th', { scope: 'col', class: 'call' }, 'Call'), element('th', { scope: 'col', class: 'code' }, 'Result'),
        element('th', { scope: 'col', class: 'took number' }, 'Duration'), element('th', { scope: 'col' }, `0 to ${number(data.durationMs, 0)} ms`))),
      element('tbody', {}, data.rows.filter((row) => ['request', 'dependency', 'backoff'].includes(row.kind)).map((row) => {
        const partition = row.dimensions['cosmos.partition'];
        const call = element('td', { class: 'call' }, row.name, partition ? element('span', { class: 'muted' }, `  partition ${partition}`) : null);
        call.style.paddingLeft = `${.4 + Math.min(row.depth, 8) * .9}rem`;
        return element('tr', {}, call, element('td', { class: row.success ? 'code' : 'code bad' }, row.resultCode || (row.success ? '' : row.kind === 'backoff' ? '' : 'failed')),
          element('td', { class: 'took number' }, `${number(row.durationMs)} ms`), element('td', {}, bar(row)));
      }))));
}

function section(run) {
  const { measured } = run;
  const { telemetry } = measured;
  // Telemetry is by the clock, the load by its own beginning.
  const shift = Math.round((telemetry.fromMillis - measured.startMillis) / 1000);
  const told = (name, values, more = {}) => ({ name, values, shift, ...more });
  const provisioned = telemetry.partitions[0]?.provisioned;
  return element('section', { id: id(run) }, element('h2', {}, `${run.name}: ${run.change}`),
    element('ul', { class: 'finding' }, measured.finding.map((line) => element('li', {}, line))),
    element('div', { class: 'panels' },
      chart('Load and throughput', 'Successful responses in each second, and the users at that time.', 'requests/s', 'users', [
        { name: 'throughput', values: measured.throughput }, { name: 'errors', values: measured.failures, color: '--bad' },
        { name: 'users', values: measured.users, right: true, dashed: true, stepped: true }]),
      chart('Durations of the calls', 'Average milliseconds in each second, as the gateway saw its backends, and of the operations in Cosmos DB.', 'ms', null,
        telemetry.operations.map((operation) => told(operation.name, operation.averages))),
      chart('Response codes of Cosmos DB', 'Calls of all services in each second.', 'calls/s', null, [
        told('2xx', telemetry.succeeded), told('429', telemetry.throttled, { color: '--bad' }), told('other', telemetry.failed, { dashed: true })]),
      chart('Request units of each physical partition', 'Consumed in each second, against what is provisioned.', 'RU/s', null, [
        ...telemetry.partitions.map((partition) => told(`partition ${partition.id}`, partition.consumed, { thin: true })),
        { name: 'provisioned', values: measured.users.map(() => provisioned), dashed: true, color: '--bad' }]),
      chart('CPU', 'Share of all processors. The machine includes the load generator and whatever else ran.', '%', null, [
        { name: 'stack', values: measured.cpu.stack.map((value) => value * 100) }, { name: 'machine', values: measured.cpu.machine.map((value) => value * 100), dashed: true }]),
      steps(run), waterfall(run)),
    element('p', { class: 'note' }, `Telemetry from ${telemetry.source}.`));
}

document.getElementById('about').textContent = `Profile ${results.profile}. Machine: ${results.machine.processors} × ${results.machine.cpu}, ${results.machine.memory}, ${results.machine.system}, ${results.machine.java}.`;
document.getElementById('tests').append(...results.runs.map((run) => element('a', { href: `#${id(run)}` }, run.name)));
document.getElementById('checks').append(...checks(results.checks));
document.getElementById('figures').append(figures(results.runs));
document.getElementById('inputs').append(inputs());
document.getElementById('runs').append(...results.runs.map(section));
charts.forEach(draw);
new ResizeObserver(() => charts.forEach(({ canvas }) => echarts.getInstanceByDom(canvas)?.resize())).observe(document.body);
dark.addEventListener('change', () => charts.forEach(draw));
