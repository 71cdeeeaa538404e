const ms = (micros) => number(micros / 1000);
const share = (value) => (typeof value === 'number' ? `${number(value * 100, 2)} %` : '–');
const LEGS = [
  ['sent', (measured) => measured.simulator.lateness], ['acknowledged', (measured) => measured.simulator.acknowledgement],
  ['received', (measured) => measured.legs.received], ['processed', (measured) => measured.legs.processed], ['archived', (measured) => measured.legs.archived],
];
const given = (value, text) => (value === undefined ? null : text(value));
const received = (figure) => (run) => figure(run.measured.legs.received);

const ROWS = [
  { title: 'What it is about', ours: (run) => run.change },
  { title: 'Asked for (messages/s)', ours: (run) => `${run.measured.atLeast ? 'at least ' : ''}${number(run.settings.perSecond, 0)}`, input: true },
  { title: 'Acknowledged (messages/s)', ours: (run) => number(run.measured.simulator.acknowledgedPerSecond, 0), theirs: (their) => given(their.perSecond, (value) => number(value, 0)) },
  { title: 'Sent', ours: (run) => number(run.measured.simulator.sent, 0) },
  { title: 'In the archive; lost; more than once', ours: (run) => `${number(run.measured.audit.messages, 0)}; ${number(run.measured.lost, 0)}; ${number(run.measured.repeated, 0)}` },
  { title: 'Received within 1 ms', ours: received((leg) => share(leg.within1ms)), theirs: (their) => given(their.within1ms, share) },
  { title: '… within 10 ms', ours: received((leg) => share(leg.within10ms)) },
  { title: '… within 100 ms', ours: received((leg) => share(leg.within100ms)) },
  { title: 'Received, p50 (ms)', ours: received((leg) => ms(leg.p50)) },
  { title: '… p99 (ms); required', ours: received((leg) => ms(leg.p99)), theirs: (their) => given(their.p99Ms, number) },
  { title: '… p99.9 (ms)', ours: received((leg) => ms(leg.p999)) },
  { title: '… longest (ms); required', ours: received((leg) => ms(leg.max)), theirs: (their) => given(their.maxMs, number) },
  { title: 'ProducerPerformance alone: messages/s; p99 to the acknowledgement (ms)', ours: ({ measured: { stock } }) => `${number(stock.perSecond, 0)}; ${number(stock.p99Ms)}` },
  { title: 'EndToEndLatency, one at a time: p50; p99 (ms)', ours: ({ measured: { stock } }) => `${number(stock.oneP50Ms)}; ${number(stock.oneP99Ms)}` },
];

function legs({ measured }) {
  const columns = ['From its moment until a message is', 'p50 (ms)', 'p99 (ms)', 'p99.9 (ms)', 'Longest (ms)', 'Within 1 ms', '10 ms', '100 ms'];
  return element('div', { class: 'panel scroll' }, element('h3', {}, 'Legs'), element('table', {},
    element('thead', {}, element('tr', {}, columns.map((name) => element('th', { scope: 'col', class: 'number' }, name)))),
    element('tbody', {}, LEGS.map(([name, figures]) => [name, figures(measured) ?? {}]).map(([name, leg]) => element('tr', {}, [name, ms(leg.p50), ms(leg.p99), ms(leg.p999), ms(leg.max),
      share(leg.within1ms), share(leg.within10ms), share(leg.within100ms)].map((cell) => element('td', { class: 'number' }, cell)))))));
}

function steps({ measured }) {
  return measured.steps.length === 0 ? null : element('div', { class: 'panel scroll' }, element('h3', {}, 'The search'), element('table', {},
    element('tbody', {}, measured.steps.map((step) => element('tr', {}, element('td', { class: step.held ? 'good' : 'bad' }, step.held ? '✓ held' : '✗ not held'),
      element('td', {}, `${number(step.perSecond, 0)} asked, ${number(step.acknowledgedPerSecond, 0)} acknowledged a second, p99 ${number(step.p99Ms)} ms, ${number(step.lag, 0)} left`))))));
}

function findings({ measured }) {
  const lines = [...measured.simulator.warnings, ...measured.simulator.remarks];
  if (measured.away > 0) {
    lines.push(`The broker was away for ${number(measured.away)} s; what was due meanwhile was sent afterwards, and counts from its moment.`);
  }
  if (measured.drained !== 'null') {
    lines.push(`The second drone service, asked to drain, said ${measured.drained}; ${measured.mostMembers} members at most, ${measured.membersLeft} at the end. It had received ${number(measured.receivedByOther, 0)} of ${number(measured.received, 0)} messages.`);
  }
  return lines.length === 0 ? null : element('ul', { class: 'finding' }, lines.map((line) => element('li', {}, line)));
}

function section(run) {
  const { seconds } = run.measured;
  // The drone service is asked once a second, and may take longer to answer.
  const looked = (values) => ({ points: seconds.looked.map((second, look) => [second - 1, values[look] ?? null]), plain: true, gaps: true });
  return element('section', { id: id(run) }, element('h2', {}, `${run.name}: ${run.change}`), findings(run), element('div', { class: 'panels' },
    chart('Messages', 'Sent and acknowledged by the broker, and received by the drone service, in each second.', 'messages/s', null, [
      { name: 'sent', values: seconds.sent }, { name: 'acknowledged', values: seconds.acknowledged }, { name: 'received', ...looked(seconds.received), dashed: true }]),
    chart('Latency and lag', '99 % were acknowledged within this time; messages that were not in the archive yet.', 'ms', 'messages', [
      { name: 'p99 to the acknowledgement', values: seconds.p99Ms, gaps: true }, { name: 'not yet archived', ...looked(seconds.lag), right: true, dashed: true }]),
    chart('Machine and members', 'Share of all processors that were busy, and members of the group.', 'share', 'members', [
      { name: 'processors', ...looked(seconds.machine) }, { name: 'members', ...looked(seconds.members), right: true, stepped: true }]),
    legs(run), steps(run)));
}

function found(runs) {
  const total = (figure) => runs.reduce((sum, run) => sum + figure(run.measured), 0);
  const lost = total((measured) => measured.lost);
  const searched = runs.find((run) => run.measured.steps.length);
  const speed = searched ? `The highest rate that was held is ${number(searched.settings.perSecond, 0)} messages a second (${searched.name}).`
    : `In the test ${runs[0].name} 99 % of the messages were received within ${ms(runs[0].measured.legs.received?.p99)} ms.`;
  return {
    found: `Of ${number(total((measured) => measured.simulator.acknowledged), 0)} acknowledged messages ${number(lost, 0)} were lost. ${speed}`,
    advice: lost ? 'look for the first gap in the archive; no rate counts while messages are lost.' : 'plan for half of the highest rate, so that a drone service can catch up after an outage.',
  };
}

show({
  found,
  words: {
    leg: 'the way of a message up to a place: sent, acknowledged by the broker, received, processed, archived',
    lag: 'messages that are on the broker and not in the archive yet',
    member: 'a drone service that takes its share of the messages',
  },
  rows: ROWS,
  caption: 'The published figures are those of six brokers and ten senders on machines of their own; here all share one machine.',
  section,
});
