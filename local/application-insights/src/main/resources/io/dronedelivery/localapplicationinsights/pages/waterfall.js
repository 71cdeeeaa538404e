import { ask } from './api.js';
import { code, element, millis, niceStep, time } from './format.js';

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
    this.services = [...new Set(data.rows.map((row) => row.role))];
    this.root.querySelector('h1').textContent = data.rows[0].name;
    this.only = element('input', { type: 'checkbox' });
    this.only.addEventListener('change', () => this.table.classList.toggle('critical-only', this.only.checked));
    this.table = this.waterfall(data);
    this.body.replaceChildren(
      ...verdict(data.rows),
      element('p', { class: 'note' }, `${time(data.start)} · ${times(data)} · operation ${data.operationId}`),
      element('ul', { class: 'legend' }, ...this.services.map((role) => key(this.color(role), role || 'unknown')),
        key('failed', 'failed or refused'), key('backoff', 'back-off after a 429'), key('critical', 'on the critical path: the answer waited for it')),
      element('label', { class: 'check' }, this.only, 'Only the critical path'),
      element('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': 'Waterfall' }, this.table));
  }

  color(role) {
    return `c${this.services.indexOf(role) % 10}`;
  }

  waterfall(data) {
    const step = niceStep(data.durationMs);
    const ticks = Array.from({ length: Math.floor(data.durationMs / step) + 1 }, (_, index) => index * step)
      .filter((at) => at < data.durationMs * .95 || at === 0);
    const scale = element('div', { class: 'scale' }, ...ticks.map((at) => placed(element('span', {}, millis(at)), at, data.durationMs)));
    const made = element('table', { class: 'waterfall' },
      element('caption', {}, 'Calls in their order, each below the one that made it'),
      element('thead', {}, element('tr', {},
        element('th', { scope: 'col', class: 'call' }, 'Call'), element('th', { scope: 'col', class: 'service' }, 'Service'),
        element('th', { scope: 'col', class: 'code' }, 'Result'), element('th', { scope: 'col', class: 'took number' }, 'Duration'),
        element('th', { scope: 'col' }, scale))),
      element('tbody', {}, ...data.rows.flatMap((row, index) => this.rows(row, index, data.durationMs))));
    made.style.setProperty('--tick', `${(100 * step) / (data.durationMs || 1)}%`);
    return made;
  }

  rows(row, index, total) {
    const wait = row.kind === 'backoff';
    const id = `detail-${index}`;
    const partition = row.dimensions['cosmos.partition'];
    const button = element('button', { type: 'button', class: 'call-name', 'aria-expanded': 'false', 'aria-controls': id }, row.name,
      row.critical ? element('span', { class: 'critical-mark', title: 'On the critical path' }, '◆', element('span', { class: 'unseen' }, ' on the critical path')) : null,
      partition && partition !== 'none' ? element('span', { class: 'muted' }, `partition ${partition}`) : null);
    const call = element('td', { class: 'call' }, wait ? element('span', { class: 'wait' }, row.name) : button);
    call.style.paddingLeft = `${.4 + Math.min(row.depth, 8) * .9}rem`;
    const line = element('tr', { 'data-kind': row.kind, class: row.critical ? 'critical' : null }, call,
      element('td', { class: 'service' }, element('span', { class: `swatch ${this.color(row.role)}` }, row.role)),
      element('td', { class: `code${row.success ? '' : ' bad'}` }, code(row.resultCode) || (row.success ? '' : 'failed')),
      element('td', { class: 'took number' }, row.durationMs > 0 ? millis(row.durationMs) : ''),
      element('td', { class: 'bar-cell' }, bar(row, total, this.color(row.role))));
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

/** What the caller got, where that is not a plain success. */
function verdict(rows) {
  const missing = rows.filter((row) => row.depth === 1 && row.dimensions['gateway.part'] && !row.success);
  const reason = (row) => `${row.dimensions['gateway.part']} (${(row.dimensions['problem.type'] ?? '').split(':').pop() || code(row.resultCode) || 'failed'})`;
  if (rows[0].success && missing.length > 0) {
    return [element('p', { class: 'verdict wait' }, `Degraded: the answer lacks ${missing.map(reason).join(', ')}.`)];
  }
  return rows[0].success ? [] : [element('p', { class: 'verdict bad' }, `Failed with ${code(rows[0].resultCode) || 'no answer'}.`)];
}

function times(data) {
  const later = data.durationMs - data.answeredMs > 1 ? `, the last work ended after ${millis(data.durationMs)}` : '';
  const waited = data.backOffMs > 0 ? `, of which ${millis(data.backOffMs)} were spent waiting after a 429` : '';
  return `answered after ${millis(data.answeredMs)}${later}${waited}`;
}

function key(kind, text) {
  return element('li', {}, element('span', { class: `span ${kind}` }), text);
}

function placed(made, at, total) {
  made.style.left = `${(100 * at) / (total || 1)}%`;
  return made;
}

function bar(row, total, color) {
  const timed = ['request', 'dependency', 'backoff'].includes(row.kind);
  const kind = !timed ? 'mark' : row.kind === 'backoff' ? 'backoff' : `${row.kind} ${color}${row.success ? '' : ' failed'}${row.critical ? ' critical' : ''}`;
  const span = placed(element('div', { class: `span ${kind}`, title: `from ${millis(row.offsetMs)}, ${millis(row.durationMs)}` }), row.offsetMs, total);
  if (timed) {
    span.style.width = `${(100 * row.durationMs) / (total || 1)}%`;
  }
  return element('div', { class: 'track' }, span);
}

function details(row) {
  const entries = [['type', row.type], ['starts after', millis(row.offsetMs)], ['text', row.text], ['id', row.id], ...Object.entries(row.dimensions)];
  return element('dl', { class: 'dimensions' }, ...entries.filter(([, value]) => value)
    .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}
