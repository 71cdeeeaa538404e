import { ask } from './api.js';
import { Chart } from './charts.js';
import { element, millis, number, percent } from './format.js';
import { PlacesPanel } from './places.js';
import { link, transactionsOf } from './route.js';
import { table, tile } from './tables.js';

const OPEN = ['open', 'forced_open'];

/** The first page: how each aggregation answers, how long its parts take, and what the gateway does about its backends. */
export class AggregationsPage {
  title = 'Aggregations';

  constructor() {
    this.tiles = element('dl', { class: 'tiles' });
    this.none = element('div', { class: 'panel', hidden: true }, element('p', { class: 'nothing' },
      'No aggregation was called in this window. Call one at the gateway, such as /api/v1/owners/o-17/invoices/2026/11.'));
    this.list = element('div');
    this.places = new PlacesPanel();
    this.sections = new Map();
    this.root = element('div', {}, element('h1', {}, 'Aggregations'), this.tiles, this.none, this.list, this.places.root);
  }

  async update(view) {
    const data = await ask('aggregations', view.parameters);
    const names = data.aggregations.map((row) => row.name);
    for (const [name, section] of this.sections) {
      if (!names.includes(name)) {
        section.dispose();
        this.sections.delete(name);
      }
    }
    for (const row of data.aggregations) {
      if (!this.sections.has(row.name)) {
        this.sections.set(row.name, new AggregationSection(row.name));
        this.list.append(this.sections.get(row.name).root); // stays where it is, so that nothing jumps under the reader
      }
      this.sections.get(row.name).update(data, row);
    }
    this.none.hidden = names.length > 0;
    this.showTiles(data, this.places.update(data));
  }

  showTiles(data, places) {
    const sum = (figure) => data.aggregations.reduce((all, row) => all + row[figure], 0);
    const count = sum('count');
    const seconds = data.steps * data.stepSeconds;
    const open = places.filter((place) => OPEN.includes(place.circuit)).map((place) => place.name);
    const out = places.reduce((all, place) => all + (place.instances - place.instancesIn || 0), 0);
    const refused = places.reduce((all, place) => all + place.refused, 0);
    this.tiles.replaceChildren(
      tile('Answers', number(count), `${number(count / seconds)} a second`),
      tile('Whole', share(sum('whole'), count), 'with all parts'),
      tile('Degraded', share(sum('degraded'), count), `${number(sum('degraded'))} without an optional part`, sum('degraded') > 0 && 'warn'),
      tile('Failed', share(sum('failed'), count), `${number(sum('failed'))} with 5xx; ${number(sum('refused'))} with 4xx`, sum('failed') > 0 && 'bad'),
      tile('Open circuits', number(open.length), open.join(', ') || 'all backends may be called', open.length > 0 && 'bad'),
      tile('Refused by a limit', number(refused), 'requests and calls without a place', refused > 0 && 'warn'),
      tile('Instances left out', number(out), 'for their failures', out > 0 && 'warn'),
    );
  }

  dispose() {
    this.sections.forEach((section) => section.dispose());
    this.places.dispose();
  }
}

/** One aggregation: its answers and their durations over time, and its parts. */
class AggregationSection {
  constructor(name) {
    this.name = name;
    const moment = (from, to) => transactionsOf(name, from, to);
    this.answers = new Chart({ title: 'Answers', of: name, unit: 'a second', moment, note: 'Whole ones have all parts; degraded ones lack an optional part.' });
    this.durations = new Chart({ title: 'Duration', of: name, unit: 'ms', moment, note: 'The time in which 50, 95 and 99 % were answered.' });
    this.summary = element('p', { class: 'note' });
    this.parts = element('div', { class: 'parts' });
    this.root = element('section', { class: 'aggregation', 'aria-label': name },
      element('h2', { class: 'section' }, element('a', { href: link('transactions', { name }) }, name)), this.summary,
      element('div', { class: 'panels' }, this.answers.figure, this.durations.figure, element('section', { class: 'panel wide' }, element('h3', {}, 'Parts'), this.parts)));
  }

  update(data, row) {
    this.summary.textContent = `${number(row.count)} answers: ${share(row.whole, row.count)} whole, ${share(row.degraded, row.count)} degraded, `
      + `${share(row.failed, row.count)} failed, ${share(row.refused, row.count)} with 4xx. p50 ${millis(row.p50Ms)}, p95 ${millis(row.p95Ms)}, p99 ${millis(row.p99Ms)}.`;
    this.answers.update(data, [
      { name: 'Whole', values: row.wholePerSecond, color: '--good' },
      { name: 'Degraded', values: row.degradedPerSecond, color: '--wait', dashed: true },
      { name: 'Failed', values: row.failedPerSecond, color: '--bad' },
      { name: '4xx', values: row.refusedPerSecond, color: '--muted', dashed: true },
    ]);
    this.durations.update(data, [['p50', row.p50s], ['p95', row.p95s], ['p99', row.p99s]].map(([name, values]) => ({ name, values, gaps: true })));
    this.showParts(row.parts);
  }

  showParts(parts) {
    if (this.parts.contains(document.activeElement)) {
      return;
    }
    const time = parts.reduce((all, part) => all + part.sumMs, 0);
    const failures = parts.reduce((all, part) => all + part.failed, 0);
    this.parts.replaceChildren(
      bar('Share of time', parts, (part) => part.sumMs, time, 'no calls'),
      bar('Share of failures', parts, (part) => part.failed, failures, 'no failures'),
      table(`Calls for the parts of ${this.name}`, [
        { title: 'Part', name: true, value: (row) => element('span', { class: `swatch c${parts.indexOf(row) % 10}` }, row.part) },
        { title: 'Backend', value: (row) => row.backend },
        { title: 'Calls', number: true, value: (row) => number(row.calls) },
        { title: 'Failed', number: true, value: (row) => number(row.failed), bad: (row) => row.failed > 0 },
        { title: 'Of its calls', number: true, value: (row) => share(row.failed, row.calls), bad: (row) => row.failed > 0 },
        { title: 'Time', number: true, value: (row) => share(row.sumMs, time) },
        { title: 'Average', number: true, value: (row) => millis(row.averageMs) },
        { title: 'p95', number: true, value: (row) => millis(row.p95Ms) },
        { title: 'p99', number: true, value: (row) => millis(row.p99Ms) },
      ], parts));
  }

  dispose() {
    this.answers.dispose();
    this.durations.dispose();
    this.root.remove();
  }
}

/** One bar, divided among the parts. */
function bar(title, parts, figure, whole, nothing) {
  const pieces = parts.map((part, index) => ({ part, index, value: figure(part) })).filter((piece) => piece.value > 0);
  const text = pieces.map((piece) => `${piece.part.part} ${share(piece.value, whole)}`).join(', ') || nothing;
  const drawn = element('div', { class: 'share', role: 'img', 'aria-label': `${title}: ${text}`, title: text });
  for (const { part, index, value } of pieces) {
    const piece = element('span', { class: `piece c${index % 10}` }, value / whole > .08 ? `${part.part} ${share(value, whole)}` : '');
    piece.style.flexGrow = value / whole;
    drawn.append(piece);
  }
  return element('div', { class: 'share-row' }, element('span', { class: 'muted' }, title), pieces.length > 0 ? drawn : element('span', { class: 'share muted' }, nothing));
}

function share(part, whole) {
  return whole > 0 ? percent(part / whole) : '–';
}
