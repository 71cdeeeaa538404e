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

function found(runs) {
  const last = runs.filter((run) => Object.keys(run.published).length).at(-1) ?? runs.at(-1);
  const told = (run) => `${run.name} (${run.change}) had ${number(run.measured.maximumThroughput, 0)} requests in its busiest second, and a drone operation took ${number(run.measured.telemetry.drone.average, 0)} ms on average.`;
  return { found: [...new Set([runs[0], last])].map(told).join(' '), advice: last.measured.finding.join(' ') };
}

show({
  found,
  words: {
    'step-load': 'a load whose number of users grows in steps up to the end',
    RU: 'request unit, the currency of Cosmos DB; a partition may spend so many in a second, and refuses further calls with 429',
    'drone operation': 'the part of an answer for which drone-service asks Cosmos DB; the slowest call',
  },
  rows: ROWS,
  caption: 'The published figures were measured on another cluster with the real Cosmos DB: what can be compared are calls, RU and the shape.',
  section,
});
