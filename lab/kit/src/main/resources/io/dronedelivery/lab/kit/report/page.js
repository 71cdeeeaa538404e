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
 * values, and x has a unit: with a circle at each unless plain, without a line when they are marks. A value that is missing is passed over, or a gap with gaps. The scale is 'value', from zero on, or 'log'.
 */
function chart(title, note, unit, rightUnit, drawnLines, xUnit = ' s', scale = 'value') {
  const lines = drawnLines.map((line) => ({ ...line, values: line.values ?? line.points.map(([, y]) => y) }));
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
    xAxis: { type: 'value', min: xUnit === ' s' ? 0 : 'dataMin', max: 'dataMax', axisLabel: { color: text, formatter: `{value}${xUnit}`, hideOverlap: true, showMaxLabel: false }, splitLine: { show: false }, axisLine: { lineStyle: { color: style('--line') } } },
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

function checks(all) {
  const failing = all.filter((check) => !check.holds).length;
  return [
    element('h2', {}, failing ? `${failing} of ${all.length} checks fail` : `All ${all.length} checks hold`),
    element('details', { open: failing > 0 }, element('summary', {}, 'What must hold'), element('div', { class: 'panel scroll' }, element('table', {},
      element('tbody', {}, all.map((check) => element('tr', {}, element('td', { class: check.holds ? 'good' : 'bad' }, check.holds ? '✓ holds' : '✗ fails'),
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
 * rows: of the table of all figures, see there; caption: what of the published figures can be compared; title(run): of the section that shows
 * it, to which a link leads; section(...runs): what is shown of the runs whose title is the same, with that title as its anchor.
 */
function show({ rows, caption, title = (run) => run.name, section }) {
  const sections = new Map();
  results.runs.forEach((run) => sections.set(title(run), [...(sections.get(title(run)) ?? []), run]));
  document.getElementById('about').textContent = `Profile ${results.profile}. Machine: ${results.machine.processors} × ${results.machine.cpu}, ${results.machine.memory}, ${results.machine.system}, ${results.machine.java}.`;
  document.getElementById('tests').append(...[...sections.keys()].map((name) => element('a', { href: `#${anchor(name)}` }, name)));
  document.getElementById('checks').append(...checks(results.checks), extent(results.tests));
  document.getElementById('figures').append(figures(results.runs, rows, caption, title));
  document.getElementById('inputs').append(inputs());
  document.getElementById('runs').append(...[...sections.values()].map((runs) => section(...runs)));
  charts.forEach(draw);
  new ResizeObserver(() => charts.forEach(({ canvas }) => echarts.getInstanceByDom(canvas)?.resize())).observe(document.body);
  dark.addEventListener('change', () => charts.forEach(draw));
}
