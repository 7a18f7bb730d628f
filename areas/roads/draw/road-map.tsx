import type { Map, MapMouseEvent } from 'maplibre-gl';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { MapBox } from '#kit/web/map/map-box.tsx';
import type { LinePoint } from '../road/line.contract.ts';
import { boundsOf, type DrawnLine, useRoadLayers } from './road-layers.web.ts';

interface Props {
  /** Says what is to be seen. */
  label: string;
  lines: readonly DrawnLine[];
  /** What is to be in sight; left out: the lines. */
  sight?: readonly LinePoint[];
  onPress?: ((at: LinePoint) => void) | undefined;
  children?: (map: Map) => ReactNode;
}

/** Roads on the map. */
export function RoadMap({ label, lines, sight, onPress, children }: Props) {
  const bounds = useMemo(() => boundsOf(sight ?? lines.flatMap(({ points }) => points)), [sight, lines]);
  return (
    <MapBox label={label} bounds={bounds}>
      {(map) => (
        <>
          <Lines map={map} lines={lines} />
          {onPress ? <Presses map={map} onPress={onPress} /> : null}
          {children?.(map)}
        </>
      )}
    </MapBox>
  );
}

function Lines({ map, lines }: { map: Map; lines: readonly DrawnLine[] }) {
  useRoadLayers(map, lines);
  return null;
}

function Presses({ map, onPress }: { map: Map; onPress: (at: LinePoint) => void }) {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const press = ({ lngLat }: MapMouseEvent) => latest.current([lngLat.lat, lngLat.lng]);
    map.on('click', press);
    return () => void map.off('click', press);
  }, [map]);
  return null;
}
