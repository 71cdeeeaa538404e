import * as echarts from './echarts.js';
import { element, number, shortTime, time } from './format.js';
import { Legend } from './legend.js';
import { table } from './tables.js';

const COLORS = 10;
const MAX_TABLE_ROWS = 150;

const dark = matchMedia('(prefers-color-scheme: dark)');
const charts = new Set();

function style(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * A figure with a line chart, and the same numbers as a table for those who cannot see it or want to copy them.
 * Series: {name, values, right (axis), dashed, stepped, gaps (no line where values are missing), color}. With moment, a function of a step's beginning and end, a click on the
 * chart or on a time in the table leads to its address.
 */
export class Chart {
  constructor({ title, of = '', note, unit, rightUnit, extra, moment }) {
    this.moment = moment;
    this.unit = unit;
    this.rightUnit = rightUnit;
    this.canvas = element('div', { class: moment ? 'chart moments' : 'chart', role: 'img', 'aria-label': title });
    this.nothing = element('p', { class: 'nothing', hidden: true }, 'Nothing in this window.');
    this.legend = new Legend(() => this.draw());
    this.numbers = element('details', {}, element('summary', {}, 'As a table'));
    this.numbers.addEventListener('toggle', () => this.fillTable());
    this.title = of ? `${title} of ${of}` : title;
    this.figure = element('figure', { class: 'panel' },
      element('header', {}, element('h2', {}, title), extra),
      element('p', { class: 'note' }, moment ? `${note} A click leads to the transactions of that moment.` : note), this.canvas, this.legend.root, this.nothing, this.numbers);
    charts.add(this);
  }

  /** Draws; the element must be in the page. */
  update(data, series) {
    this.data = data;
    this.series = series;
    const empty = series.every((line) => line.values.every((value) => value === null || value === undefined));
    this.canvas.hidden = empty;
    this.legend.root.hidden = empty;
    this.nothing.hidden = !empty;
    if (!empty) {
      this.draw();
    }
    if (this.numbers.open) {
      this.fillTable();
    }
  }

  draw() {
    if (!this.chart) {
      this.chart = echarts.init(this.canvas, null, { renderer: 'svg' });
      this.observer = new ResizeObserver(() => this.chart.resize());
      this.observer.observe(this.canvas);
      this.chart.getZr().on('click', (event) => this.follow(event));
    }
    const lines = this.series.map((line, index) => ({ ...line, color: line.color ? style(line.color) : style(`--c${index % COLORS}`) }));
    this.legend.show(lines);
    this.chart.setOption(this.options(lines), { notMerge: true });
    this.canvas.setAttribute('aria-label', `${this.title}. ${this.series.map(describe).join('; ')}`);
    this.canvas.dataset.series = this.series.length;
  }

  /** Opens what belongs to the step under the mouse. */
  follow(event) {
    const [at] = this.chart.convertFromPixel({ seriesIndex: 0 }, [event.offsetX, event.offsetY]) ?? [];
    if (this.moment && at >= this.at(0)) {
      const step = Math.round((at - this.data.from) / (this.data.stepSeconds * 1000));
      location.hash = this.moment(this.at(step), this.at(step + 1));
    }
  }

  options(lines) {
    const text = style('--muted');
    const axis = (name, right) => ({
      type: 'value', name, min: 0, nameTextStyle: { color: text, align: right ? 'right' : 'left' }, axisLabel: { color: text },
      splitLine: { show: !right, lineStyle: { color: style('--grid') } },
    });
    return {
      animation: false,
      grid: { left: 8, right: 12, top: 34, bottom: 4, containLabel: true },
      legend: { show: false, selected: this.legend.selected },
      tooltip: {
        trigger: 'axis', confine: true, backgroundColor: style('--surface'), borderColor: style('--line'),
        textStyle: { color: style('--text') }, valueFormatter: number,
      },
      xAxis: { type: 'time', axisLabel: { color: text, hideOverlap: true, formatter: (at) => shortTime(at) }, axisLine: { lineStyle: { color: style('--line') } } },
      yAxis: this.rightUnit ? [axis(this.unit, false), axis(this.rightUnit, true)] : [axis(this.unit, false)],
      series: lines.map((line) => this.line(line)),
    };
  }

  line(line) {
    return {
      type: 'line',
      name: line.name,
      data: line.values.map((value, step) => [this.at(step), value ?? null]),
      yAxisIndex: line.right ? 1 : 0,
      step: line.stepped ? 'end' : false,
      symbol: line.gaps || line.values.filter((value) => value !== null).length <= 2 ? 'circle' : 'none',
      symbolSize: 3,
      connectNulls: !line.gaps,
      color: line.color,
      lineStyle: { width: 2, type: line.dashed ? 'dashed' : 'solid' },
    };
  }

  at(step) {
    return this.data.from + step * this.data.stepSeconds * 1000;
  }

  fillTable() {
    if (!this.numbers.open || !this.series || this.numbers.querySelector('table')?.contains(document.activeElement)) {
      return;
    }
    const first = Math.max(0, this.data.steps - MAX_TABLE_ROWS);
    const rows = Array.from({ length: this.data.steps - first }, (_, index) => first + index)
      .filter((step) => this.series.some((line) => (line.values[step] ?? null) !== null)).reverse();
    const columns = [{ title: 'Time', value: (step) => (this.moment ? element('a', { href: this.moment(this.at(step), this.at(step + 1)) }, time(this.at(step))) : time(this.at(step))) },
      ...this.series.map((line) => ({ title: line.name, number: true, value: (step) => number(line.values[step]) }))];
    this.numbers.replaceChildren(this.numbers.firstChild, table(this.title, columns, rows));
  }

  dispose() {
    this.observer?.disconnect();
    this.chart?.dispose();
    charts.delete(this);
  }
}

function describe(line) {
  const known = line.values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? `${line.name}: nothing`
    : `${line.name}: last ${number(known.at(-1))}, highest ${number(known.reduce((a, b) => Math.max(a, b)))}`;
}

dark.addEventListener('change', () => {
  charts.forEach((chart) => chart.chart && chart.draw());
});
