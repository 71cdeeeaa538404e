const LIGHT = ['#0072b2', '#d98e00', '#009e73', '#cc79a7', '#3d9bd1', '#d55e00', '#7d7d7d', '#a39200', '#7a5fd0', '#008f8f'];
const DARK = ['#4aa8e8', '#f0b43c', '#2fc897', '#e29cc4', '#8fd3ff', '#ff8a47', '#b3b3b3', '#d9c93d', '#a791f2', '#3dcfcf'];
const dark = matchMedia('(prefers-color-scheme: dark)');
const charts = [];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function number(value, digits) {
  if (typeof value !== 'number' || Number.isNaN(value)) {
    return '–';
  }
  const size = Math.abs(value);
  const most = digits ?? (size >= 100 ? 0 : size >= 10 ? 1 : 2);
  return new Intl.NumberFormat('en', { maximumFractionDigits: most }).format(value);
}

const percent = (value) => (typeof value === 'number' ? `${number(value * 100, 0)} %` : '–');
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const anchor = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const id = (run) => anchor(run.name);

/**
 * A figure with lines over the seconds of the run: {name, values, right, dashed, color}. Lines over something else have points [x, y] instead of
 * values, and x has a unit: with a circle at each unless plain, without a line when they are marks. A value that is missing is passed over, or a gap with gaps. The scale is 'value', from zero on, or 'log'. With the unit NINES x is a percentage, drawn by its nines: 90 %, 99 % and 99.9 % are
 * as far from each other, because the slowest requests are what such a chart is for.
 */
const NINES = 'nines';
const nines = (percentage) => -Math.log10(1 - percentage / 100);
const ofNines = (value) => `${number(100 * (1 - 10 ** -value), 3)} %`;

function chart(title, note, unit, rightUnit, drawnLines, xUnit = ' s', scale = 'value') {
  const lines = drawnLines.map((line) => ({
    ...line, values: line.values ?? line.points.map(([, y]) => y), points: xUnit === NINES ? line.points.map(([x, y]) => [nines(x), y]) : line.points,
  }));
  const canvas = element('div', { class: 'chart', role: 'img', 'aria-label': title });
  const drawn = lines.filter((line) => line.values.some((value) => typeof value === 'number'));
  const figure = element('figure', { class: 'panel' }, element('h3', {}, title), element('p', { class: 'note' }, note),
    drawn.length ? canvas : element('p', { class: 'nothing' }, 'Nothing was reported.'));
  if (drawn.length) {
    const made = { canvas, unit, rightUnit, xUnit, scale, lines: drawn, hidden: new Set(), legend: element('div', { class: 'legend', role: 'group', 'aria-label': 'Lines' }) };
    made.legend.append(...drawn.map((line) => legendButton(made, line)));
    figure.append(made.legend);
    charts.push(made);
    const last = (line) => line.values.filter((value) => typeof value === 'number');
    canvas.setAttribute('aria-label', `${title}. ${drawn.map((line) => `${line.name}: highest ${number(last(line).reduce((a, b) => Math.max(a, b)))}`).join('; ')}`);
  }
  return figure;
}

/** Hides the line of this name, or shows it again. */
function legendButton(chart, line) {
  const button = element('button', { type: 'button', class: line.dashed ? 'dashed' : null, 'aria-pressed': 'true' }, line.name);
  button.addEventListener('click', () => {
    if (!chart.hidden.delete(line.name)) {
      chart.hidden.add(line.name);
    }
    button.setAttribute('aria-pressed', String(!chart.hidden.has(line.name)));
    draw(chart);
  });
  return button;
}

function draw({ canvas, unit, rightUnit, xUnit, scale, lines, hidden, legend }) {
  const text = style('--muted');
  const palette = dark.matches ? DARK : LIGHT;
  const colors = lines.map((line, index) => (line.color ? style(line.color) : palette[index % palette.length]));
  colors.forEach((color, index) => legend.children[index].style.setProperty('--stroke', color));
  const axis = (name, right) => ({
    type: scale, name, min: scale === 'log' ? null : 0, nameTextStyle: { color: text, align: right ? 'right' : 'left' }, axisLabel: { color: text },
    splitLine: { show: !right, lineStyle: { color: style('--grid') } },
  });
  const made = echarts.getInstanceByDom(canvas) ?? echarts.init(canvas, null, { renderer: 'svg' });
  made.setOption({
    animation: false,
    grid: { left: 8, right: 20, top: 34, bottom: 4, containLabel: true },
    legend: { show: false, selected: Object.fromEntries([...hidden].map((name) => [name, false])) },
    tooltip: { trigger: 'axis', confine: true, valueFormatter: (value) => number(value), backgroundColor: style('--surface'), borderColor: style('--line'), textStyle: { color: style('--text') } },
    xAxis: { type: 'value', min: xUnit === ' s' || xUnit === NINES ? 0 : 'dataMin', max: 'dataMax', interval: xUnit === NINES ? 1 : null, axisLabel: { color: text, formatter: xUnit === NINES ? ofNines : `{value}${xUnit}`, hideOverlap: true, showMaxLabel: false }, axisPointer: { label: { formatter: ({ value }) => (xUnit === NINES ? ofNines(value) : `${number(value)}${xUnit}`) } }, splitLine: { show: false }, axisLine: { lineStyle: { color: style('--line') } } },
    yAxis: rightUnit ? [axis(unit, false), axis(rightUnit, true)] : [axis(unit, false)],
    series: lines.map((line, index) => ({
      type: 'line', name: line.name, yAxisIndex: line.right ? 1 : 0, step: line.stepped ? 'end' : false, symbol: line.points && !line.plain ? 'circle' : 'none', symbolSize: line.marks ? 9 : 4, connectNulls: !line.gaps,
      data: line.points ?? line.values.map((value, second) => [second + (line.shift ?? 0), value ?? null]).filter(([second]) => second >= 0),
      color: colors[index], lineStyle: { width: line.marks ? 0 : line.thin ? 1 : 2, type: line.dashed ? 'dashed' : 'solid' },
    })),
  }, { notMerge: true });
}

/** All runs side by side; rows: {title, ours(run), theirs(published) or null, input}; title(run): of the section that shows it. */
function figures(runs, rows, caption, title) {
  return element('div', { class: 'panel scroll' }, element('table', { class: 'figures' },
    element('caption', {}, `Measured here; in brackets what was published. ${caption}`),
    element('thead', {}, element('tr', {}, element('td'), runs.map((run) => element('th', { scope: 'col' }, element('a', { href: `#${anchor(title(run))}` }, run.name))))),
    element('tbody', {}, rows.map((row) => element('tr', { class: row.input ? 'input' : null }, element('th', { scope: 'row' }, row.title),
      runs.map((run) => element('td', {}, row.ours(run), theirs(row, run))))))));
}

function theirs(row, run) {
  const their = row.theirs && Object.keys(run.published).length ? row.theirs(run.published) : null;
  return their === null ? null : element('span', { class: 'theirs' }, ` (${their})`);
}

const judged = (check) => check.judged !== false;
const fails = (check) => judged(check) && !check.holds;
const count = (many, one, more) => `${many} ${many === 1 ? one : more}`;

/** How many checks hold, in words. */
function summary(all) {
  const failing = all.filter(fails).length;
  const left = all.filter((check) => !judged(check)).length;
  const counted = all.length - left;
  const text = !counted ? 'No check was made yet' : failing ? `${failing} of ${count(counted, 'check fails', 'checks fail')}` : `${counted === 1 ? 'The check holds' : `All ${counted} checks hold`}`;
  return left ? `${text}, ${left} of speed are not judged` : text;
}

function outcome(check) {
  const [kind, text] = !judged(check) ? ['wait', '– not judged'] : check.holds ? ['good', '✓ holds'] : ['bad', '✗ fails'];
  return element('td', { class: kind }, text);
}

/** Whether an experiment goes on, and for how long, in words; empty when it was run to its end. */
function progress({ planned, finished, failed, expectedEnd, interrupted }) {
  const over = finished.length + Object.keys(failed).length;
  if (interrupted) {
    return `interrupted after ${over} of ${planned.length}`;
  }
  if (over === planned.length) {
    return '';
  }
  const minutes = Math.ceil((expectedEnd - Date.now()) / 60_000);
  const left = !expectedEnd ? '' : minutes > 0 ? `, about ${count(minutes, 'minute', 'minutes')} left` : `, ${count(1 - minutes, 'minute', 'minutes')} later than expected`;
  return `running, ${over} of ${planned.length}${left}`;
}

/** What was found, how far it is, and whether the machine is fit. */
function conclusion({ fitness, tests, runs }, told) {
  const { found, advice } = runs.length && told ? told(runs) : {};
  const state = progress(tests);
  if (state.startsWith('running')) {
    setTimeout(() => location.reload(), 20_000);
  }
  return [
    state ? element('p', { class: 'state wait' }, `${state[0].toUpperCase()}${state.slice(1)}.${found && !tests.interrupted ? ' So far:' : ''}`) : null,
    found ? element('ul', { class: 'finding' }, element('li', {}, found), element('li', {}, element('strong', {}, 'What to do: '), advice)) : null,
    fitness?.reasons.length ? element('p', { class: 'state bad' }, `Not comparable: the machine was unfit before the first test, so checks of speed are not judged. ${fitness.reasons.join(' ')}`) : null,
    fitness && !fitness.reasons.length ? element('p', { class: 'note' }, `Comparable: before the first test a trivial endpoint answered ${number(fitness.slowest, 0)} to ${number(fitness.perSecond, 0)} requests a second, other programs used ${percent(fitness.busy)} of the processors, and ${number(fitness.freeGib)} GiB of memory were free.`) : null,
  ].filter(Boolean);
}

/** What the words of this page mean: {word: meaning}. */
function glossary(words) {
  const all = Object.entries(words);
  return all.length ? element('dl', { class: 'words' }, all.flatMap(([word, meaning]) => [element('dt', {}, word), element('dd', {}, meaning)])) : null;
}

/** The numbers of a cell such as "12 / 3,400"; none where the cell has words. */
const numbers = (cell) => (/^[\d,.]+( \/ [\d,.]+)*$/.test(cell) ? cell.split(' / ').map((one) => Number(one.replaceAll(',', ''))) : []);

/** A figure of a run; empty where the run has none, as one of an earlier version may. */
function cellOf(row, run) {
  try {
    return String(row.ours(run));
  } catch {
    return '';
  }
}

/** Each figure that this run and the one before have: the largest change first. */
function changes(rows) {
  const earlier = new Map(before.runs.map((run) => [run.name, run]));
  let title = '';
  return rows.filter((row) => !row.input).flatMap((row) => {
    title = row.title.startsWith('… ') ? `${title.split(', ')[0]}, ${row.title.slice(2)}` : row.title;
    const named = title;
    return results.runs.filter((run) => earlier.has(run.name)).flatMap((run) => {
      const [was, is] = [cellOf(row, earlier.get(run.name)), cellOf(row, run)];
      const [old, now] = [numbers(was), numbers(is)];
      const change = old.length && old.length === now.length ? now.map((value, index) => (value === old[index] ? 0 : value / old[index] - 1)) : [];
      return change.length && change.every(Number.isFinite) ? [{ run: run.name, title: named, was, is, change, most: Math.max(...change.map(Math.abs)) }] : [];
    });
  }).sort((a, b) => b.most - a.most);
}

function comparison(rows) {
  if (!before || !results.runs.length) {
    return [element('p', { class: 'note' }, before ? '' : 'There is no earlier run of this profile to compare with.')];
  }
  const all = changes(rows);
  const when = new Date(before.tests.started).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  const folder = `${new Date(before.tests.started).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const earlier = location.pathname.includes('/earlier/') ? '..' : 'earlier';
  const signed = (value) => `${value > 0 ? '+' : ''}${number(value * 100, 0)} %`;
  const [then, now] = [before.fitness?.perSecond, results.fitness?.perSecond];
  const machine = then && now ? ` The machine answered ${number(now / then)} times as many requests of a trivial endpoint as then.` : '';
  const unfit = before.fitness?.reasons.length ? ' That run is not comparable.' : '';
  return [
    element('h2', {}, 'Compared with the run before'),
    element('p', { class: 'note' }, 'That of ', element('a', { href: `${earlier}/${folder}/index.html` }, when), `. ${count(all.filter((one) => one.most > .1).length, 'figure', 'figures')} of ${all.length} changed by more than 10 %.${unfit}${machine}`),
    element('details', {}, element('summary', {}, 'Each figure, the largest change first'), element('div', { class: 'panel scroll' }, element('table', {},
      element('thead', {}, element('tr', {}, ['Test', 'Figure', 'Before', 'Now', 'Change'].map((name, column) => element('th', { scope: 'col', class: column > 1 ? 'number' : null }, name)))),
      element('tbody', {}, all.map((one) => element('tr', {}, element('th', { scope: 'row' }, one.run), element('td', {}, one.title),
        [one.was, one.is, one.change.map(signed).join(' / ')].map((cell) => element('td', { class: 'number' }, cell)))))))),
  ];
}

function checks(all) {
  const failing = all.filter(fails).length;
  return [
    element('h2', {}, summary(all)),
    element('details', { open: failing > 0 }, element('summary', {}, 'What must hold'), element('div', { class: 'panel scroll' }, element('table', {},
      element('tbody', {}, all.map((check) => element('tr', {}, outcome(check),
        element('th', { scope: 'row' }, check.name), element('td', { class: 'lines' }, check.figure))))))),
  ];
}

/** Which of the tests that were to be run were. */
function extent({ planned, finished, failed }) {
  const left = planned.filter((name) => !finished.includes(name)).map((name) => (failed[name] ? `${name} (failed)` : name));
  return element('p', { class: 'note' }, `Run to their end: ${finished.join('; ') || 'none yet'}.${left.length ? ` Not: ${left.join('; ')}.` : ''}`);
}

function inputs() {
  return element('details', {}, element('summary', {}, 'Where the inputs come from'), element('div', { class: 'panel' }, results.inputs.map((text) => element('p', {}, text))));
}

/**
 * Fills the page.
 *
 * found(runs): what was found, in two sentences, and what to do, {found, advice}; words: what the words of this page mean; rows: of the table of all figures, see there; caption: what of the published figures can be compared; title(run): of the section that shows
 * it, to which a link leads; section(...runs): what is shown of the runs whose title is the same, with that title as its anchor.
 */
function show({ rows, found, words = {}, caption, title = (run) => run.name, section }) {
  const sections = new Map();
  results.runs.forEach((run) => sections.set(title(run), [...(sections.get(title(run)) ?? []), run]));
  if (location.pathname.includes('/earlier/')) {
    document.querySelector('.brand a').href = '../../../index.html';
  }
  document.getElementById('about').textContent = `Profile ${results.profile}. Machine: ${results.machine.processors} × ${results.machine.cpu}, ${results.machine.memory}, ${results.machine.system}, ${results.machine.java}.`;
  document.getElementById('tests').append(...[...sections.keys()].map((name) => element('a', { href: `#${anchor(name)}` }, name)));
  document.getElementById('conclusion').append(...conclusion(results, found), ...[glossary(words)].filter(Boolean));
  document.getElementById('before').append(...comparison(rows));
  document.getElementById('checks').append(...checks(results.checks), extent(results.tests));
  if (results.runs.length) {
    document.getElementById('figures').append(figures(results.runs, rows, caption, title));
  }
  document.getElementById('inputs').append(inputs());
  document.getElementById('runs').append(...[...sections.values()].map((runs) => section(...runs)));
  charts.forEach(draw);
  new ResizeObserver(() => charts.forEach(({ canvas }) => echarts.getInstanceByDom(canvas)?.resize())).observe(document.body);
  dark.addEventListener('change', () => charts.forEach(draw));
}
