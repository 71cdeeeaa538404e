import { ask } from './api.js';
import { element, time } from './format.js';
import { table } from './tables.js';
import { label, select } from './transactions.js';

const COLUMNS = [
  { title: 'Message', name: true, value: message },
  { title: 'Time', value: (row) => time(row.at) },
  { title: 'Severity', value: (row) => row.severity.toLowerCase(), bad: (row) => ['ERROR', 'CRITICAL'].includes(row.severity) },
  { title: 'Service', value: (row) => row.role },
];

/** Traces and exceptions, the latest first. */
export class LogsPage {
  title = 'Logs';

  constructor(view) {
    this.text = element('input', { type: 'search', name: 'text' });
    this.level = select('level', [['verbose', 'All'], ['information', 'Information'], ['warning', 'Warning'], ['error', 'Error']]);
    this.list = element('div', { class: 'panel' });
    const form = element('form', { class: 'filter', role: 'search', 'aria-label': 'Logs' }, label('Search', this.text), label('At least', this.level));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => view.refresh());
    this.root = element('div', {}, element('h1', {}, 'Logs'), form, this.list);
  }

  async update() {
    const rows = await ask('logs', { text: this.text.value, level: this.level.value });
    if (this.list.contains(document.activeElement)) {
      return;
    }
    this.list.replaceChildren(rows.length === 0
      ? element('p', { class: 'nothing' }, 'Nothing fits.')
      : table(`${rows.length} traces and exceptions, the latest first`, COLUMNS, rows, { cards: true }));
  }
}

function message(row) {
  const text = row.operationId
    ? element('a', { href: `#/transactions/${encodeURIComponent(row.operationId)}` }, row.message)
    : row.message;
  return row.stack
    ? element('div', {}, text, element('details', {}, element('summary', {}, 'Stack'), element('pre', {}, row.stack)))
    : text;
}
