const load = (figure) => (run) => number(figure(run.measured.load));
const share = (percent) => (run) => number(run.measured.load.percentiles[percent]);

const ROWS = [
  { title: 'What it meets', ours: (run) => run.change },
  { title: 'Input: requests, users at the same time', ours: (run) => `${number(run.modelled.requests)}, ${number(run.modelled.users)}`, input: true },
  { title: 'Input: time in which the broker attaches a link or accepts a session', ours: (run) => run.modelled.attachLatency, input: true },
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

const published = (name, { p50, p66, p90, p99, longest }) => ({ name, dashed: true, points: [[50, p50], [66, p66], [90, p90], [99, p99], [100, longest]] });

/** What the account calls its two runs. */
const PUBLISHED = { Cold: 'published, first run', Again: 'published, second run' };

const title = (run) => `${run.design}, ${number(run.modelled.users)} users`;

function section(...runs) {
  const lines = runs.map((run) => ({ name: run.kind, points: points(run.measured.load.percentiles) }))
    .concat(runs.filter((run) => PUBLISHED[run.kind] && Object.keys(run.published).length).map((run) => published(PUBLISHED[run.kind], run.published)));
  const sized = runs.find((run) => run.kind === 'Sized');
  return element('section', { id: anchor(title(runs[0])) }, element('h2', {}, `${title(runs[0])} at the same time`),
    element('ul', {}, runs.map((run) => element('li', {}, `${run.kind}: ${run.change}`))),
    sized && element('p', { class: 'panel' }, `The smallest pool that leaves no cold request: invoice.pricing.pool.min=${sized.measured.channels}`),
    element('div', { class: 'panels' },
      chart('Time of a request', 'The time that so many percent of the requests took at most, on a logarithmic scale.', 'ms', null, lines, ' %', 'log')));
}

show({
  rows: ROWS,
  caption: 'The published figures were measured with RabbitMQ and another machine: what can be compared is what an empty pool costs and that one of the right size costs nothing.',
  title,
  section,
});
