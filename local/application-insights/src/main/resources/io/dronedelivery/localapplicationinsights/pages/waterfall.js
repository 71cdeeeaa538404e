import { ask } from './api.js';
import { code, element, millis, time } from './format.js';

const KINDS = [['request', 'request served'], ['dependency', 'call made'], ['failed', 'failed or refused'], ['backoff', 'back-off after a 429']];

/** One transaction from end to end: who called whom, when, and what they waited for. */
export class WaterfallPage {
  title = 'Transaction';

  constructor(operationId) {
    this.operationId = operationId;
    this.body = element('div', { class: 'panel' }, element('p', { class: 'nothing' }, 'Loading …'));
    this.root = element('div', {}, element('p', {}, element('a', { href: '#/transactions' }, '← All transactions')), element('h1', {}, 'Transaction'), this.body);
  }

  async update() {
    const data = await ask(`transactions/${encodeURIComponent(this.operationId)}`);
    if (data.rows.length === this.shown) {
      return; // nothing came since: what is open stays open
    }
    this.shown = data.rows.length;
    this.root.querySelector('h1').textContent = data.rows[0].name;
    const waited = data.backOffMs > 0 ? `, of which ${millis(data.backOffMs)} were spent waiting after a 429` : '';
    this.body.replaceChildren(
      element('p', { class: 'note' }, `${time(data.start)} · ${millis(data.durationMs)}${waited} · operation ${data.operationId}`),
      element('ul', { class: 'legend' }, ...KINDS.map(([kind, text]) => element('li', {}, element('span', { class: `span ${kind}` }), text))),
      element('div', { class: 'scroll-x' }, this.table(data)));
  }

  table(data) {
    const ticks = [0, .25, .5, .75].map((part) => element('span', {}, millis(data.durationMs * part)));
    const made = element('table', { class: 'waterfall' },
      element('caption', {}, 'Calls in their order, each below the one that made it'),
      element('thead', {}, element('tr', {},
        element('th', { scope: 'col', class: 'call' }, 'Call'), element('th', { scope: 'col', class: 'service' }, 'Service'),
        element('th', { scope: 'col', class: 'code' }, 'Result'), element('th', { scope: 'col', class: 'took number' }, 'Duration'),
        element('th', { scope: 'col' }, element('span', { class: 'scale' }, ...ticks)))),
      element('tbody', {}, ...data.rows.flatMap((row, index) => this.rows(row, index, data.durationMs))));
    return made;
  }

  rows(row, index, total) {
    const wait = row.kind === 'backoff';
    const id = `detail-${index}`;
    const partition = row.dimensions['cosmos.partition'];
    const button = element('button', { type: 'button', class: 'call-name', 'aria-expanded': 'false', 'aria-controls': id }, row.name,
      partition && partition !== 'none' ? element('span', { class: 'muted' }, `partition ${partition}`) : null);
    const call = element('td', { class: 'call' }, wait ? element('span', { class: 'wait' }, row.name) : button);
    call.style.paddingLeft = `${.4 + Math.min(row.depth, 8) * .9}rem`;
    const line = element('tr', { 'data-kind': row.kind }, call,
      element('td', { class: 'service muted' }, row.role),
      element('td', { class: `code${row.success ? '' : ' bad'}` }, code(row.resultCode) || (row.success ? '' : 'failed')),
      element('td', { class: 'took number' }, row.durationMs > 0 ? millis(row.durationMs) : ''),
      element('td', { class: 'bar-cell' }, bar(row, total)));
    if (wait) {
      return [line];
    }
    const detail = element('tr', { id, class: 'detail', hidden: true }, element('td', { colspan: '5' }, details(row)));
    button.addEventListener('click', () => {
      detail.hidden = !detail.hidden;
      button.setAttribute('aria-expanded', String(!detail.hidden));
    });
    return [line, detail];
  }
}

function bar(row, total) {
  const timed = ['request', 'dependency', 'backoff'].includes(row.kind);
  const kind = !timed ? 'mark' : row.success ? row.kind : 'failed';
  const span = element('div', { class: `span ${kind}`, title: `from ${millis(row.offsetMs)}, ${millis(row.durationMs)}` });
  const whole = total || 1;
  span.style.left = `${(100 * row.offsetMs) / whole}%`;
  if (timed) {
    span.style.width = `${(100 * row.durationMs) / whole}%`;
  }
  return element('div', { class: 'track' }, span);
}

function details(row) {
  const entries = [['type', row.type], ['starts after', millis(row.offsetMs)], ['text', row.text], ['id', row.id], ...Object.entries(row.dimensions)];
  return element('dl', { class: 'dimensions' }, ...entries.filter(([, value]) => value)
    .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}
