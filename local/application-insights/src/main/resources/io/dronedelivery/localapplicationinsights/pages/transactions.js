import { ask } from './api.js';
import { code, element, millis, number, time } from './format.js';
import { link } from './route.js';
import { filter, label, Pager, select, table } from './tables.js';

const KINDS = [['gateway', 'Requests to the gateway'], ['requests', 'Requests to all services'], ['background', 'Background work'], ['all', 'Everything']];
const SIZE = 50;
const COLUMNS = [
  { title: 'Transaction', name: true, value: (row) => element('a', { href: link('transactions', {}, row.operationId) }, row.name || row.operationId) },
  { title: 'Time', value: (row) => time(row.start) },
  { title: 'Service', value: (row) => row.role },
  { title: 'Result', value: result, bad: (row) => !row.success && !refused(row), warn: (row) => refused(row) || row.missing.length > 0 },
  { title: 'Duration', number: true, value: (row) => millis(row.durationMs) },
  { title: 'Calls', number: true, value: (row) => number(row.dependencies) },
  { title: '429', number: true, value: (row) => number(row.throttled), bad: (row) => row.throttled > 0 },
  { title: 'Exceptions', number: true, value: (row) => number(row.exceptions), bad: (row) => row.exceptions > 0 },
];

/** The transactions that are kept: those of the gateway at first, the latest first. */
export class TransactionsPage {
  title = 'Transactions';

  constructor(view, given) {
    this.given = given;
    this.text = element('input', { type: 'search', name: 'text', placeholder: 'name, service or id' });
    this.kind = select('kind', KINDS);
    this.show = select('show', [['all', 'All'], ['degraded', 'Degraded only'], ['failed', 'Failed only'], ['throttled', 'With a 429']]);
    this.slower = element('input', { type: 'number', name: 'slowerThanMs', min: '0', max: '86400000', size: '7', placeholder: '0' });
    this.sort = select('sort', [['latest', 'Latest first'], ['slowest', 'Slowest first']]);
    this.kind.value = given.get('kind') ?? 'gateway';
    this.show.value = given.get('show') ?? 'all';
    this.pager = new Pager(SIZE, () => view.refresh());
    this.list = element('div');
    const form = filter('Transactions', () => { this.pager.offset = 0; view.refresh(); },
      label('Search', this.text), label('Of', this.kind), label('Show', this.show), label('Slower than (ms)', this.slower), label('Order', this.sort));
    this.root = element('div', {}, element('h1', {}, 'Transactions'), this.chosen(), form,
      element('div', { class: 'panel' }, this.list, this.pager.root));
  }

  /** What the link that led here has chosen, with a way back to all. */
  chosen() {
    const [name, from, to] = ['name', 'from', 'to'].map((key) => this.given.get(key));
    const when = from && (to ? `between ${time(Number(from))} and ${time(Number(to))}` : `since ${time(Number(from))}`);
    const text = [name, when].filter(Boolean).join(' ');
    return text ? element('p', { class: 'note' }, `Only ${text}. `, element('a', { href: '#/transactions' }, 'Show all')) : null;
  }

  async update() {
    const page = await ask('transactions', {
      text: this.text.value, kind: this.kind.value, show: this.show.value, slowerThanMs: this.slower.value, sort: this.sort.value,
      name: this.given.get('name'), from: this.given.get('from'), to: this.given.get('to'), offset: this.pager.offset, limit: SIZE,
    });
    if (this.list.contains(document.activeElement)) {
      return; // a list that changes under the reader's keyboard is no help
    }
    this.pager.show(page.total);
    this.list.replaceChildren(page.rows.length === 0
      ? element('p', { class: 'nothing' }, this.kind.value === 'gateway' ? 'No request to the gateway fits. Choose another kind, or call the gateway.' : 'No transaction fits.')
      : table('Transactions', COLUMNS, page.rows, { cards: true, first: SIZE, total: page.total }));
  }
}

/** The caller's request was wrong, or what it asks for does not exist. */
function refused(row) {
  return row.resultCode.startsWith('4');
}

/** The status in words: an answer that lacks a part is never shown as a plain success. */
function result(row) {
  if (!row.success && !refused(row)) {
    return `${code(row.resultCode)} failed`;
  }
  if (row.missing.length > 0) {
    return `${code(row.resultCode)} degraded, without ${row.missing.join(', ')}`;
  }
  return row.shared ? `${code(row.resultCode)} with shared calls` : code(row.resultCode);
}
