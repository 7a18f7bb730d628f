import { useMemo } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { worldX, worldY } from '#kit/web/map/mercator.ts';
import type { RoadQuality } from '../violation-answers.contract.ts';
import styles from '../speeding.module.css';

/** Of the world's side: some two kilometres, so that a road by itself is shown with its surroundings. */
const around = 5e-5;

/** Where those roads are, each with how often it was doubted; the table beside it says the same. */
export function QualityMap({ rows }: { rows: readonly RoadQuality[] }) {
  const t = useT();
  const bounds = useMemo(() => {
    const [xs, ys] = [rows.map(({ lon }) => worldX(lon)), rows.map(({ lat }) => worldY(lat))];
    return {
      minX: Math.min(...xs) - around,
      maxX: Math.max(...xs) + around,
      minY: Math.min(...ys) - around,
      maxY: Math.max(...ys) + around,
    };
  }, [rows]);
  return (
    <div className={`sheet ${styles['quality-map']}`}>
      <MapBox label={t('violations.qualityMap')} bounds={bounds}>
        {(map) =>
          rows.map(({ roadId, lat, lon, limitWrong, wrongRoad }) => (
            <MapMarker key={roadId} map={map} lat={lat} lon={lon}>
              <span className={styles.doubts}>{limitWrong + wrongRoad}</span>
            </MapMarker>
          ))
        }
      </MapBox>
    </div>
  );
}
