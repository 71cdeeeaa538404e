import { AggregationsPage } from './aggregations.js';
import { ask } from './api.js';
import { FailuresPage } from './failures.js';
import { bytes, number } from './format.js';
import { LogsPage } from './logs.js';
import { MetricsPage } from './metrics.js';
import { OverviewPage } from './overview.js';
import { parse } from './route.js';
import { TransactionsPage } from './transactions.js';
import { WaterfallPage } from './waterfall.js';

const REFRESH_MILLIS = 2000;
const content = document.getElementById('content');
const minutes = document.getElementById('minutes');
const live = document.getElementById('live');
const status = document.getElementById('status');
const problem = document.getElementById('problem');

let page;
let timer;

/** What pages need to know: the parameters of the window. */
const view = {
  get parameters() {
    return { minutes: minutes.value, until: following() ? 'now' : 'last' };
  },
  refresh,
};

function following() {
  return live.getAttribute('aria-pressed') === 'true';
}

function open({ name, id, parameters }) {
  switch (name) {
    case 'transactions': return id ? new WaterfallPage(id) : new TransactionsPage(view, parameters);
    case 'failures': return new FailuresPage();
    case 'overview': return new OverviewPage();
    case 'metrics': return new MetricsPage(view);
    case 'logs': return new LogsPage(view);
    default: return new AggregationsPage();
  }
}

function navigate(moveFocus) {
  if (location.hash && !location.hash.startsWith('#/')) {
    content.focus();
    return;
  }
  page?.dispose?.();
  const route = parse(location.hash);
  page = open(route);
  content.replaceChildren(page.root);
  document.title = `${page.title} · Local Application Insights`;
  const section = `#/${route.name}`;
  document.querySelectorAll('nav a').forEach((link) => {
    link.toggleAttribute('aria-current', link.getAttribute('href') === section);
    if (link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'page');
    }
  });
  if (moveFocus) {
    content.focus();
  }
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  const shown = page;
  try {
    const [state] = await Promise.all([ask('status'), shown.update(view)]);
    status.textContent = `${number(state.received)} items received, ${number(state.refused)} refused, `
      + `${number(state.stored)} kept (${bytes(state.storedBytes)}), ${number(state.dropped)} dropped to make room.`;
    problem.textContent = '';
  } catch (failure) {
    problem.textContent = `No figures: ${failure.message}`;
  }
  clearTimeout(timer);
  if (following() && !document.hidden) {
    timer = setTimeout(refresh, REFRESH_MILLIS);
  }
}

live.addEventListener('click', () => {
  live.setAttribute('aria-pressed', String(!following()));
  refresh();
});
minutes.addEventListener('change', refresh);
addEventListener('hashchange', () => navigate(true));
document.addEventListener('visibilitychange', refresh);
navigate(false);
