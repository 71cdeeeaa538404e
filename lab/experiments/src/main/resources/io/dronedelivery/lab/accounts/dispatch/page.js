const sent = (figure) => (run) => (run.measured ? figure(run.measured) : run.rates.length ? '' : 'refused');
const sum = (values) => values.reduce((a, b) => a + b, 0);
const highest = (values) => values.reduce((a, b) => Math.max(a, b), 0);

const ROWS = [
  { title: 'What is changed', ours: (run) => run.change },
  { title: 'Input: new connections let through, within', ours: (run) => `${run.modelled.newConnections}, ${run.modelled.windowSeconds} s`, input: true },
  { title: 'Input: a message fails after', ours: (run) => `${run.modelled.patienceSeconds} s`, input: true },
  { title: 'Messages accepted', ours: sent((measured) => number(measured.accepted, 0)) },
  { title: 'Messages written', ours: sent((measured) => number(measured.written, 0)), theirs: (their) => number(their.written, 0) },
  { title: 'Messages failed', ours: sent((measured) => number(measured.errors, 0)), theirs: (their) => number(their.errors, 0) },
  { title: 'Latency, average (ms)', ours: sent((measured) => number(measured.latency[0].averageMs, 0)), theirs: (their) => number(their.averageMs, 0) },
  { title: '… shortest / longest', ours: sent((measured) => `${number(measured.latency[0].minMs, 0)} / ${number(measured.latency[0].maxMs, 0)}`), theirs: (their) => `${number(their.minMs, 0)} / ${number(their.maxMs, 0)}` },
  { title: 'Most in the queue', ours: sent((measured) => number(highest(measured.queued), 0)) },
  { title: 'Most in flight', ours: sent((measured) => number(highest(measured.inflight), 0)) },
  { title: 'Connections open while messages came', ours: sent((measured) => `${number(measured.fewestKept, 0)} to ${number(measured.mostOpen, 0)}`) },
  { title: 'Connections opened', ours: sent((measured) => number(sum(measured.opened), 0)) },
];

function latencies(run) {
  const columns = ['Share of the messages', 'Written', 'Average (ms)', 'Shortest (ms)', 'Longest (ms)'];
  return element('div', { class: 'panel scroll' }, element('h3', {}, 'Latency, the slowest left out'), element('table', {},
    element('thead', {}, element('tr', {}, columns.map((name) => element('th', { scope: 'col', class: 'number' }, name)))),
    element('tbody', {}, run.measured.latency.map((row) => element('tr', {}, [`${row.percent} %`, number(row.count, 0), number(row.averageMs, 0), number(row.minMs, 0),
      number(row.maxMs, 0)].map((cell) => element('td', { class: 'number' }, cell)))))));
}

function rates(run) {
  const columns = ['Sender', 'Messages/s', 'Beside the bare SDK', 'CPU of the sender, a message (µs)'];
  return element('div', { class: 'panel scroll' }, element('table', {},
    element('caption', {}, 'The same events to the same local Service Bus, in turns; medians.'),
    element('thead', {}, element('tr', {}, columns.map((name, index) => element('th', { scope: 'col', class: index ? 'number' : null }, name)))),
    element('tbody', {}, run.rates.map((rate) => element('tr', {}, element('th', { scope: 'row' }, rate.title), [number(rate.messagesPerSecond, 0),
      `${number(rate.percentOfBare, 0)} %`, number(rate.clientMicrosPerMessage, 1)].map((cell) => element('td', { class: 'number' }, cell)))))));
}

function section(run) {
  const { measured } = run;
  const heading = element('h2', {}, `${run.name}: ${run.change}`);
  if (run.rates.length) {
    return element('section', { id: id(run) }, heading, rates(run));
  }
  if (!measured) {
    return element('section', { id: id(run) }, heading, element('ul', { class: 'finding' }, element('li', {}, run.refusal ?? 'The application started.')));
  }
  return element('section', { id: id(run) }, heading, element('div', { class: 'panels' },
    chart('Queue, in flight, errors', 'Messages, each second, until nothing was left to send.', 'messages', null, [
      { name: 'queued', values: measured.queued }, { name: 'in flight', values: measured.inflight }, { name: 'errors', values: measured.failed, color: '--bad' }]),
    chart('Connections', 'Open at the moment, and opened in each second.', 'open', 'opened/s', [
      { name: 'open', values: measured.connections, stepped: true }, { name: 'opened', values: measured.opened, right: true, dashed: true }]),
    latencies(run)));
}

function found(runs) {
  const sending = runs.filter((run) => run.measured);
  const [before, ...pooled] = [sending.find((run) => run.name === 'Before'), ...sending.filter((run) => run.name !== 'Before')];
  const failed = sum(pooled.map((run) => run.measured.errors));
  const sentences = [
    before && `With a connection for each message ${number(before.measured.errors, 0)} of ${number(before.measured.accepted, 0)} messages failed.`,
    pooled[0] && `With a pool of 10 to 40 connections ${number(failed, 0)} of ${number(sum(pooled.map((run) => run.measured.accepted)), 0)} failed, and a message of the test ${pooled[0].name} took ${number(pooled[0].measured.latency[0].averageMs, 0)} ms on average.`,
  ].filter(Boolean);
  return {
    found: sentences.join(' ') || 'No test with a steady rate was run. Full speed has the rates beside the bare SDK.',
    advice: failed ? 'look at the errors of the first test with a pool that has some, and at its log.' : 'keep a pool (messaging.servicebus.connections.min=10, max=40), so that never more connections are opened than there are ports.',
  };
}

show({
  found,
  words: {
    Before: 'a connection for each message, as the account began',
    After: 'a pool of 10 to 40 connections, as the account ended',
    'Full speed': 'as fast as it goes, in turns with a loop around the bare SDK',
  },
  rows: ROWS,
  caption: 'The published figures were measured on Azure, between a virtual machine and a namespace: what can be compared is that messages failed without the pool and none did with it.',
  section,
});
