const numbers = (digits) => new Intl.NumberFormat('en', { maximumFractionDigits: digits });
const whole = numbers(0);
const oneDigit = numbers(1);
const twoDigits = numbers(2);
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A number as short as it can be read; a dash where there is none. */
export function number(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  const size = Math.abs(value);
  return (size >= 100 ? whole : size >= 10 ? oneDigit : twoDigits).format(value);
}

/** A result code; the exporter writes 0 for what has none, such as the work on a message. */
export function code(resultCode) {
  return resultCode === '0' ? '' : resultCode;
}

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Without seconds where they are zero, as on most ticks of an axis. */
export function shortTime(epochMillis) {
  return epochMillis % 60000 === 0 ? minute.format(new Date(epochMillis)) : time(epochMillis);
}

/** Milliseconds with their unit. */
export function millis(value) {
  if (value === null || value === undefined) {
    return '–';
  }
  return value >= 10000 ? `${number(value / 1000)} s` : `${number(value)} ms`;
}

export function time(epochMillis) {
  return clock.format(new Date(epochMillis));
}

export function bytes(value) {
  return value >= 1048576 ? `${number(value / 1048576)} MiB` : `${number(value / 1024)} KiB`;
}

/** A round distance of the ticks of an axis with about four of them: 1, 2 or 5 with zeros. */
export function niceStep(length) {
  const rough = Math.max(length, .004) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
}

/** A share as a percentage; a small one is not rounded to nothing. */
export function percent(share) {
  return share > 0 && share < .001 ? '< 0.1 %' : `${number(share * 100)} %`;
}

/** The values of a gauge, which is sent when it changes: it keeps its last value. */
export function held(values) {
  let last = null;
  return values.map((value) => (last = value ?? last));
}

/** The last value that is known; undefined without one. */
export function lastOf(values) {
  return values.findLast((value) => value !== null) ?? undefined;
}

export function sumOf(values) {
  return values.reduce((sum, value) => sum + (value ?? 0), 0);
}

/** An element: its attributes, and children that are elements or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
