const figure = (name) => (run) => number(run.measured.figures[name]);

const ROWS = [
  { title: 'Input: kills asked for', ours: (run) => number(run.settings.kills), input: true },
  { title: 'Input: orders a second', ours: (run) => number(run.settings.rate), input: true },
  { title: 'Input: instances of each service, gateways', ours: (run) => `${run.settings.instances}, ${run.settings.gateways}`, input: true },
  { title: 'Kills', ours: figure('kills') },
  { title: 'Orders', ours: figure('orders') },
  { title: 'Accepted', ours: figure('accepted') },
  { title: 'Calls that were not answered with 202', ours: figure('failed') },
  { title: 'Calls repeated with the same key', ours: figure('repeated') },
  { title: 'Orders without key and answer', ours: figure('unknown') },
  { title: 'Events that nobody can handle, among the dead letters', ours: figure('poison') },
  { title: 'Announced once more by the audit', ours: figure('repaired') },
  { title: 'Seconds', ours: figure('seconds') },
];

const over = ({ at }, values) => values.map((value, index) => [at[index], value]);

/** What went wrong, at its second and at the number of orders that were accepted by then. */
function marks({ struck, at, accepted }) {
  const kinds = [...new Set(struck.map((one) => one.kind))];
  const then = (second) => accepted[Math.max(0, at.findLastIndex((sample) => sample <= second))];
  return kinds.map((kind) => ({ name: kind, marks: true, points: struck.filter((one) => one.kind === kind).map((one) => [one.second, then(one.second)]) }));
}

function happened({ struck }) {
  return element('div', { class: 'panel scroll' }, element('h3', {}, 'What went wrong, in its order'), element('table', {},
    element('thead', {}, element('tr', {}, ['second', 'took', 'what', 'accepted', 'lines'].map((title) => element('th', { scope: 'col' }, title)))),
    element('tbody', {}, struck.map((one) => element('tr', {},
      [number(one.second, 0), `${number(one.took, 1)} s`, one.what, number(one.accepted), number(one.lines)].map((cell) => element('td', {}, cell)))))));
}

show({
  rows: ROWS,
  caption: 'Of this nothing was.',
  section: (run) => element('section', { id: id(run) }, element('h2', {}, run.name),
    element('div', { class: 'panels' },
      chart('Accepted and billed', 'In the end both are equal, but for orders without a key whose answer was lost. Each mark is the beginning of something that went wrong.', 'orders', null, [
        { name: 'accepted', points: over(run.measured, run.measured.accepted), plain: true },
        { name: 'billed', points: over(run.measured, run.measured.lines), plain: true, dashed: true },
        ...marks(run.measured)]),
      chart('Calls that were not answered with 202', 'Since the beginning. They were repeated with the same key.', 'calls', null, [
        { name: 'calls', points: over(run.measured, run.measured.failed), plain: true }])),
    happened(run.measured)),
});
