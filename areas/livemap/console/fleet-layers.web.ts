import type { Layer } from '@deck.gl/core';
import { PathLayer, ScatterplotLayer, TextLayer } from '@deck.gl/layers';
import { MapboxOverlay } from '@deck.gl/mapbox';
import type { Map } from 'maplibre-gl';
import { plateGroups } from '#kit/contract/formats/plate.ts';
import { formatNumber } from '#kit/web/i18n.ts';
import type { FleetStore } from './fleet-store.web.ts';
import { type Cluster, groupSlots, radiusOf } from './grouping.web.ts';
import { SignLayer } from './sign-layer.web.ts';
import { drawSigns, signAt, signCount, signPx } from './vehicle-icons.web.ts';

/** What is to be drawn besides where vehicles are. */
export interface Shown {
  /** Slots that the filters leave. */
  slots: readonly number[];
  selected: number | undefined;
  hovered: number | undefined;
  /** Slots of vehicles that are speeding now. */
  speeding: readonly number[];
  /** Plates by slot. */
  labelOf: (slot: number) => string;
  /** Where the selected vehicle drove: longitudes and latitudes by turns. */
  trail: Float64Array;
}

type Colour = [number, number, number, number];

/** A pointer means what is so near, pixels. */
const reachPx = 18;
/** More plates than this would lie over each other. */
const mostLabels = 60;
const labelledFrom = 11;
const labelPx = { wide: 112, high: 22 };
/** More vehicles than this are drawn in every second frame. */
const many = 20_000;
/** Where more vehicles than that are drawn, their signs are smaller: they lie over each other less, and cost less to draw. */
const crowd = 3_000;
const leastPx = 10;
/** How often groups, and what is out of view, are looked at: where something was told, and where only time has passed. */
const regroupMs = { told: 500, quiet: 5_000 };

const sizeOf = (count: number): number => Math.max(leastPx, signPx * Math.min(1, Math.sqrt(crowd / count)));

const opacityOf = (ageS: number): number => (ageS < 120 ? 1 : ageS < 900 ? 0.84 : ageS < 86_400 ? 0.69 : 0.51);

/** A colour of the theme as the layers take it. */
function colourOf(element: Element, name: string, alpha = 255): Colour {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [128, 128, 128, alpha];
  context.fillStyle = getComputedStyle(element).getPropertyValue(name).trim() || '#888';
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

const paletteOf = (element: Element) => ({
  signs: drawSigns(element),
  brand: colourOf(element, '--k-move'),
  glow: colourOf(element, '--k-move', 46),
  bad: colourOf(element, '--k-bad'),
  badGlow: colourOf(element, '--k-bad', 46),
  ring: colourOf(element, '--k-ring'),
  surface: colourOf(element, '--surface'),
  text: colourOf(element, '--text'),
  font: getComputedStyle(element).getPropertyValue('font-family') || 'sans-serif',
});

type Palette = ReturnType<typeof paletteOf>;

const buffersOf = (count: number) => {
  const room = Math.max(64, Math.ceil(count * 1.5));
  return {
    positions: new Float64Array(room * 2),
    turns: new Float32Array(room),
    signs: new Float32Array(room),
    opacities: new Float32Array(room),
  };
};

/** Draws vehicles over a map and moves them, without React: their places stand in arrays that go to the graphics processor. */
export class FleetDrawing {
  readonly #map: Map;
  readonly #store: FleetStore;
  readonly #overlay = new MapboxOverlay({ interleaved: false, layers: [], useDevicePixels: true });
  readonly #end: (() => void)[] = [];
  #palette: Palette;
  #shown: Shown = {
    slots: [],
    selected: undefined,
    hovered: undefined,
    speeding: [],
    labelOf: () => '',
    trail: new Float64Array(),
  };
  /** Slots that are drawn by themselves. */
  #drawn: number[] = [];
  #clusters: Cluster[] = [];
  #buffers = buffersOf(0);
  #regroupedAt = Number.NEGATIVE_INFINITY;
  /** What the store had told when it was looked at last. */
  #drawnVersion = -1;
  #isNew = true;
  #isOdd = false;
  #isOver = false;

  constructor(map: Map, store: FleetStore) {
    this.#map = map;
    this.#store = store;
    const element = map.getContainer();
    this.#palette = paletteOf(element);
    map.addControl(this.#overlay);
    const renew = () => {
      this.#isNew = true;
    };
    const observer = new MutationObserver(() => {
      this.#palette = paletteOf(element);
      renew();
    });
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    map.on('zoom', renew);
    map.on('moveend', renew);
    const unlisten = store.onChange(() => {
      if (!store.guesses) renew();
    });
    this.#end.push(
      unlisten,
      () => observer.disconnect(),
      () => map.off('zoom', renew),
      () => map.off('moveend', renew),
    );
    requestAnimationFrame(this.#draw);
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#isNew = true;
  }

  /** The vehicle nearest to a point of the map, within reach of a pointer. */
  slotAt(lon: number, lat: number): number | undefined {
    let [nearest, best]: [number | undefined, number] = [undefined, reachPx];
    const { positions } = this.#buffers;
    this.#drawn.forEach((slot, n) => {
      const far = this.#pixels(lon, lat, positions[n * 2] ?? 0, positions[n * 2 + 1] ?? 0);
      if (far < best) [nearest, best] = [slot, far];
    });
    return nearest;
  }

  /** The group at a point of the map. */
  clusterAt(lon: number, lat: number): Cluster | undefined {
    return this.#clusters.find((one) => this.#pixels(lon, lat, one.lon, one.lat) < radiusOf(one.count));
  }

  remove(): void {
    this.#isOver = true;
    for (const end of this.#end) end();
    this.#map.removeControl(this.#overlay);
  }

  /** Pixels from a point of the map to another. */
  #pixels(lon: number, lat: number, toLon: number, toLat: number): number {
    const world = 512 * 2 ** this.#map.getZoom();
    const x = ((toLon - lon) / 360) * world;
    const y = (((toLat - lat) / 360) * world) / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
    return Math.hypot(x, y);
  }

  readonly #draw = (now: number): void => {
    if (this.#isOver) return;
    requestAnimationFrame(this.#draw);
    this.#isOdd = !this.#isOdd;
    if (this.#drawn.length > many && this.#isOdd) return;
    const store = this.#store;
    const isTold = store.version !== this.#drawnVersion;
    const isDue = now - this.#regroupedAt > (isTold ? regroupMs.told : regroupMs.quiet);
    // Where nothing moves by itself, nothing is drawn until something is new.
    if (!this.#isNew && !isDue && !(store.guesses && this.#drawn.some((slot) => store.motionOf(slot) === 'MOVING')))
      return;
    if (isDue || this.#isNew) this.#regroup(now);
    this.#isNew = false;
    this.#fill(now);
    this.#overlay.setProps({ layers: this.#layers() });
  };

  /** Decides which vehicles in and around the view are drawn by themselves, and which as a group. */
  #regroup(now: number): void {
    this.#regroupedAt = now;
    const store = this.#store;
    this.#drawnVersion = store.version;
    const bounds = this.#map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const [padLon, padLat] = [(east - west) * 0.1, (north - south) * 0.1];
    const inView = this.#shown.slots.filter((slot) => {
      const place = store.read(slot);
      return (
        place !== undefined &&
        place.lon > west - padLon &&
        place.lon < east + padLon &&
        place.lat > south - padLat &&
        place.lat < north + padLat
      );
    });
    if (store.isGrouped) {
      const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
      this.#clusters = store.groups.map(({ lat, lon, counts }) => ({ lat, lon, count: sum(counts) }));
      this.#drawn = [];
    } else {
      const { clusters, single } = groupSlots(store, inView, this.#map.getZoom());
      [this.#clusters, this.#drawn] = [clusters, single];
    }
    // The chosen one, and those that are too fast, are never hidden in a group.
    const { selected, speeding } = this.#shown;
    const drawn = new Set(this.#drawn);
    for (const slot of selected === undefined ? speeding : [selected, ...speeding])
      if (store.has(slot)) drawn.add(slot);
    this.#drawn = [...drawn];
    if (this.#buffers.turns.length < this.#drawn.length) this.#buffers = buffersOf(this.#drawn.length);
  }

  #fill(now: number): void {
    const store = this.#store;
    const { positions, turns, signs, opacities } = this.#buffers;
    this.#drawn.forEach((slot, n) => {
      store.drawAt(slot, now, positions, n * 2);
      const motion = store.motionOf(slot);
      const course = store.course(slot);
      const sign = store.hasAlarm(slot) ? 'ALARM' : motion === 'MOVING' && course === undefined ? 'TURNLESS' : motion;
      turns[n] = sign === 'MOVING' && course !== undefined ? course : 0;
      signs[n] = signAt(sign);
      opacities[n] = opacityOf((store.now - store.fixAt(slot)) / 1_000);
    });
  }

  #placeOf(slot: number | undefined): [number, number][] {
    const { positions } = this.#buffers;
    const at = slot === undefined ? -1 : this.#drawn.indexOf(slot);
    return at < 0 ? [] : [[positions[at * 2] ?? 0, positions[at * 2 + 1] ?? 0]];
  }

  #layers(): Layer[] {
    const { selected, hovered, speeding, trail } = this.#shown;
    const palette = this.#palette;
    const chosen = this.#placeOf(selected);
    const pointed = hovered === selected ? [] : this.#placeOf(hovered);
    return [
      trailLayer(trail, chosen[0], palette),
      aroundLayer(
        [...chosen.map((place) => ({ place, radius: 21 })), ...pointed.map((place) => ({ place, radius: 17 }))],
        palette,
      ),
      speedingLayer(
        speeding.flatMap((slot) => this.#placeOf(slot)),
        palette,
      ),
      this.#vehicleLayer(),
      this.#plateLayer(),
      ...clusterLayers(this.#clusters, palette),
    ];
  }

  #vehicleLayer(): Layer {
    const { positions, turns, signs, opacities } = this.#buffers;
    return new SignLayer({
      id: 'vehicles',
      data: {
        length: this.#drawn.length,
        attributes: {
          getPosition: { value: positions, size: 2 },
          getTurn: { value: turns, size: 1 },
          getSign: { value: signs, size: 1 },
          getOpacity: { value: opacities, size: 1 },
        },
      } as never,
      picture: this.#palette.signs,
      signs: signCount,
      sizePx: sizeOf(this.#drawn.length),
    });
  }

  /** Vehicles with a plate beside them: those whose plates do not lie over another one. */
  #labelled(): { slot: number; n: number }[] {
    if (this.#map.getZoom() < labelledFrom || this.#drawn.length > mostLabels) return [];
    const { positions } = this.#buffers;
    const kept: { slot: number; n: number }[] = [];
    const world = 512 * 2 ** this.#map.getZoom();
    const isFree = (n: number) =>
      kept.every((other) => {
        const x = (((positions[n * 2] ?? 0) - (positions[other.n * 2] ?? 0)) / 360) * world;
        const y = (((positions[n * 2 + 1] ?? 0) - (positions[other.n * 2 + 1] ?? 0)) / 360) * world;
        return Math.abs(x) > labelPx.wide || Math.abs(y) > labelPx.high;
      });
    // The chosen one first: its plate is always there.
    const order = this.#drawn.map((slot, n) => ({ slot, n }));
    order.sort((a, b) => Number(b.slot === this.#shown.selected) - Number(a.slot === this.#shown.selected));
    for (const one of order) if (isFree(one.n)) kept.push(one);
    return kept;
  }

  #plateLayer(): Layer {
    const { positions } = this.#buffers;
    const { labelOf } = this.#shown;
    return new TextLayer<{ slot: number; n: number }>({
      id: 'plates',
      data: this.#labelled(),
      getPosition: ({ n }) => [positions[n * 2] ?? 0, positions[n * 2 + 1] ?? 0],
      getText: ({ slot }) => plateGroups(labelOf(slot)).join(' '),
      getSize: 12,
      getColor: this.#palette.text,
      getPixelOffset: [0, 22],
      background: true,
      getBackgroundColor: this.#palette.surface,
      backgroundPadding: [5, 2],
      fontFamily: this.#palette.font,
      fontWeight: 560,
    });
  }
}

/** The way to where the vehicle is drawn. */
function trailLayer(trail: Float64Array, place: [number, number] | undefined, { brand }: Palette): Layer {
  const path = new Float64Array(trail.length + 2);
  path.set(trail);
  if (place) path.set(place, trail.length);
  return new PathLayer<Float64Array>({
    id: 'trail',
    data: place && trail.length > 1 ? [path] : [],
    getPath: (one) => one as never,
    positionFormat: 'XY',
    getColor: brand,
    getWidth: 4.5,
    widthUnits: 'pixels',
    capRounded: true,
    jointRounded: true,
    updateTriggers: { getColor: brand },
  });
}

const aroundLayer = (places: { place: [number, number]; radius: number }[], { glow, brand }: Palette): Layer =>
  new ScatterplotLayer<{ place: [number, number]; radius: number }>({
    id: 'around',
    data: places,
    getPosition: ({ place }) => place,
    getRadius: ({ radius }) => radius,
    radiusUnits: 'pixels',
    getFillColor: glow,
    getLineColor: brand,
    lineWidthUnits: 'pixels',
    getLineWidth: 2.5,
    stroked: true,
  });

/** A ring around vehicles that are too fast, within that of the chosen one. */
const speedingLayer = (places: [number, number][], { bad, badGlow }: Palette): Layer =>
  new ScatterplotLayer<[number, number]>({
    id: 'speeding',
    data: places,
    getPosition: (place) => place,
    getRadius: 16,
    radiusUnits: 'pixels',
    getFillColor: badGlow,
    getLineColor: bad,
    lineWidthUnits: 'pixels',
    getLineWidth: 3,
    stroked: true,
    updateTriggers: { getFillColor: badGlow, getLineColor: bad },
  });

const clusterLayers = (clusters: readonly Cluster[], { surface, brand, text, font }: Palette): Layer[] => [
  new ScatterplotLayer<Cluster>({
    id: 'groups',
    data: clusters,
    getPosition: ({ lon, lat }) => [lon, lat],
    getRadius: ({ count }) => radiusOf(count),
    radiusUnits: 'pixels',
    getFillColor: surface,
    getLineColor: brand,
    lineWidthUnits: 'pixels',
    getLineWidth: 2.5,
    stroked: true,
    updateTriggers: { getFillColor: surface, getLineColor: brand },
  }),
  new TextLayer<Cluster>({
    id: 'group-counts',
    data: clusters,
    getPosition: ({ lon, lat }) => [lon, lat],
    getText: ({ count }) => formatNumber(count),
    getSize: 13,
    getColor: text,
    fontFamily: font,
    fontWeight: 620,
    characterSet: '0123456789,',
    updateTriggers: { getColor: text },
  }),
];
