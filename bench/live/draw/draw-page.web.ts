import type { GeoJSONSource, Map as Ground } from 'maplibre-gl';
import {
  bit,
  frameKind,
  headBytes,
  mostPlaces,
  placeBytes,
  type PlaceRecord,
  writeHead,
  writePlace,
} from '#areas/livemap/channel/live-frames.contract.ts';
import { FleetDrawing } from '#areas/livemap/console/fleet-layers.web.ts';
import { FleetStore } from '#areas/livemap/console/fleet-store.web.ts';
import { Map } from '#kit/web/map/engine.ts';

// A map of nothing but vehicles that drive, drawn as the live map draws them or by a GeoJSON source, fed with the same fixes.

/** What the bench reads once it is over. */
export interface Drawn {
  /** Milliseconds between two frames of the browser, in their order. */
  frames: number[];
  /** How often a second the drawn places were new ones. */
  movesPerSecond: number;
}

declare global {
  interface Window {
    /** Draws for so many milliseconds. */
    draw?: (ms: number) => Promise<Drawn>;
  }
}

const asked = new URLSearchParams(location.search);
const count = Number(asked.get('count'));
const isOurs = asked.get('side') === 'ours';
/** Each vehicle says where it is every so many seconds; those that did are told ten times a second, as the live channel does. */
const everyS = 10;
const tellMs = 100;
const speedKmh = 54;
/** Where every vehicle is drawn by itself, and all of them are in view. */
const [middle, zoom] = [{ lon: 72.88, lat: 19.08 }, 12.5] as const;
const [wideDeg, highDeg] = [0.11, 0.07];
const metresPerDegree = 111_320;

/** The same vehicles in every run: numbers of a small generator (mulberry32) with a fixed seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const next = random(7);
const lats = Float64Array.from({ length: count }, () => middle.lat + (next() - 0.5) * highDeg);
const lons = Float64Array.from({ length: count }, () => middle.lon + (next() - 0.5) * wideDeg);
const courses = Uint8Array.from({ length: count }, () => Math.floor(next() * 255));

/** Drives a vehicle on by so many seconds. */
function drive(slot: number, seconds: number): void {
  const metres = (speedKmh / 3.6) * seconds;
  const angle = ((courses[slot] ?? 0) * 2 * Math.PI) / 255;
  const lat = lats[slot] ?? 0;
  lats[slot] = lat + (metres * Math.cos(angle)) / metresPerDegree;
  lons[slot] = (lons[slot] ?? 0) + (metres * Math.sin(angle)) / metresPerDegree / Math.cos((lat * Math.PI) / 180);
}

const made = new Map({
  container: 'map',
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'water', type: 'background', paint: { 'background-color': '#dde' } }],
  },
  center: [middle.lon, middle.lat],
  zoom,
  attributionControl: false,
});

/** Takes in what vehicles said, and tells how many times the places on the map changed since. */
type Tell = (slots: readonly number[], now: number) => void;

function ours(map: Ground): { tell: Tell; moves: () => number } {
  const store = new FleetStore();
  const drawing = new FleetDrawing(map, store);
  const record: PlaceRecord = {
    slot: 0,
    latE7: 0,
    lonE7: 0,
    fixAt: 0,
    speedKmh,
    course: 0,
    bits: bit.moving | bit.ignitionKnown | bit.ignitionOn,
    limitKmh: 0,
  };
  drawing.show({
    slots: Array.from({ length: count }, (_, slot) => slot),
    selected: undefined,
    hovered: undefined,
    speeding: [],
    labelOf: String,
    trail: new Float64Array(),
  });
  const tell: Tell = (slots, now) => {
    for (let from = 0; from < slots.length; from += mostPlaces) {
      const some = slots.slice(from, from + mostPlaces);
      const bytes = new ArrayBuffer(headBytes + some.length * placeBytes);
      const view = new DataView(bytes);
      writeHead(view, { kind: frameKind.places, count: some.length, mark: 1, at: now });
      some.forEach((slot, n) => {
        Object.assign(record, {
          slot,
          latE7: Math.round((lats[slot] ?? 0) * 1e7),
          lonE7: Math.round((lons[slot] ?? 0) * 1e7),
        });
        Object.assign(record, { fixAt: now, course: courses[slot] ?? 0 });
        writePlace(view, headBytes + n * placeBytes, now, record);
      });
      store.take(bytes, now);
    }
  };
  // Vehicles move on by what they said last, in every frame that is drawn: it asks where the first one is.
  let moves = 0;
  const drawAt = store.drawAt.bind(store);
  store.drawAt = (slot, now, into, at) => {
    if (at === 0 && into.length > 2) moves += 1;
    drawAt(slot, now, into, at);
  };
  return { tell, moves: () => moves };
}

function geoJson(map: Ground): { tell: Tell; moves: () => number } {
  const canvas = Object.assign(document.createElement('canvas'), { width: 24, height: 24 });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = '#0a7d4f';
  pen.beginPath();
  for (const [x, y] of [
    [12, 2],
    [20, 21],
    [12, 17],
    [4, 21],
  ] as const)
    pen.lineTo(x, y);
  pen.fill();
  map.addImage('arrow', pen.getImageData(0, 0, 24, 24));
  const all = () => ({
    type: 'FeatureCollection' as const,
    features: Array.from({ length: count }, (_, slot) => ({
      type: 'Feature' as const,
      properties: { course: ((courses[slot] ?? 0) * 360) / 255 },
      geometry: { type: 'Point' as const, coordinates: [lons[slot] ?? 0, lats[slot] ?? 0] },
    })),
  });
  map.addSource('vehicles', { type: 'geojson', data: all() });
  map.addLayer({
    id: 'vehicles',
    type: 'symbol',
    source: 'vehicles',
    layout: {
      'icon-image': 'arrow',
      'icon-rotate': ['get', 'course'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  });
  const source = map.getSource<GeoJSONSource>('vehicles');
  if (!source) throw new Error('No source');
  let [isBusy, moves] = [false, 0];
  // What came while it still draws goes with the next: more it cannot do.
  const tell: Tell = () => {
    if (isBusy) return;
    isBusy = true;
    void source.setData(all());
    void map.once('idle', () => {
      isBusy = false;
      moves += 1;
    });
  };
  return { tell, moves: () => moves };
}

async function start(): Promise<void> {
  await new Promise<void>((resolve) => void made.once('load', () => resolve()));
  const { tell, moves } = isOurs ? ours(made) : geoJson(made);
  const every = Array.from({ length: count }, (_, slot) => slot);
  tell(every, performance.now());
  let first = 0;
  setInterval(() => {
    const some: number[] = [];
    const last = Math.min(count, first + Math.ceil((count * tellMs) / (everyS * 1_000)));
    for (let slot = first; slot < last; slot += 1) {
      drive(slot, everyS);
      some.push(slot);
    }
    first = last >= count ? 0 : last;
    tell(some, performance.now());
  }, tellMs);
  window.draw = async (ms) => {
    const frames: number[] = [];
    const [began, before] = [performance.now(), moves()];
    let last = began;
    while (last - began < ms) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(now - last);
      last = now;
    }
    return { frames: frames.slice(1), movesPerSecond: ((moves() - before) * 1_000) / (last - began) };
  };
}

void start();
