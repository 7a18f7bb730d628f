import { useRef } from 'react';
import { MapBox } from '../map-box.tsx';
import { MapMarker } from '../map-marker.tsx';
import { worldX, worldY } from '../mercator.ts';
import { useSeen } from './use-seen.ts';
import styles from './place-panel.module.css';

interface Props {
  /** What it is the place of: another one is shown anew. */
  subject: string;
  /** What is to be seen, with its place in words. */
  label: string;
  lat: number;
  lon: number;
  /** Clockwise from north, degrees; null where it is not known. */
  heading: number | null;
  isMoving: boolean;
}

/** Where a vehicle is, as a small picture; the program that draws maps is fetched once it comes into sight. */
export function PositionMap({ subject, label, lat, lon, heading, isMoving }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  return (
    <div ref={place} className={styles.position}>
      {isSeen ? (
        <MapBox label={label} subject={subject} bounds={around(lat, lon)} isStill>
          {(map) => (
            <MapMarker map={map} lat={lat} lon={lon}>
              <svg className={styles.vehicle} data-moving={isMoving} width={56} height={56} viewBox="-28 -28 56 56">
                <circle className={styles.halo} r={26} />
                <circle className={styles.disc} r={13} />
                {isMoving && heading !== null ? (
                  <path className={styles.nose} d="M0 -6 5 5 0 2.4 -5 5Z" transform={`rotate(${heading})`} />
                ) : (
                  <rect className={styles.nose} x={-4} y={-4} width={8} height={8} rx={1} />
                )}
              </svg>
            </MapMarker>
          )}
        </MapBox>
      ) : null}
    </div>
  );
}

/** Degrees on each side, some two kilometres. */
const aside = 0.02;
const around = (lat: number, lon: number) => ({
  minX: worldX(lon - aside),
  maxX: worldX(lon + aside),
  minY: worldY(lat + aside / 2),
  maxY: worldY(lat - aside / 2),
});
