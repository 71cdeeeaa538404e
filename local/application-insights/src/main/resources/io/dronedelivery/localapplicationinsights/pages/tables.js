import { element, number } from './format.js';

/** What was unfolded stays so while new figures come in. */
const unfolded = new Set();

/**
 * A table that says how many rows it has, and shows the first of them until all are asked for.
 * Columns have a title, a value of a row (a text or an element), and whether it is a number or the name of the row.
 */
export function table(caption, columns, rows, { cards = false, first = 12, total = rows.length } = {}) {
  const key = `${location.hash.split('?')[0]} ${caption} ${columns.length}`;
  const all = () => unfolded.has(key) || rows.length <= first;
  const line = (row) => element('tr', {}, ...columns.map((column) => cell(column, row)));
  const body = element('tbody', {}, ...(all() ? rows : rows.slice(0, first)).map(line));
  const count = rows.length === total ? `${number(total)} ${total === 1 ? 'row' : 'rows'}` : `${number(rows.length)} of ${number(total)} rows`;
  const head = element('tr', {}, ...columns.map((column) => element('th', { scope: 'col', class: column.number ? 'number' : null }, column.title)));
  const made = element('table', { class: cards ? 'cards' : null }, element('caption', {}, `${caption}: ${count}`), element('thead', {}, head), body);
  const more = rows.length <= first ? null : element('button', { type: 'button', class: 'more', 'aria-expanded': String(all()) });
  const label = () => (all() ? `Show the first ${first} only` : `Show all ${number(rows.length)} rows`);
  if (more) {
    more.textContent = label();
    more.addEventListener('click', () => {
      unfolded[unfolded.has(key) ? 'delete' : 'add'](key);
      body.replaceChildren(...(all() ? rows : rows.slice(0, first)).map(line));
      more.textContent = label();
      more.setAttribute('aria-expanded', String(all()));
    });
  }
  return element('div', {}, element('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': caption }, made), more);
}

function cell(column, row) {
  const kind = column.number ? 'number' : column.name ? 'name' : null;
  const bad = column.bad?.(row) ? 'bad' : null;
  const warn = column.warn?.(row) ? 'wait' : null;
  const classes = [kind, bad, warn].filter(Boolean).join(' ') || null;
  return element('td', { class: classes, 'data-label': column.title }, column.value(row));
}

/** A figure with its name and a remark; mark is bad, warn or nothing. */
export function tile(name, value, note, mark) {
  return element('div', { class: mark || null }, element('dt', {}, name), element('dd', {}, value, element('small', {}, note)));
}

export function select(name, options) {
  return element('select', { name }, ...options.map(([value, text]) => element('option', { value }, text)));
}

export function label(text, field) {
  return element('label', {}, text, field);
}

/** A form whose fields act at once. */
export function filter(name, changed, ...fields) {
  const form = element('form', { class: 'filter', role: 'search', 'aria-label': name }, ...fields);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', changed);
  return form;
}

/** Buttons for the pages of a list. */
export class Pager {
  constructor(size, changed) {
    this.size = size;
    this.offset = 0;
    this.changed = changed;
    this.text = element('span', { class: 'muted' });
    this.back = this.button('Previous', -size);
    this.next = this.button('Next', size);
    this.root = element('div', { class: 'pager' }, this.back, this.text, this.next);
  }

  button(text, change) {
    const made = element('button', { type: 'button' }, text);
    made.addEventListener('click', () => {
      this.offset += change;
      this.changed();
    });
    return made;
  }

  show(total) {
    this.offset = Math.max(0, Math.min(this.offset, Math.ceil(total / this.size - 1) * this.size));
    const last = Math.min(this.offset + this.size, total);
    this.text.textContent = `${number(total === 0 ? 0 : this.offset + 1)} to ${number(last)} of ${number(total)}`;
    this.back.disabled = this.offset === 0;
    this.next.disabled = last >= total;
    this.root.hidden = total <= this.size;
  }
}
