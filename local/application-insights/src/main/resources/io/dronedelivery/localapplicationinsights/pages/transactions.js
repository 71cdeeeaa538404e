import { ask } from './api.js';
import { code, element, millis, number, time } from './format.js';
import { table } from './tables.js';

const COLUMNS = [
  { title: 'Transaction', name: true, value: (row) => element('a', { href: `#/transactions/${encodeURIComponent(row.operationId)}` }, row.name || row.operationId) },
  { title: 'Time', value: (row) => time(row.start) },
  { title: 'Service', value: (row) => row.role },
  { title: 'Result', value: (row) => (row.success ? code(row.resultCode) : `${code(row.resultCode)} failed`), bad: (row) => !row.success },
  { title: 'Duration', number: true, value: (row) => millis(row.durationMs) },
  { title: 'Calls', number: true, value: (row) => number(row.dependencies) },
  { title: '429', number: true, value: (row) => number(row.throttled), bad: (row) => row.throttled > 0 },
  { title: 'Exceptions', number: true, value: (row) => number(row.exceptions), bad: (row) => row.exceptions > 0 },
];

/** The transactions that are kept: the slowest first, or the latest. */
export class TransactionsPage {
  title = 'Transactions';

  constructor(view) {
    this.text = element('input', { type: 'search', name: 'text', placeholder: 'name, service or id' });
    this.kind = select('show', [['all', 'All'], ['failed', 'Failed only'], ['throttled', 'With a 429']]);
    this.slower = element('input', { type: 'number', name: 'slowerThanMs', min: '0', max: '86400000', size: '7', placeholder: '0' });
    this.sort = select('sort', [['slowest', 'Slowest first'], ['latest', 'Latest first']]);
    this.list = element('div', { class: 'panel' });
    const form = element('form', { class: 'filter', role: 'search', 'aria-label': 'Transactions' },
      label('Search', this.text), label('Show', this.kind), label('Slower than (ms)', this.slower), label('Order', this.sort));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => view.refresh());
    this.root = element('div', {}, element('h1', {}, 'Transactions'), form, this.list);
  }

  async update() {
    const rows = await ask('transactions', {
      text: this.text.value, show: this.kind.value, slowerThanMs: this.slower.value, sort: this.sort.value,
    });
    if (this.list.contains(document.activeElement)) {
      return; // a list that changes under the reader's keyboard is no help
    }
    this.list.replaceChildren(rows.length === 0
      ? element('p', { class: 'nothing' }, 'No transaction fits.')
      : table(`${rows.length} transactions`, COLUMNS, rows, { cards: true }));
  }
}

export function select(name, options) {
  return element('select', { name }, ...options.map(([value, text]) => element('option', { value }, text)));
}

export function label(text, field) {
  return element('label', {}, text, field);
}
