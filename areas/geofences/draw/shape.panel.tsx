import { Link } from '@tanstack/react-router';
import type { Map } from 'maplibre-gl';
import { useMemo } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { MapBox } from '#kit/web/map/map-box.tsx';
import { useCan } from '#kit/web/rights.ts';
import type { geofence } from '../geofence/geofence.contract.ts';
import { type GeofenceShape, readShape } from '../geofence/shape.contract.ts';
import { boundsOf, useShapeLayers } from './shape-layers.web.ts';
import styles from '../geofences.module.css';

/** Where a geofence is, with its points as text, and the way to its alerts. */
export function ShapePanel({ row }: Pick<RecordTabProps<typeof geofence>, 'row'>) {
  const t = useT();
  const can = useCan();
  const shape = useMemo(() => {
    const read = readShape(row.kind, row.points, row.widthM ?? null);
    return 'shape' in read ? read.shape : undefined;
  }, [row.kind, row.points, row.widthM]);
  const bounds = useMemo(() => boundsOf(shape, undefined), [shape]);
  return (
    <section className={`sheet ${styles.map}`} aria-label={t('geofences.onMap')}>
      <MapBox label={t('geofences.map')} bounds={bounds}>
        {(map) => <Shape map={map} shape={shape} />}
      </MapBox>
      <div className={styles.below}>
        {can('geofence-event', 'view') ? (
          <Link to="/geofence-event" search={{ geofenceId: row.id } as never} className="btn d">
            {t('geofences.showAlerts')}
          </Link>
        ) : null}
        <details>
          <summary>{t('geofences.points')}</summary>
          <p className={styles.points}>{row.points}</p>
        </details>
      </div>
    </section>
  );
}

function Shape({ map, shape }: { map: Map; shape: GeofenceShape | undefined }) {
  useShapeLayers(map, shape, undefined);
  return null;
}
