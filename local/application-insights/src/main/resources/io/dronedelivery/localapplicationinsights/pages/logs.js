import { ask } from './api.js';
import { element, time } from './format.js';
import { link } from './route.js';
import { filter, label, Pager, select, table } from './tables.js';

const SIZE = 100;
const SHORT = 200;
const LEVELS = { VERBOSE: 'Verbose', INFORMATION: 'Information', WARNING: 'Warning', ERROR: 'Error', CRITICAL: 'Critical' };
const COLUMNS = [
  { title: 'Message', name: true, value: message },
  { title: 'Level', value: (row) => LEVELS[row.severity], bad: (row) => ['ERROR', 'CRITICAL'].includes(row.severity), warn: (row) => row.severity === 'WARNING' },
  { title: 'Time', value: (row) => time(row.at) },
  { title: 'Service', value: (row) => row.role },
  { title: 'Transaction', value: (row) => (row.operationId ? element('a', { href: link('transactions', {}, row.operationId), 'aria-label': `Transaction of ${time(row.at)}` }, 'Open') : '–') },
];

/** Traces and exceptions, the latest first. */
export class LogsPage {
  title = 'Logs';

  constructor(view) {
    this.text = element('input', { type: 'search', name: 'text' });
    this.level = select('level', [['verbose', 'All'], ['information', 'Information'], ['warning', 'Warning'], ['error', 'Error']]);
    this.list = element('div');
    const fresh = () => { this.list.replaceChildren(); view.refresh(); };
    this.pager = new Pager(SIZE, fresh);
    const form = filter('Logs', () => { this.pager.offset = 0; fresh(); }, label('Search', this.text), label('At least', this.level));
    this.root = element('div', {}, element('h1', {}, 'Logs'), form, element('div', { class: 'panel' }, this.list, this.pager.root));
  }

  async update() {
    const page = await ask('logs', { text: this.text.value, level: this.level.value, offset: this.pager.offset, limit: SIZE });
    if (this.list.contains(document.activeElement) || this.list.querySelector('details[open]')) {
      return; // what the reader has opened stays
    }
    this.pager.show(page.total);
    this.list.replaceChildren(page.rows.length === 0
      ? element('p', { class: 'nothing' }, 'Nothing fits.')
      : table('Traces and exceptions, the latest first', COLUMNS, page.rows, { cards: true, first: SIZE, total: page.total }));
  }
}

function message(row) {
  const [line] = row.message.split('\n');
  const short = line.length > SHORT ? `${line.slice(0, SHORT)} …` : line;
  const more = [short === row.message ? '' : row.message, row.stack, ...Object.entries(row.dimensions).map(([name, value]) => `${name}: ${value}`)].filter(Boolean);
  return more.length === 0 ? short : element('div', {}, short, element('details', {}, element('summary', {}, 'Details'), element('pre', {}, more.join('\n'))));
}
