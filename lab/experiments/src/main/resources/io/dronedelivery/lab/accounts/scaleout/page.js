const knee = (figure) => (run) => (run.measured.knee ? figure(run.measured.knee.at, run) : '–');
const highest = (values) => values.reduce((a, b) => Math.max(a, b), 0);

const ROWS = [
  { title: 'What is changed', ours: (run) => run.change },
  { title: 'Input: users at the same time', ours: (run) => number(run.modelled.users), input: true },
  { title: 'Input: work of a job (ms)', ours: (run) => number(run.modelled.workMs), input: true },
  { title: 'Workers at the knee', ours: knee((at) => number(at.workers)) },
  { title: 'Requests a second there', ours: knee((at) => number(at.load.rate, 0)) },
  { title: '… once more', ours: (run) => number(run.measured.kneeAgain?.load.rate, 0) },
  { title: '… the highest of the curve', ours: (run) => number(run.measured.points && highest(run.measured.points.map((point) => point.load.rate)), 0) },
  { title: 'Consumer utilisation there', ours: knee((at) => percent(at.utilisation)) },
  { title: 'A trivial endpoint of the gateway (1/s)', ours: (run) => number(run.measured.ceiling?.rate, 0) },
  { title: 'Dead letters', ours: (run) => number(run.measured.deadLetters) },
  { title: 'Most workers of the autoscaler', ours: (run) => number(run.measured.workers && highest(run.measured.workers)) },
];

function curve(run) {
  const { points } = run.measured;
  const over = (figure) => points.map((point) => [point.workers, figure(point)]);
  return [
    element('pre', { class: 'panel' }, run.recommended.join('\n')),
    element('div', { class: 'panels' },
      chart('Requests a second', `The knee: ${run.measured.knee.at.workers} workers, the fewest with 90 % of the highest rate.`, '1/s', null,
        [{ name: 'requests', points: over((point) => point.load.rate) }], ' workers'),
      chart('Time of a request', `Average, and what 99 % of ${number(points[0].load.requests)} requests take at most.`, 'ms', null,
        [{ name: 'average', points: over((point) => point.load.avg) }, { name: '99 %', points: over((point) => point.load.percentiles['99']), dashed: true }], ' workers'),
      chart('Consumer utilisation', 'Share of time in which the queue could hand out a job at once; and the jobs of the worker that had fewest, as a share of those of the one that had most.', '%', null,
        [{ name: 'utilisation', points: over((point) => point.utilisation * 100) }, { name: 'evenness', points: over((point) => point.evenness * 100), dashed: true }], ' workers')),
  ];
}

function following({ measured }) {
  const over = (values) => values.map((value, index) => [measured.seconds[index], value]);
  return [
    element('div', { class: 'panels' },
      chart('Workers and requests', 'One look of the autoscaler adds or removes one worker.', 'workers', 'requests/s', [
        { name: 'workers', values: measured.workers, points: over(measured.workers), stepped: true },
        { name: 'requests', values: measured.rates, points: over(measured.rates), right: true, dashed: true }])),
    element('div', { class: 'panel scroll' }, element('h3', {}, 'Why did it scale? The last changes first'), element('table', {}, element('tbody', {},
      measured.changes.map((change) => element('tr', {}, [change.at, `${change.from} to ${change.to}`, change.rule, change.reason].map((cell) => element('td', {}, cell))))))),
  ];
}

function held({ measured }) {
  return element('p', { class: 'panel' }, `${number(measured.deadLetters)} of ${number(measured.load.requests)} jobs end in the dead letters. `
    + (measured.warned ? 'The application has warned of its settings at the start.' : 'The application has not warned of its settings.'));
}

const shown = (run) => (run.measured.points ? curve(run) : run.measured.seconds ? following(run) : held(run));

function found(runs) {
  const run = runs.find((one) => one.measured.knee);
  if (!run) {
    return { found: 'No curve was measured. The sections below say what the autoscaler and the locks did.', advice: 'run users-10 or users-40 to find the number of workers.' };
  }
  const { at } = run.measured.knee;
  return {
    found: `With ${number(run.modelled.users)} users the rate rises up to ${number(at.workers)} workers, to ${number(at.load.rate, 0)} requests a second. Further workers brought ${number(highest(run.measured.points.map((point) => point.load.rate)), 0)} at most.`,
    advice: `set ${run.recommended.join(' ')} for such a load.`,
  };
}

show({
  found,
  words: {
    knee: 'the fewest workers whose rate is at least 90 % of the highest rate',
    prefetch: 'how many jobs a worker may hold that are not done yet',
    'consumer utilisation': 'share of the time in which the queue could hand out a job at once',
  },
  rows: ROWS,
  caption: 'The account gives no figures, but the shape of the curve.',
  section: (run) => element('section', { id: id(run) }, element('h2', {}, `${run.name}: ${run.change}`), shown(run)),
});
