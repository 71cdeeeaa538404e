const load = (figure) => (run) => number(figure(run.measured.load));
const share = (percent) => (run) => number(run.measured.load.percentiles[percent]);

const ROWS = [
  { title: 'What it meets', ours: (run) => run.change },
  { title: 'Input: requests, users at the same time', ours: (run) => `${number(run.modelled.requests)}, ${number(run.modelled.users)}`, input: true },
  { title: 'Channels before, opened', ours: (run) => `${number(run.measured.channels)}, ${number(run.measured.created)}` },
  { title: 'Cold requests', ours: (run) => number(run.measured.cold) },
  { title: 'Requests a second', ours: load((result) => result.rate), theirs: (their) => number(their.rate) },
  { title: 'Time of a request, average (ms)', ours: load((result) => result.avg), theirs: (their) => number(their.average) },
  { title: '… 50 %', ours: share('50'), theirs: (their) => number(their.p50) },
  { title: '… 66 %', ours: share('66'), theirs: (their) => number(their.p66) },
  { title: '… 90 %', ours: share('90'), theirs: (their) => number(their.p90) },
  { title: '… 99 %', ours: share('99'), theirs: (their) => number(their.p99) },
  { title: '… longest', ours: load((result) => result.max), theirs: (their) => number(their.longest) },
  { title: 'A trivial endpoint of the gateway (1/s)', ours: (run) => number(run.measured.ceiling, 0) },
];

const points = (percentiles) => Object.entries(percentiles).map(([percent, time]) => [Number(percent), time]);

function published({ p50, p66, p90, p99, longest }) {
  return { name: 'published', dashed: true, points: [[50, p50], [66, p66], [90, p90], [99, p99], [100, longest]] };
}

function section(run) {
  const lines = [{ name: 'here', points: points(run.measured.load.percentiles) }];
  if (Object.keys(run.published).length) {
    lines.push(published(run.published));
  }
  const smallest = typeof run.measured.ceiling === 'number'
    ? element('p', { class: 'panel' }, `The smallest pool that leaves no cold request: invoice.pricing.pool.min=${run.measured.channels}`) : '';
  return element('section', { id: id(run) }, element('h2', {}, `${run.name}: ${run.change}`), smallest, element('div', { class: 'panels' },
    chart('Time of a request', 'The time that so many percent of the requests took at most.', 'ms', null, lines, ' %')));
}

show({
  rows: ROWS,
  caption: 'The published figures were measured with RabbitMQ and another machine: what can be compared is what an empty pool costs and that one of the right size costs nothing.',
  section,
});
