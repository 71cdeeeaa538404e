import { Chart } from './charts.js';
import { element, held, lastOf, number, percent, sumOf } from './format.js';
import { table } from './tables.js';

const REQUESTS = 'requests';
const WORDS = { closed: 'closed', open: 'open', half_open: 'half open: trying', forced_open: 'forced open', disabled: 'switched off', metrics_only: 'counts only' };

/** The gateway's limits, circuit breakers and instances, one row for each backend and one for all requests. */
export class PlacesPanel {
  constructor() {
    this.waiting = new Chart({ title: 'Waiting and refused', unit: 'waiting', rightUnit: 'refused a second', note: 'Requests and calls that wait for a place at a limit, and those that were refused.' });
    this.use = new Chart({ title: 'Use of the limits', unit: '%', note: 'Calls and requests in progress, of those that each limit allows at that time.' });
    this.rows = element('div');
    this.root = element('section', { 'aria-label': 'Backends' }, element('h2', { class: 'section' }, 'Backends and limits'),
      element('div', { class: 'panels' }, element('div', { class: 'panel wide' }, this.rows), this.use.figure, this.waiting.figure));
  }

  /** Draws, and returns the places. */
  update(data) {
    const places = placesOf(data.meters);
    this.use.update(data, places.map((place) => ({
      name: nameOf(place), stepped: true, values: place.inFlight.map((calls, step) => (place.limits[step] > 0 && calls !== null ? (100 * calls) / place.limits[step] : null)),
    })));
    this.waiting.update(data, places.flatMap((place) => [
      ...(place.waiting.some((value) => value > 0) ? [{ name: `${nameOf(place)}, waiting`, values: place.waiting, stepped: true }] : []),
      ...(place.refused > 0 ? [{ name: `${nameOf(place)}, refused`, values: place.refusals.map((sum) => sum / data.stepSeconds), right: true, dashed: true }] : []),
    ]));
    if (!this.rows.contains(document.activeElement)) {
      this.rows.replaceChildren(places.length === 0 ? element('p', { class: 'nothing' }, 'The gateway has not reported its limits in this window.') : overview(places));
    }
    return places;
  }

  dispose() {
    this.waiting.dispose();
    this.use.dispose();
  }
}

function nameOf(place) {
  return place.name === REQUESTS ? 'all requests' : place.name;
}

function overview(places) {
  return table('Each backend, and all requests together', [
    { title: 'Place', name: true, value: nameOf },
    { title: 'Circuit', value: (row) => WORDS[row.circuit] ?? row.circuit ?? '–', bad: (row) => row.circuit && row.circuit !== 'closed' },
    { title: 'Failing', number: true, value: (row) => (row.failureRate >= 0 ? percent(row.failureRate / 100) : row.circuit ? 'too few calls' : '–') },
    { title: 'In progress', number: true, value: (row) => number(lastOf(row.inFlight)) },
    { title: 'Limit', number: true, value: (row) => number(lastOf(row.limits)) },
    { title: 'Waiting', number: true, value: (row) => number(lastOf(row.waiting)), bad: (row) => lastOf(row.waiting) > 0 },
    { title: 'Refused', number: true, value: (row) => number(row.refused), bad: (row) => row.refused > 0 },
    { title: 'Stopped by circuit', number: true, value: (row) => number(row.notPermitted), bad: (row) => row.notPermitted > 0 },
    { title: 'Instances in use', number: true, value: (row) => (row.instances ? `${number(row.instancesIn)} of ${number(row.instances)}` : '–'), bad: (row) => row.instancesIn < row.instances },
  ], places, { cards: true });
}

function placesOf(meters) {
  const named = (name) => meters.filter((meter) => meter.name === name);
  const of = (name, dimension, place) => named(name).filter((meter) => meter.dimensions[dimension] === place);
  const gauge = (name, dimension, place) => held(of(name, dimension, place)[0]?.maxima ?? []);
  const counter = (name, dimension, place) => added(of(name, dimension, place).map((meter) => meter.sums));
  const places = [...new Set(named('gateway.limit').map((meter) => meter.dimensions.place))].sort((a, b) => (a === REQUESTS) - (b === REQUESTS) || a.localeCompare(b));
  return places.map((name) => {
    const refusals = counter('gateway.limit.refused', 'place', name);
    const states = of('resilience4j.circuitbreaker.state', 'name', name);
    return {
      name,
      limits: gauge('gateway.limit', 'place', name),
      inFlight: gauge('gateway.limit.in.flight', 'place', name),
      waiting: gauge('gateway.limit.waiting', 'place', name),
      refusals,
      refused: sumOf(refusals),
      circuit: states.find((state) => lastOf(state.maxima) === 1)?.dimensions.state,
      failureRate: lastOf(of('resilience4j.circuitbreaker.failure.rate', 'name', name)[0]?.maxima ?? []),
      notPermitted: increase(gauge('resilience4j.circuitbreaker.not.permitted.calls', 'name', name)),
      instances: lastOf(of('gateway.backend.instances', 'backend', name)[0]?.maxima ?? []),
      instancesIn: lastOf(of('gateway.backend.instances.in', 'backend', name)[0]?.maxima ?? []),
    };
  });
}

/** By how much a gauge that counts has grown in the window. */
function increase(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? 0 : Math.max(0, known.at(-1) - known[0]);
}

/** Counters of one thing under several causes and priorities, added up for each step. */
function added(lines) {
  return lines.length === 0 ? [] : lines[0].map((_, step) => lines.reduce((sum, line) => sum + (line[step] ?? 0), 0));
}
