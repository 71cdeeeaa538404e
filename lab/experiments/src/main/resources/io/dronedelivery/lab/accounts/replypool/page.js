const sorted = (run, figure) => run.measured.rounds.map(figure).sort((a, b) => a - b);
const median = (values) => (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
/** The median of the rounds, with the lowest and the highest. */
const spread = (values) => (values.length > 1 && values[0] !== values.at(-1) ? `${number(values[0])} / ${number(median(values))} / ${number(values.at(-1))}` : number(values[0]));
const load = (figure) => (run) => spread(sorted(run, figure));
const share = (percent) => load((result) => result.percentiles[percent]);

const ROWS = [
  { title: 'What it meets', ours: (run) => run.change },
  { title: 'Input: requests, users at the same time', ours: (run) => `${number(run.modelled.requests)}, ${number(run.modelled.users)}`, input: true },
  { title: 'Input: time in which the broker attaches a link or accepts a session', ours: (run) => run.modelled.attachLatency, input: true },
  { title: 'Channels before, opened', ours: (run) => `${number(run.measured.channels)}, ${number(run.measured.created)}` },
  { title: 'Cold requests', ours: (run) => number(run.measured.cold) },
  { title: 'Rounds; each has lowest / median / highest below', ours: (run) => number(run.measured.rounds.length), input: true },
  { title: 'Requests a second', ours: load((result) => result.rate), theirs: (their) => number(their.rate) },
  { title: 'Time of a request, average (ms)', ours: load((result) => result.avg), theirs: (their) => number(their.average) },
  { title: '… 50 %', ours: share('50'), theirs: (their) => number(their.p50) },
  { title: '… 66 %', ours: share('66'), theirs: (their) => number(their.p66) },
  { title: '… 90 %', ours: share('90'), theirs: (their) => number(their.p90) },
  { title: '… 99 % (of 100 or 1,000 requests a round)', ours: share('99'), theirs: (their) => number(their.p99) },
  { title: '… longest', ours: load((result) => result.max), theirs: (their) => number(their.longest) },
];

/** The longest of so many requests is drawn beyond all other percentages. */
const longest = (requests) => 100 - 50 / requests;

const average = (run) => number(median(sorted(run, (result) => result.avg)), 0);

const points = (run) => Object.keys(run.measured.rounds[0].percentiles).map((percent) => [percent === '100' ? longest(run.modelled.requests) : Number(percent), median(sorted(run, (result) => result.percentiles[percent]))]);

const published = (name, { modelled: { requests }, published: { p50, p66, p90, p99, longest: most } }) => ({ name, dashed: true, points: [[50, p50], [66, p66], [90, p90], [99, p99], [longest(requests), most]] });

/** What the account calls its two runs. */
const PUBLISHED = { Cold: 'published, first run', Again: 'published, second run' };

const title = (run) => `${run.design}, ${number(run.modelled.users)} users`;

function section(...runs) {
  const lines = runs.map((run) => ({ name: run.kind, points: points(run) }))
    .concat(runs.filter((run) => PUBLISHED[run.kind] && Object.keys(run.published).length).map((run) => published(PUBLISHED[run.kind], run)));
  return element('section', { id: anchor(title(runs[0])) }, element('h2', {}, `${title(runs[0])} at the same time`),
    element('ul', {}, runs.filter((run) => run.worth).map((run) => element('li', {}, run.worth.replaceAll('`', '')))),
    element('div', { class: 'panels' },
      chart('Time of a request', `The time that so many percent of the ${number(runs[0].modelled.requests)} requests took at most, on a logarithmic scale; of several rounds the median. The last point is the longest request.`, 'ms', null, lines, NINES, 'log')));
}

function found(runs) {
  const of = (difference, words) => {
    const such = runs.filter((run) => run.difference === difference);
    const loads = such.map((run) => {
      const empty = runs.find((other) => other.kind === 'Empty' && title(other) === title(run));
      return `${title(run)} (${average(run)} and ${average(empty)} ms)`;
    });
    return such.length ? `${words}: ${loads.join(', ')}.` : null;
  };
  const faster = runs.filter((run) => run.difference === 'FASTER').map((run) => `invoice.pricing.pool.min=${run.measured.channels} for ${title(run)}`);
  const sentences = [
    of('FASTER', 'A request is faster on average with enough channels than with one'),
    of('NONE', 'The rounds of both kinds overlap, so that no difference was found'),
    of('SLOWER', 'A request is slower with enough channels than with one'),
  ].filter(Boolean);
  return {
    found: sentences.join(' ') || 'The loads were made. A comparison needs the profile short or full.',
    advice: faster.length ? `set ${faster.join(', ')}.` : 'leave invoice.pricing.pool.min as it is.',
  };
}

show({
  found,
  words: {
    Cold: 'the first load of a new process whose pool of reply channels is empty: the account\'s first run',
    Again: 'the same load repeated on that process, until three in a row open no channel: the account\'s second run',
    Sized: 'the same load on a new, warm process whose pool has as many channels as Cold and Again needed',
    Empty: 'the same load on a process that is as warm and has one channel: beside Sized it shows what the channels cost',
    channel: 'what a reply comes back through; it has one request at a time, and on Service Bus it is a session that has to be opened',
  },
  rows: ROWS,
  caption: 'The published figures were measured with RabbitMQ and another machine: what can be compared is what an empty pool costs and that one of the right size costs nothing.',
  title,
  section,
});
