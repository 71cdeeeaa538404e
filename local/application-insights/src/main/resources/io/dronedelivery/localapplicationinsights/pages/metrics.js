import { ask } from './api.js';
import { Chart } from './charts.js';
import { element, held, lastOf, number, sumOf } from './format.js';
import { filter, label, select, table } from './tables.js';

const MEASURES = [['averages', 'Average'], ['maxima', 'Highest'], ['sums', 'Sum'], ['rates', 'Sum a second'], ['calls', 'Values a second']];
const MAX_LINES = 10;

/** The units of the services' meters, by their names: telemetry has no units. */
const UNITS = [
  [/request\.charge/, 'RU'], [/throughput/, 'RU/s'], [/cpu\.usage|share|utilization/, 'share'], [/\.rate$/, '%'],
  [/memory|bytes|bodies|buffer|gc\..*size|allocated|promoted|disk|heap/, 'bytes'],
  [/duration/, 'ms'], [/time$|\.time\.|pause|wait$|lag|age$|delay|requests$|gateway\.(part|aggregation|forward)(\.max)?$/, 's'],
];

/** Any metric that somebody reports, a line for each of its dimensions. */
export class MetricsPage {
  title = 'Metrics';

  constructor(view) {
    this.search = element('input', { type: 'search', name: 'search', placeholder: 'part of a name' });
    this.name = element('select', { name: 'name', size: '14' });
    this.measure = select('measure', MEASURES);
    this.chart = new Chart({ title: 'Values over time', note: 'Each line is a service and its dimensions. A value that does not change is sent once a minute only.' });
    this.chart.figure.classList.add('wide');
    this.figures = element('div', { class: 'panel wide' });
    const form = filter('Metrics', (event) => (event.target === this.search ? this.offer(this.names ?? []) : view.refresh()),
      label('Search', this.search), label('Metric', this.name), label('Measure', this.measure));
    this.root = element('div', {}, element('h1', {}, 'Metrics'), element('div', { class: 'chooser' }, form, element('div', { class: 'panels' }, this.chart.figure, this.figures)));
  }

  async update(view) {
    const data = await ask('metrics', { ...view.parameters, name: this.name.value });
    this.offer(data.names);
    if (this.name.value && data.series.length === 0 && this.name.value !== this.asked) {
      this.asked = this.name.value;
      return this.update(view); // the first name was only just learnt
    }
    this.timed = data.names.includes(`${this.name.value}.max`); // a timer has calls, a gauge has a value all the time
    const unit = UNITS.find(([pattern]) => pattern.test(this.name.value))?.[1] ?? '';
    const lines = data.series.map((line) => ({ ...line, title: [line.role, line.label].filter(Boolean).join(' · ') || line.name }));
    this.chart.unit = this.measure.value === 'calls' ? 'values a second' : `${unit}${this.measure.value === 'rates' ? ' a second' : ''}`;
    this.chart.update(data, lines.slice(0, MAX_LINES).map((line) => ({ name: line.title, values: this.values(line, data), stepped: !this.timed && this.measure.value in line, gaps: this.timed })));
    this.showFigures(lines, unit, data.steps * data.stepSeconds);
    return undefined;
  }

  values(line, data) {
    switch (this.measure.value) {
      case 'sums': return line.sums.map((sum) => sum ?? 0);
      case 'rates': return line.sums.map((sum) => (sum ?? 0) / data.stepSeconds);
      case 'calls': return line.counts.map((count) => (count ?? 0) / data.stepSeconds);
      case 'maxima': return this.timed ? line.maxima : held(line.maxima);
      default: return this.lasting(line);
    }
  }

  lasting(line) {
    return this.timed ? line.averages : held(line.averages);
  }

  showFigures(lines, unit, seconds) {
    const column = (title, value) => ({ title, number: true, value: (row) => number(value(row)) });
    const several = lines.length > MAX_LINES ? `; the chart shows the first ${MAX_LINES}` : '';
    this.figures.replaceChildren(table(`${this.name.value || 'Metric'}${unit ? ` (${unit})` : ''}${several}`, [
      { title: 'Series', name: true, value: (row) => row.title },
      column('Last', (row) => lastOf(row.averages)),
      column('Average', (row) => (sumOf(row.counts) > 0 ? sumOf(row.sums) / sumOf(row.counts) : null)),
      column('Highest', (row) => Math.max(...row.maxima.map((value) => value ?? -Infinity))),
      column('p50', (row) => percentile(this.lasting(row), .5)),
      column('p95', (row) => percentile(this.lasting(row), .95)),
      column('p99', (row) => percentile(this.lasting(row), .99)),
      column('Sum', (row) => sumOf(row.sums)),
      column('Sum a second', (row) => sumOf(row.sums) / seconds),
      column('Values a second', (row) => sumOf(row.counts) / seconds),
    ], lines), element('p', { class: 'note' }, 'Percentiles are those of the averages of each step: a report has count, sum, lowest and highest value, and no single ones.'));
  }

  offer(names) {
    this.names = names;
    const wanted = this.search.value.toLowerCase();
    const found = names.filter((name) => name.toLowerCase().includes(wanted));
    const known = [...this.name.options].map((option) => option.value);
    if (known.join() !== found.join()) {
      const chosen = this.name.value;
      this.name.replaceChildren(...found.map((name) => element('option', { value: name, selected: name === chosen }, name)));
      if (!this.name.value && found.length > 0) {
        this.name.selectedIndex = Math.max(0, found.indexOf('gateway.aggregation'));
      }
      if (this.name.value !== chosen) {
        this.name.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
  }

  dispose() {
    this.chart.dispose();
  }
}

/** Of the nearest rank. */
function percentile(values, share) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known.length === 0 ? null : known[Math.ceil(known.length * share) - 1];
}
