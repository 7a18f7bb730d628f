import type { Map, MapMouseEvent } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { MapFrame } from '#kit/web/map/map-frame.tsx';
import { useMap } from '#kit/web/map/use-map.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import { motions } from '../channel/live-frames.contract.ts';
import styles from '../livemap.module.css';
import { fenceAt, type PickedFence } from './fence-layers.tsx';
import type { FleetDrawing } from './fleet-layers.web.ts';
import type { FleetStore } from './fleet-store.web.ts';
import { MapLayers } from './map-layers.tsx';
import { usePlaces, useTrail } from './console.queries.ts';
import type { Row } from './rows.web.ts';
import type { MapAddress } from './use-console.web.ts';
import { VehicleSign } from './vehicle-sign.tsx';

interface Props {
  store: FleetStore;
  rows: readonly Row[];
  round: number;
  selected: LiveVehicle | undefined;
  hovered: number | undefined;
  address: MapAddress;
  /** They may see trips. */
  mayAsk: boolean;
  onSelect: (vehicle: LiveVehicle | undefined) => void;
  onHover: (slot: number | undefined) => void;
}

/** One vehicle is shown with its surroundings. */
const nearZoom = 12.5;
const mostZoom = 15;
/** Where the map is so wide, the card of the chosen vehicle stands over it: what is shown lies in the middle of the rest. */
const cardOver = { fromPx: 560, px: 346 };
function besideCard(map: Map): [x: number, y: number] {
  if (map.getContainer().clientWidth < cardOver.fromPx) return [0, 0];
  return [(document.documentElement.dir === 'rtl' ? 0.5 : -0.5) * cardOver.px, 0];
}
/** A followed vehicle is brought back into the middle this often. */
const followMs = 1_000;
/** The address is written when the map has rested for so long. */
const restMs = 400;

/** The map of the live console. Vehicles are drawn outside of React; the same facts stand in the list and in the table. */
export function FleetMap(props: Props) {
  const { store, rows, selected, hovered, address, mayAsk, onSelect, onHover } = props;
  const t = useT();
  const [fence, setFence] = useState<PickedFence>();
  const place = useRef<HTMLDivElement>(null);
  const label = t('map.label', { what: t('livemap.label', { count: formatNumber(rows.length) }) });
  const made = useMap(place, label);
  const { map, isMoved, noteMoved } = made;
  const drawing = useDrawing(map, store);
  const bySlot = useMemo(() => new globalThis.Map(rows.map((row) => [row.vehicle.slot, row.vehicle])), [rows]);
  const speeding = useMemo(() => rows.flatMap(({ vehicle, alert }) => (alert ? [vehicle.slot] : [])), [rows]);
  useShown(drawing, { bySlot, selected, hovered, speeding, trail: useTrail(selected?.vehicleId, mayAsk) });
  const fitAll = useFitAll(map, store, rows, isMoved, noteMoved, address);
  useAddressOf(map, store, address);
  const { data: places } = usePlaces(selected ? [selected.vehicleId] : [], mayAsk);
  const stored = selected && places?.get(selected.vehicleId);
  useSelected(map, store, selected, stored, address, noteMoved);
  usePointing(map, drawing, bySlot, { onSelect, onHover, onFence: setFence });
  return (
    <MapFrame
      place={place}
      made={made}
      onAll={fitAll}
      failed={t('livemap.failed')}
      isFull
      legend={
        <ul className={`${styles.legend} xs`}>
          {motions.map((motion) => (
            <li key={motion} className="row">
              <VehicleSign sign={motion} />
              {t(`livemap.motions.${motion}`)}
            </li>
          ))}
          {speeding.length > 0 ? (
            <li className="row">
              <i className={styles['speeding-ring']} aria-hidden="true" />
              {t('livemap.speeding')}
            </li>
          ) : null}
          <li className="row">
            <VehicleSign sign="ALARM" />
            {t('livemap.alarm')}
          </li>
        </ul>
      }
    >
      {map ? <MapLayers map={map} address={address} fence={fence} onFence={setFence} /> : null}
    </MapFrame>
  );
}

function useDrawing(map: Map | undefined, store: FleetStore): FleetDrawing | undefined {
  const [drawing, setDrawing] = useState<FleetDrawing>();
  useEffect(() => {
    if (!map) return;
    let made: FleetDrawing | undefined;
    let isOver = false;
    void import('./fleet-layers.web.ts').then((layers) => {
      if (isOver) return;
      made = new layers.FleetDrawing(map, store);
      setDrawing(made);
    });
    return () => {
      isOver = true;
      made?.remove();
      setDrawing(undefined);
    };
  }, [map, store]);
  return drawing;
}

function useShown(
  drawing: FleetDrawing | undefined,
  what: Pick<Props, 'selected' | 'hovered'> & {
    bySlot: ReadonlyMap<number, LiveVehicle>;
    speeding: readonly number[];
    trail: Float64Array;
  },
): void {
  const { bySlot, selected, hovered, speeding, trail } = what;
  useEffect(() => {
    const labelOf = (slot: number) => bySlot.get(slot)?.vehicle ?? '';
    drawing?.show({ slots: [...bySlot.keys()], selected: selected?.slot, hovered, speeding, labelOf, trail });
  }, [drawing, bySlot, selected, hovered, speeding, trail]);
}

/** Shows all that the filters leave, at first and on demand; where the address says what is in view, that at first. */
function useFitAll(
  map: Map | undefined,
  store: FleetStore,
  rows: readonly Row[],
  isMoved: () => boolean,
  noteMoved: (is: boolean) => void,
  { at, vehicle }: MapAddress,
): () => void {
  const isFit = useRef(at !== undefined || vehicle !== undefined);
  const fit = useCallback(
    (animate: boolean) => {
      let [west, south, east, north] = [180, 90, -180, -90];
      const places = store.isGrouped
        ? store.groups
        : rows.flatMap(({ vehicle }) => {
            const reading = store.read(vehicle.slot);
            return reading ? [reading] : [];
          });
      for (const { lat, lon } of places) {
        [west, east] = [Math.min(west, lon), Math.max(east, lon)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      }
      if (!map || west > east) return false;
      map.fitBounds([west, south, east, north], { padding: 70, maxZoom: mostZoom - 2, animate });
      return true;
    },
    [map, store, rows],
  );
  useEffect(() => {
    if (!map || isFit.current || isMoved() || !store.isComplete) return;
    isFit.current = fit(false);
  });
  return useCallback(() => {
    noteMoved(false);
    fit(true);
  }, [fit, noteMoved]);
}

/** Begins where the address says, writes there where the map rests, and tells the server what is in view. */
function useAddressOf(map: Map | undefined, store: FleetStore, { at, ask }: MapAddress): void {
  const first = useRef(at);
  useEffect(() => {
    if (!map) return;
    if (first.current) map.jumpTo({ center: [first.current[1], first.current[0]], zoom: first.current[2] });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (event: object) => {
      const bounds = map.getBounds();
      store.look({
        bbox: [
          Math.max(-180, bounds.getWest()),
          Math.max(-90, bounds.getSouth()),
          Math.min(180, bounds.getEast()),
          Math.min(90, bounds.getNorth()),
        ],
        zoom: map.getZoom(),
      });
      if (!('originalEvent' in event) || event.originalEvent === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { lat, lng } = map.getCenter();
        ask({ at: `${lat.toFixed(4)},${lng.toFixed(4)},${map.getZoom().toFixed(1)}` });
      }, restMs);
    };
    map.on('moveend', moved);
    moved({});
    return () => {
      clearTimeout(timer);
      map.off('moveend', moved);
    };
  }, [map, store, ask]);
}

/** Brings a chosen vehicle into view, and keeps a followed one in the middle until the reader moves the map. */
function useSelected(
  map: Map | undefined,
  store: FleetStore,
  selected: LiveVehicle | undefined,
  /** Where it is by what is stored: of a large fleet it may not be told until it is in view. */
  stored: { lat: number; lon: number } | undefined,
  { isFollowed, at, ask }: MapAddress,
  noteMoved: (is: boolean) => void,
): void {
  const shown = useRef(at ? selected?.vehicleId : undefined);
  const slot = selected?.slot;
  useEffect(() => {
    if (!map || !selected || shown.current === selected.vehicleId) return;
    const show = (): boolean => {
      const place = store.read(selected.slot) ?? (store.isPartial ? stored : undefined);
      if (!place) return false;
      shown.current = selected.vehicleId;
      noteMoved(true);
      map.easeTo({
        center: [place.lon, place.lat],
        zoom: Math.max(map.getZoom(), nearZoom),
        offset: besideCard(map),
        duration: 500,
      });
      return true;
    };
    if (show()) return;
    const unlisten = store.onChange(() => {
      if (show()) unlisten();
    });
    return unlisten;
  }, [map, store, selected, stored, noteMoved]);
  useEffect(() => {
    if (!map || !isFollowed || slot === undefined) return;
    const into = new Float64Array(2);
    const centre = () => {
      if (!store.has(slot)) return;
      store.drawAt(slot, performance.now(), into, 0);
      map.easeTo({
        center: [into[0] ?? 0, into[1] ?? 0],
        offset: besideCard(map),
        duration: store.guesses ? followMs : 0,
        easing: (part) => part,
        essential: true,
      });
    };
    const timer = setInterval(centre, followMs);
    centre();
    const moved = (event: object) => {
      if ('originalEvent' in event && event.originalEvent !== undefined) ask({ follow: undefined });
    };
    map.on('dragstart', moved);
    return () => {
      clearInterval(timer);
      map.off('dragstart', moved);
    };
  }, [map, store, slot, isFollowed, ask]);
}

function usePointing(
  map: Map | undefined,
  drawing: FleetDrawing | undefined,
  bySlot: ReadonlyMap<number, LiveVehicle>,
  told: Pick<Props, 'onSelect' | 'onHover'> & { onFence: (fence: PickedFence | undefined) => void },
): void {
  const latest = useRef({ bySlot, ...told });
  latest.current = { bySlot, ...told };
  useEffect(() => {
    if (!map || !drawing) return;
    let hovered: number | undefined;
    const hover = (slot: number | undefined) => {
      if (slot === hovered) return;
      hovered = slot;
      latest.current.onHover(slot);
    };
    const point = ({ lngLat }: MapMouseEvent) => {
      const slot = drawing.slotAt(lngLat.lng, lngLat.lat);
      const isOver = slot !== undefined || drawing.clusterAt(lngLat.lng, lngLat.lat) !== undefined;
      map.getCanvas().style.cursor = isOver ? 'pointer' : '';
      hover(slot);
    };
    const click = (event: MapMouseEvent) => {
      const { lngLat } = event;
      const cluster = drawing.clusterAt(lngLat.lng, lngLat.lat);
      const slot = drawing.slotAt(lngLat.lng, lngLat.lat);
      latest.current.onFence(slot === undefined && !cluster ? fenceAt(map, event) : undefined);
      if (slot !== undefined) latest.current.onSelect(latest.current.bySlot.get(slot));
      else if (cluster) map.easeTo({ center: [cluster.lon, cluster.lat], zoom: map.getZoom() + 2, duration: 300 });
      else latest.current.onSelect(undefined);
    };
    const leave = () => hover(undefined);
    map.on('mousemove', point);
    map.on('click', click);
    map.on('mouseout', leave);
    return () => {
      map.off('mousemove', point);
      map.off('click', click);
      map.off('mouseout', leave);
    };
  }, [map, drawing]);
}
