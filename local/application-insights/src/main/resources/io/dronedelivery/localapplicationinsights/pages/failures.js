import { ask } from './api.js';
import { Chart } from './charts.js';
import { element, number, percent } from './format.js';
import { link, transactionsOf } from './route.js';
import { table } from './tables.js';

const MAX_LINES = 8;

/** What failed, by endpoint and code, and by call and reason. */
export class FailuresPage {
  title = 'Failures';

  constructor() {
    this.requests = new Chart({ title: 'Requests by code', unit: 'a second', moment: (from, to) => link('transactions', { from, to, kind: 'requests', show: 'failed' }), note: 'Answers with 4xx and 5xx of all services, and degraded answers of aggregations.' });
    this.calls = new Chart({ title: 'Calls by reason', unit: 'a second', moment: (from, to) => link('transactions', { from, to, kind: 'all' }), note: 'Calls of one service to another, to a database or to the broker. A retry may hide them from the caller.' });
    this.tables = element('div', { class: 'panels' });
    this.root = element('div', {}, element('h1', {}, 'Failures'), element('div', { class: 'panels' }, this.requests.figure, this.calls.figure), this.tables);
  }

  async update(view) {
    const [data, answers] = await Promise.all([ask('overview', view.parameters), ask('aggregations', view.parameters)]);
    const degraded = answers.aggregations.filter((row) => row.degraded > 0)
      .map((row) => ({ name: row.name, role: 'gateway', code: 'degraded', count: row.degraded, of: row.count, perSecond: row.degradedPerSecond }));
    const requests = sorted([...data.operations.flatMap(codes), ...degraded]);
    const calls = sorted(data.dependencies.flatMap(codes));
    this.requests.update(data, byCode(requests));
    this.calls.update(data, byCode(calls));
    if (this.tables.contains(document.activeElement)) {
      return;
    }
    this.tables.replaceChildren(
      panel('By endpoint and code', requests, 'No request failed in this window.', (row) => transactionsOf(row.name, data.from, null, { kind: 'requests', show: row.code === 'degraded' ? 'degraded' : 'failed' })),
      panel('By call and reason', calls, 'No call failed in this window.'));
  }

  dispose() {
    this.requests.dispose();
    this.calls.dispose();
  }
}

/** A row for each code with which a name has failed. */
function codes(row) {
  return row.failures.map((failure) => ({ ...failure, name: row.name, role: row.role, of: row.count }));
}

function sorted(rows) {
  return rows.sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

function panel(title, rows, nothing, href) {
  return element('section', { class: 'panel wide' }, element('h2', {}, title), rows.length === 0 ? element('p', { class: 'nothing' }, nothing)
    : table(`${title}, the most frequent first`, [
      { title: 'Name', name: true, value: (row) => (href ? element('a', { href: href(row) }, row.name) : row.name) },
      { title: 'Service', value: (row) => row.role },
      { title: 'Code', value: (row) => row.code, bad: (row) => !row.code.startsWith('4') },
      { title: 'Failed', number: true, value: (row) => number(row.count) },
      { title: 'Of all', number: true, value: (row) => percent(row.count / row.of) },
    ], rows, { cards: true }));
}

/** A line for each code, of all names together; the rest is one line. */
function byCode(rows) {
  const lines = new Map();
  for (const row of rows) {
    const known = [...lines.keys()];
    const code = lines.has(row.code) || known.length < MAX_LINES ? row.code : 'others';
    const line = lines.get(code) ?? row.perSecond.map(() => 0);
    lines.set(code, line.map((value, step) => value + row.perSecond[step]));
  }
  return [...lines].map(([name, values]) => ({ name, values, color: name === 'degraded' ? '--wait' : null }));
}
