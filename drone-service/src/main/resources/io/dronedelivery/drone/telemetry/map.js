/** The live positions of all drones: a grid in kilometres, an arrow for each drone, and the same as a table. */
const MAX_TRAIL = 60;
const MAX_ROWS = 25;
const LOW_BATTERY = .3;
const RETRY_MILLIS = 2000;
const KM_PER_DEGREE = 111.32;

const canvas = document.getElementById('map');
const status = document.getElementById('status');
const access = document.getElementById('access');
const rows = document.getElementById('rows');
const drones = new Map();
let received = 0;
let token = '';
let view = null;

/** Follows the stream of server-sent events. An EventSource could not send a token. */
async function follow() {
  const headers = { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch('/api/v1/drones/positions', { headers });
  access.hidden = response.status !== 401 && response.status !== 403;
  if (!response.ok) {
    throw new Error(access.hidden ? `the answer was ${response.status}` : 'an access token is needed');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop();
    lines.filter((line) => line.startsWith('data:')).forEach((line) => update(JSON.parse(line.slice(5))));
  }
}

async function followAlways() {
  for (;;) {
    try {
      await follow();
    } catch (failure) {
      status.textContent = `No positions: ${failure.message}.`;
    }
    await new Promise((resolve) => { setTimeout(resolve, RETRY_MILLIS); });
  }
}

function update(position) {
  received++;
  const drone = drones.get(position.droneId) ?? { trail: [] };
  drone.before = drone.now ?? position;
  drone.now = position;
  drone.at = performance.now();
  drone.trail.push([position.longitude, position.latitude]);
  if (drone.trail.length > MAX_TRAIL) {
    drone.trail.shift();
  }
  drones.set(position.droneId, drone);
}

/** The area that has all drones; it only grows, so that the picture stands still. */
function area() {
  const longitudes = [...drones.values()].map((drone) => drone.now.longitude);
  const latitudes = [...drones.values()].map((drone) => drone.now.latitude);
  const least = (values, known) => values.reduce((a, b) => Math.min(a, b), known ?? Infinity);
  const most = (values, known) => values.reduce((a, b) => Math.max(a, b), known ?? -Infinity);
  view = { west: least(longitudes, view?.west), east: most(longitudes, view?.east), south: least(latitudes, view?.south), north: most(latitudes, view?.north) };
  const latitude = (view.south + view.north) / 2;
  const longitude = (view.west + view.east) / 2;
  const kmOfLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const width = Math.max(1, (view.east - view.west) * kmOfLongitude) * 1.12;
  const height = Math.max(1, (view.north - view.south) * KM_PER_DEGREE) * 1.12;
  const scale = Math.min(canvas.clientWidth / width, canvas.clientHeight / height);
  const x = (degrees) => canvas.clientWidth / 2 + (degrees - longitude) * kmOfLongitude * scale;
  const y = (degrees) => canvas.clientHeight / 2 - (degrees - latitude) * KM_PER_DEGREE * scale;
  return { x, y, scale, latitude, longitude };
}

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

function draw() {
  const ratio = devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  if (drones.size > 0) {
    const map = area();
    grid(pen, map);
    drones.forEach((drone, id) => arrow(pen, map, drone, drones.size <= 40 ? id : ''));
  }
  requestAnimationFrame(draw);
}

/** Lines in a distance of whole kilometres from the middle, and how far that is. */
function grid(pen, map) {
  const km = [.1, .2, .5, 1, 2, 5, 10, 20, 50, 100].find((step) => step * map.scale >= 70) ?? 200;
  const [middleX, middleY] = [map.x(map.longitude), map.y(map.latitude)];
  pen.strokeStyle = color('--line');
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = 0; at * map.scale < Math.max(canvas.clientWidth, canvas.clientHeight); at += km) {
    for (const side of at === 0 ? [1] : [1, -1]) {
      pen.moveTo(middleX + side * at * map.scale, 0);
      pen.lineTo(middleX + side * at * map.scale, canvas.clientHeight);
      pen.moveTo(0, middleY + side * at * map.scale);
      pen.lineTo(canvas.clientWidth, middleY + side * at * map.scale);
    }
  }
  pen.stroke();
  pen.fillStyle = color('--muted');
  pen.font = '12px system-ui, sans-serif';
  pen.fillText(`one square is ${km} km wide; the middle is ${map.latitude.toFixed(3)}, ${map.longitude.toFixed(3)}; north is up`, 8, canvas.clientHeight - 8);
}

function arrow(pen, map, drone, name) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const share = still ? 1 : Math.min(1, (performance.now() - drone.at) / 1000);
  const between = (figure) => drone.before[figure] + (drone.now[figure] - drone.before[figure]) * share;
  const [x, y] = [map.x(between('longitude')), map.y(between('latitude'))];
  const shade = color(drone.now.altitude === 0 ? '--muted' : drone.now.battery < LOW_BATTERY ? '--low' : '--flying');
  pen.strokeStyle = shade;
  pen.globalAlpha = .35;
  pen.lineWidth = 1.5;
  pen.beginPath();
  drone.trail.slice(0, -1).forEach(([longitude, latitude]) => pen.lineTo(map.x(longitude), map.y(latitude)));
  pen.lineTo(x, y);
  pen.stroke();
  pen.globalAlpha = 1;
  pen.fillStyle = shade;
  pen.save();
  pen.translate(x, y);
  pen.rotate((drone.now.heading * Math.PI) / 180);
  pen.beginPath();
  [[0, -9], [6, 7], [0, 3], [-6, 7]].forEach(([right, down]) => pen.lineTo(right, down));
  pen.fill();
  pen.restore();
  pen.fillStyle = color('--text');
  pen.fillText(name, x + 9, y + 4);
}

function cell(text, kind) {
  const made = document.createElement('td');
  made.textContent = text;
  made.className = kind ?? '';
  return made;
}

function list() {
  const all = [...drones.values()].map((drone) => drone.now).sort((a, b) => a.droneId.localeCompare(b.droneId));
  rows.replaceChildren(...all.slice(0, MAX_ROWS).map((at) => {
    const row = document.createElement('tr');
    row.append(cell(at.droneId), cell(at.latitude.toFixed(5)), cell(at.longitude.toFixed(5)), cell(`${at.altitude.toFixed(0)} m`), cell(`${at.speed.toFixed(1)} m/s`),
      cell(`${(at.battery * 100).toFixed(0)} %`, at.battery < LOW_BATTERY ? 'low' : ''));
    return row;
  }));
  document.getElementById('more').textContent = all.length > MAX_ROWS ? `The first ${MAX_ROWS} of ${all.length} drones.` : '';
  if (all.length > 0) {
    status.textContent = `${all.length} drones, ${all.filter((at) => at.altitude > 0).length} in the air, ${received} positions a second`;
  }
  received = 0;
}

access.addEventListener('submit', (event) => {
  event.preventDefault();
  token = document.getElementById('token').value.trim();
});
setInterval(list, 1000);
draw();
followAlways();
