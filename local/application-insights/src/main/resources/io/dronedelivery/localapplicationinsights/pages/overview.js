import { ask } from './api.js';
import { Chart } from './charts.js';
import { element, held, lastOf, millis, number, sumOf } from './format.js';
import { link } from './route.js';
import { select, table, tile } from './tables.js';

const MAX_LINES = 8;
const COSMOS = 'Azure DocumentDB';
const MACHINE_CPU = 'system.cpu.usage';

/** The first page: load, durations, Cosmos DB, processors, queues. */
export class OverviewPage {
  title = 'Overview';

  constructor() {
    this.tiles = element('dl', { class: 'tiles' });
    this.measure = select('measure', [['averages', 'Average'], ['p95s', '95th percentile']]);
    this.measure.setAttribute('aria-label', 'Measure of the durations');
    this.measure.addEventListener('change', () => this.data && this.show(this.data));
    this.requests = new Chart({ title: 'Requests and users', unit: 'requests/s', rightUnit: 'users', moment: (from, to) => link('transactions', { from, to, kind: 'requests' }), note: 'What clients sent, what failed, and how many users there were.' });
    this.durations = new Chart({ title: 'Duration of calls to services', unit: 'ms', extra: this.measure, note: 'Calls from one service to another, by name: the slowest one sets the pace.' });
    this.codes = new Chart({ title: 'Cosmos DB: response codes', unit: 'calls/s', note: 'A 429 says that more request units were asked for than are provisioned. Clients that retry hide it.' });
    this.units = new Chart({ title: 'Cosmos DB: request units per physical partition', unit: 'RU/s', note: 'Mean of each step against the partition’s share of the provisioned throughput.' });
    this.calls = new Chart({ title: 'Cosmos DB: calls and request units per operation', unit: 'calls', rightUnit: 'RU', note: 'Data calls, and request units, of a service for each of its successful requests.' });
    this.cpu = new Chart({ title: 'CPU', unit: '%', note: 'Of each service’s process, average and highest, and of the machine: an average alone hides the spikes.' });
    this.queues = new Chart({ title: 'Queues and work in flight', unit: 'messages', note: 'What waits, and what is being worked on.' });
    this.requests.figure.classList.add('wide');
    this.charts = [this.requests, this.durations, this.codes, this.units, this.calls, this.cpu, this.queues];
    this.tables = element('div', { class: 'panels' });
    this.root = element('div', {}, element('h1', {}, 'Overview'), this.tiles,
      element('div', { class: 'panels' }, ...this.charts.map((chart) => chart.figure)),
      element('h2', { class: 'section' }, 'In figures'), this.tables);
  }

  async update(view) {
    this.show(await ask('overview', view.parameters));
  }

  show(data) {
    this.data = data;
    this.showTiles(data);
    this.requests.update(data, [
      { name: 'Requests', values: data.requests.perSecond },
      { name: 'Failed', values: data.requests.failedPerSecond, color: '--bad' },
      { name: 'Users', values: data.requests.users, right: true, stepped: true, dashed: true },
    ]);
    const services = data.dependencies.filter((call) => call.type === 'Http').slice(0, MAX_LINES);
    this.durations.update(data, services.map((call) => ({ name: call.name, values: call[this.measure.value], gaps: true })));
    this.showCosmos(data);
    this.cpu.update(data, processors(data.cpu));
    this.queues.update(data, busiest(data.queues).map((line) =>
      ({ name: [line.role, line.name, line.label].filter(Boolean).join(' '), values: held(line.maxima), stepped: true })));
    this.showTables(data);
  }

  showCosmos(data) {
    const { cosmos } = data;
    const seen = cosmos.succeeded + cosmos.throttled + cosmos.failed > 0;
    this.codes.update(data, !seen ? [] : [
      { name: '2xx', values: cosmos.succeededPerSecond, color: '--accent' },
      { name: '429', values: cosmos.throttledPerSecond, color: '--bad' },
      { name: 'Other', values: cosmos.failedPerSecond, color: '--wait', dashed: true },
    ]);
    const provisioned = Math.max(...cosmos.partitions.map((partition) => partition.provisioned ?? 0), 0);
    const limit = provisioned > 0 ? [{ name: 'Provisioned', values: Array(data.steps).fill(provisioned), color: '--bad', dashed: true }] : [];
    this.units.update(data, [...limit, ...cosmos.partitions.filter((partition) => partition.consumed > 0).map((partition) =>
      ({ name: `${partition.container} ${partition.partition}`.trim(), values: partition.perSecond }))]);
    this.calls.update(data, cosmos.callsPerOperation.flatMap((row) => [
      { name: `${row.role} calls`, values: row.calls, gaps: true },
      { name: `${row.role} RU`, values: row.charges, right: true, dashed: true, gaps: true },
    ]));
  }

  showTiles(data) {
    const { requests, cosmos } = data;
    const busiest = cosmos.partitions.reduce((most, partition) =>
      (partition.highestSecond > (most?.highestSecond ?? 0) ? partition : most), null);
    const seconds = data.steps * data.stepSeconds;
    const letters = data.deadLetters.map((line) => ({ name: subscription(line), waiting: lastOf(line.maxima) }))
      .filter((line) => line.waiting > 0);
    this.tiles.replaceChildren(
      tile('Requests', number(requests.count), `${number(requests.count / seconds)}/s, at most ${number(Math.max(0, ...requests.perSecond))}/s`),
      tile('Failed requests', number(requests.failed), 'with 4xx or 5xx, see Failures', requests.failed > 0 && 'bad'),
      tile('Duration', millis(requests.averageMs), `p50 ${millis(requests.p50Ms)}, p95 ${millis(requests.p95Ms)}, p99 ${millis(requests.p99Ms)}`),
      tile('Throttled calls', number(cosmos.throttled), `of ${number(cosmos.succeeded + cosmos.throttled + cosmos.failed)} to Cosmos DB`, cosmos.throttled > 0 && 'bad'),
      tile('Busiest partition', busiest ? `${number(busiest.highestSecond)} RU` : '–',
        busiest?.provisioned ? `in one second, of ${number(busiest.provisioned)} provisioned` : 'in one second',
        busiest?.provisioned && busiest.highestSecond > busiest.provisioned && 'bad'),
      tile('Dead letters', number(letters.reduce((sum, line) => sum + line.waiting, 0)),
        letters.length === 0 ? 'none waits for an operator' : letters.map((line) => `${number(line.waiting)} of ${line.name}`).join(', '),
        letters.length > 0 && 'bad'),
    );
  }

  showTables(data) {
    const { cosmos } = data;
    this.tables.replaceChildren(
      panel('Requests', true, spans(data.operations, false)),
      panel('Dependencies', true, spans(data.dependencies, true)),
      panel('Physical partitions', false, table('Request units of each physical partition', [
        { title: 'Partition', name: true, value: (row) => `${row.container} ${row.partition}`.trim() },
        { title: 'Highest RU/s', number: true, value: (row) => number(row.highestSecond), bad: (row) => row.provisioned && row.highestSecond > row.provisioned },
        { title: 'Provisioned RU/s', number: true, value: (row) => number(row.provisioned) },
        { title: 'RU', number: true, value: (row) => number(row.consumed) },
      ], cosmos.partitions)),
      panel('Calls per operation', false, table('Calls to Cosmos DB for each successful request', [
        { title: 'Service', name: true, value: (row) => row.role },
        { title: 'Requests', number: true, value: (row) => number(row.requests) },
        { title: 'Calls', number: true, value: (row) => number(row.dataCalls) },
        { title: '429', number: true, value: (row) => number(row.throttled), bad: (row) => row.throttled > 0 },
        { title: 'Plans', number: true, value: (row) => number(row.planCalls) },
        { title: 'Calls/op', number: true, value: (row) => number(row.callsPerOperation) },
        { title: 'RU/op', number: true, value: (row) => number(row.chargePerOperation) },
      ], cosmos.callsPerOperation), table('As the services’ own meters count', [
        { title: 'Operation', name: true, value: (row) => `${row.container} ${row.operation}` },
        { title: 'Operations', number: true, value: (row) => number(row.operations) },
        { title: 'Calls/op', number: true, value: (row) => number(row.callsPerOperation) },
        { title: 'Plans/op', number: true, value: (row) => number(row.planCallsPerOperation) },
        { title: 'RU/op', number: true, value: (row) => number(row.chargePerOperation) },
      ], cosmos.meters)),
    );
  }

  dispose() {
    this.charts.forEach((chart) => chart.dispose());
  }
}

function spans(rows, typed) {
  return table(`${typed ? 'Calls' : 'Requests'}, durations in milliseconds`, [
    { title: 'Name', name: true, value: (row) => `${row.name}${typed && row.type === COSMOS ? ' (Cosmos DB)' : ''}` },
    { title: 'Service', value: (row) => row.role },
    { title: 'Count', number: true, value: (row) => number(row.count) },
    { title: 'Failed', number: true, value: (row) => number(row.failed), bad: (row) => row.failed > 0 },
    { title: 'Average', number: true, value: (row) => number(row.averageMs) },
    { title: 'p50', number: true, value: (row) => number(row.p50Ms) },
    { title: 'p95', number: true, value: (row) => number(row.p95Ms) },
    { title: 'p99', number: true, value: (row) => number(row.p99Ms) },
    { title: 'Longest', number: true, value: (row) => number(row.maxMs) },
  ], rows);
}

function panel(title, wide, ...parts) {
  return element('section', { class: wide ? 'panel wide' : 'panel' }, element('h2', {}, title), ...parts);
}

/** The queues with most to do, and some that are empty when all are. */
function busiest(queues) {
  return [...queues].sort((a, b) => sumOf(b.maxima) - sumOf(a.maxima)).slice(0, MAX_LINES);
}

/** Each service's own use, the highest only where it differs; the services of one machine report the same of it. */
function processors(lines) {
  const own = lines.filter((line) => line.name !== MACHINE_CPU);
  const machine = lines.filter((line) => line.name === MACHINE_CPU).map((line) => line.maxima);
  const several = own.filter((line) => line.maxima.some((value, step) => value !== line.averages[step]));
  return [
    ...own.map((line) => ({ name: line.role, values: percent(line.averages) })),
    ...several.map((line) => ({ name: `${line.role}, highest`, values: percent(line.maxima), dashed: true })),
    ...(machine.length === 0 ? [] : [{ name: 'machine, highest', values: percent(highest(machine)), dashed: true, color: '--muted' }]),
  ];
}

function highest(rows) {
  return rows[0].map((_, step) => rows.reduce((most, row) =>
    (row[step] !== null && (most === null || row[step] > most) ? row[step] : most), null));
}

/** Its channel and group, without the names of the dimensions. */
function subscription(line) {
  return [line.role, line.label.replace(/[^ ,=]+=/g, '')].filter(Boolean).join(' ');
}

function percent(values) {
  return values.map((value) => (value === null ? null : value * 100));
}
