import type { GeoJSONSource, Map } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { MapBox } from '../map-box.tsx';
import { worldX, worldY } from '../mercator.ts';
import { isGone, skinned } from '../skin.ts';
import { useSeen } from './use-seen.ts';
import styles from './place-panel.module.css';

export interface PlaceOnMap {
  lat: number;
  lon: number;
  isMoving: boolean;
}

/** Where vehicles are, as a small picture; the program that draws maps is fetched once it comes into sight. */
export function PlacesMap({ label, places }: { label: string; places: readonly PlaceOnMap[] }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const bounds = useMemo(() => boundsOf(places), [places]);
  return (
    <div ref={place} className={styles.places}>
      {isSeen && bounds ? (
        <MapBox label={label} bounds={bounds} isStill>
          {(map) => <Dots map={map} places={places} />}
        </MapBox>
      ) : null}
    </div>
  );
}

const source = 'places';
const layer = 'places-dots';

/** A dot for each; those that move above the others, in another colour and larger. */
function Dots({ map, places }: { map: Map; places: readonly PlaceOnMap[] }) {
  useEffect(() => {
    map.addSource(source, { type: 'geojson', data: featuresOf([]) });
    const paint = { 'circle-stroke-width': 1.5, ...skinned(map, layer, { 'circle-stroke-color': 'var(--k-ring)' }) };
    for (const isMoving of [false, true]) {
      const id = `${layer}-${isMoving}`;
      map.addLayer({
        id,
        type: 'circle',
        source,
        filter: ['==', ['get', 'isMoving'], isMoving],
        paint: {
          ...paint,
          ...skinned(map, id, { 'circle-color': isMoving ? 'var(--k-move)' : 'var(--k-stop)' }),
          'circle-radius': isMoving ? 6 : 4.5,
        },
      });
    }
    // A town is read over the vehicles that stand in it; the ground may come after them.
    const raise = () => {
      if (map.getLayer('base-town-names')) map.moveLayer('base-town-names');
    };
    map.once('idle', raise);
    return () => {
      map.off('idle', raise);
      if (isGone(map)) return;
      for (const isMoving of [false, true]) map.removeLayer(`${layer}-${isMoving}`);
      map.removeSource(source);
    };
  }, [map]);
  useEffect(() => {
    void map.getSource<GeoJSONSource>(source)?.setData(featuresOf(places));
  }, [map, places]);
  return null;
}

const featuresOf = (places: readonly PlaceOnMap[]) => ({
  type: 'FeatureCollection' as const,
  features: places.map(({ lat, lon, isMoving }) => ({
    type: 'Feature' as const,
    properties: { isMoving },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  })),
});

/** All of them in sight; undefined where there is none. */
function boundsOf(places: readonly PlaceOnMap[]) {
  if (places.length === 0) return undefined;
  const [x, y] = [places.map(({ lon }) => worldX(lon)), places.map(({ lat }) => worldY(lat))];
  return { minX: Math.min(...x), maxX: Math.max(...x), minY: Math.min(...y), maxY: Math.max(...y) };
}
