const SIZES = [...new Set(results.runs.flatMap((run) => run.measured.sizes.map((size) => size.requests)))];
const whole = (value) => number(value, 0);
const millis = (value) => number(value, 1);
const served = (load) => Object.entries(load.statuses).reduce((sum, [status, count]) => (status.startsWith('2') ? sum + count : sum), 0);
const worst = (size) => size.rounds.reduce((least, round) => Math.min(least, served(round)), size.requests);
const median = (size) => [...size.rounds].sort((a, b) => a.rate - b.rate)[Math.floor(size.rounds.length / 2)];
const sized = (requests, figure) => (run) => {
  const size = run.measured.sizes.find((one) => one.requests === requests);
  return size ? figure(size) : '–';
};
const told = (requests, figure) => (published) => {
  const their = published.find((one) => one.requests === requests);
  return their ? figure(their) : null;
};
const setting = (name) => (run) => run.settings[`invoice.pricing.${name}`] ?? '–';

const ROWS = [
  { title: 'What it is', ours: (run) => run.change },
  { title: 'Input: callers at the same time', ours: (run) => whole(run.modelled.users), input: true },
  { title: 'Input: reply channels, further requests that may wait for one', ours: (run) => `${setting('pool.max')(run)}, ${setting('pool.max-waiting')(run)}`, input: true },
  { title: 'Input: workers, jobs that each may hold', ours: (run) => `${setting('workers.count')(run)}, ${setting('workers.prefetch')(run)}`, input: true },
  { title: 'A trivial endpoint, per second', ours: (run) => whole(run.measured.hello.rate) },
  ...SIZES.flatMap((requests) => [
    { title: `${whole(requests)} requests: served`, ours: sized(requests, (size) => whole(worst(size))), theirs: told(requests, (their) => whole(their.served)) },
    { title: '… per second', ours: sized(requests, (size) => whole(median(size).rate)), theirs: told(requests, (their) => (their.rate ? millis(their.rate) : null)) },
    { title: '… shortest / average / longest (ms)', ours: sized(requests, (size) => [median(size)].map((load) => `${millis(load.min)} / ${millis(load.avg)} / ${millis(load.max)}`)[0]),
      theirs: told(requests, (their) => (their.avg ? `${whole(their.min)} / ${whole(their.avg)} / ${whole(their.max)}` : null)) },
  ]),
  { title: 'A worker is killed: served', ours: (run) => (run.measured.killed ? `${whole(served(run.measured.killed))} of ${whole(run.measured.killed.requests)}` : '–') },
  { title: '… after, replaced', ours: (run) => (run.measured.killed ? `${whole(run.measured.killed.after)}, ${run.measured.killed.restarts}` : '–') },
  { title: 'Without room: served / refused', ours: (run) => (run.measured.refusals ? `${whole(served(run.measured.refusals.once))} / ${whole(run.measured.refusals.once.refusals)}` : '–') },
  { title: '… callers come back: served / refusals', ours: (run) => (run.measured.refusals ? `${whole(served(run.measured.refusals.again))} / ${whole(run.measured.refusals.again.refusals)}` : '–') },
];

/** A bar as long as this share of the column, and the figure beside it. */
function bar(share, figure, kind) {
  const length = share === null ? null : element('div', { class: `span ${kind}`, style: `left: 0; width: ${share * 100}%` });
  return [element('td', { class: 'bars' }, element('div', { class: 'track' }, length)), element('td', { class: 'number' }, figure)];
}

function ranking() {
  const ours = results.runs.filter((run) => run.measured.sizes.length).map((run) => {
    const size = run.measured.sizes.at(-1);
    return { name: run.name, requests: size.requests, share: worst(size) / size.requests, rate: median(size).rate };
  }).sort((a, b) => b.share - a.share || b.rate - a.rate);
  const theirs = results.runs.flatMap((run) => run.published.map((their) => ({ name: `published beside ${run.name}`, requests: their.requests, share: their.served / their.requests, rate: their.rate, published: true })));
  const fastest = ours.reduce((most, one) => Math.max(most, one.rate), 1);
  const row = (one) => element('tr', {}, element('th', { scope: 'row', class: one.published ? 'muted' : null }, one.name), element('td', { class: 'number' }, whole(one.requests)),
    bar(one.share, `${number(one.share * 100, 1)} %`, one.share < 1 ? 'failed' : 'request'), bar(one.rate === null ? null : one.rate / fastest, one.rate === null ? '–' : number(one.rate), ''));
  return element('section', { 'aria-label': 'Ranking' }, element('h2', {}, 'Ranking'), element('div', { class: 'panel scroll' }, element('table', { class: 'ranking' },
    element('caption', {}, 'By the share of the requests that were served, then by the rate.'),
    element('thead', {}, element('tr', {}, ['Design', 'Requests', 'Served', '', 'Per second', ''].map((name, column) => element('th', { scope: 'col', class: column === 1 ? 'number' : null }, name)))),
    element('tbody', {}, [...ours, ...theirs].map(row)))));
}

function section(run) {
  const { measured } = run;
  const loads = [['A trivial endpoint', measured.hello], ...measured.sizes.map((size) => [`${whole(size.requests)} requests`, median(size)])];
  if (measured.killed) {
    loads.push(['A worker is killed', measured.killed]);
  }
  if (measured.refusals) {
    loads.push(['Refused once', measured.refusals.once], ['Come back after Retry-After', measured.refusals.again]);
  }
  const percents = Object.keys(measured.hello.percentiles);
  const columns = ['Statuses', 'Per second', ...percents.map((percent) => `${percent} % (ms)`), 'CPU of the stack (µs a request)', "CPU of the load (µs a request)", "Machine's CPU"];
  const row = ([name, load]) => element('tr', {}, element('th', { scope: 'row' }, name), [
    Object.entries(load.statuses).map(([status, count]) => `${status}: ${whole(count)}`).join(', '), whole(load.rate), ...percents.map((percent) => millis(load.percentiles[percent])),
    whole(load.stackCpu), whole(load.cpu_time * 1000 / Math.max(1, load.count)), percent(load.machineCpu)].map((cell) => element('td', { class: 'number' }, cell)));
  return element('section', { id: id(run) }, element('h2', {}, `${run.name}: ${run.change}`),
    element('p', { class: 'note' }, Object.entries(run.settings).map(([name, value]) => `${name}=${value}`).join(', ')),
    element('div', { class: 'panel scroll' }, element('table', {}, element('caption', {}, 'Time within which so many of the requests were over.'),
      element('thead', {}, element('tr', {}, element('td'), columns.map((name) => element('th', { scope: 'col', class: 'number' }, name)))), element('tbody', {}, loads.map(row)))));
}

function found(runs) {
  const ranked = runs.filter((run) => run.measured.sizes.length).map((run) => [run, run.measured.sizes.at(-1)])
    .map(([run, size]) => ({ name: run.name, share: worst(size) / size.requests, rate: median(size).rate, trivial: run.measured.hello.rate })).sort((a, b) => b.share - a.share || b.rate - a.rate);
  if (!ranked.length) {
    return { found: 'Requests without room are refused. The table says how many were, and how many were served after Retry-After.', advice: 'have callers try again after that time.' };
  }
  const losing = ranked.filter((one) => one.share < 1).map((one) => one.name);
  return {
    found: `${losing.length ? `Requests were lost by ${losing.join(', ')}.` : 'No design lost a request.'} The fastest of those that served most is ${ranked[0].name}, with ${percent(ranked[0].rate / ranked[0].trivial)} of the rate of a trivial endpoint.`,
    advice: losing.length ? 'find the reason in the statuses of these designs before you compare rates.' : 'choose by what must survive a crash: jobs in memory end with their process. Compare the rates of those that are left.',
  };
}

show({
  found,
  words: {
    design: 'where the jobs of an endpoint wait for a worker: nowhere (none), in the process (memory), in PostgreSQL, Service Bus or Kafka',
    'memory-small': 'as memory, with room for fewer requests than there are callers',
  },
  rows: ROWS,
  caption: 'Of several rounds the one of median rate; of those served, the worst round. The published figures were measured in a virtual machine with one processor: what can be compared is who lost requests.',
  section,
});
document.getElementById('figures').before(ranking());
