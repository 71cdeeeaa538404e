import { element } from './format.js';

/**
 * A table. Columns have a title, a value of a row (a text or an element), and whether it is a number or the name of the row.
 */
export function table(caption, columns, rows, { cards = false } = {}) {
  const head = element('tr', {}, ...columns.map((column) =>
    element('th', { scope: 'col', class: column.number ? 'number' : null }, column.title)));
  const body = rows.map((row) => element('tr', {}, ...columns.map((column) => cell(column, row))));
  const made = element('table', { class: cards ? 'cards' : null },
    element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...body));
  return element('div', { class: cards ? 'scroll-x' : 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, made);
}

function cell(column, row) {
  const kind = column.number ? 'number' : column.name ? 'name' : null;
  const bad = column.bad?.(row) ? 'bad' : null;
  const classes = [kind, bad].filter(Boolean).join(' ') || null;
  return element('td', { class: classes, 'data-label': column.title }, column.value(row));
}
