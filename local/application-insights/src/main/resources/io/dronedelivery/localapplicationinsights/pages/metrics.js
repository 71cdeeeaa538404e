import { ask } from './api.js';
import { Chart } from './charts.js';
import { element } from './format.js';
import { label, select } from './transactions.js';

/** Any metric that somebody reports, a line for each of its dimensions. */
export class MetricsPage {
  title = 'Metrics';

  constructor(view) {
    this.name = element('select', { name: 'name' });
    this.measure = select('measure', [['averages', 'Average'], ['maxima', 'Highest']]);
    this.chart = new Chart({ title: 'Metric', unit: '', note: 'Each line is a service and its dimensions.' });
    this.chart.figure.classList.add('wide');
    const form = element('form', { class: 'filter', 'aria-label': 'Metric' }, label('Metric', this.name), label('Measure', this.measure));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => view.refresh());
    this.root = element('div', {}, element('h1', {}, 'Metrics'), form, this.chart.figure);
  }

  async update(view) {
    const data = await ask('metrics', { ...view.parameters, name: this.name.value });
    this.offer(data.names);
    if (this.name.value && data.series.length === 0 && this.name.value !== this.asked) {
      this.asked = this.name.value;
      return this.update(view); // the first name was only just learnt
    }
    this.chart.update(data, data.series.map((line) => ({
      name: [line.role, line.label].filter(Boolean).join(' · ') || line.name, values: line[this.measure.value],
    })));
    return undefined;
  }

  offer(names) {
    const known = [...this.name.options].map((option) => option.value);
    if (known.join() !== names.join()) {
      const chosen = this.name.value;
      this.name.replaceChildren(...names.map((name) => element('option', { value: name, selected: name === chosen }, name)));
    }
  }

  dispose() {
    this.chart.dispose();
  }
}
