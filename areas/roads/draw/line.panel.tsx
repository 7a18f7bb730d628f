import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { MapMarker } from '#kit/web/map/map-marker.tsx';
import { useCan } from '#kit/web/rights.ts';
import type { road } from '../road/road.contract.ts';
import { useRoadLine } from '../roads.queries.ts';
import { RoadMap } from './road-map.tsx';
import styles from '../roads.module.css';

/** Where a road is, from its first to its last metre. */
export function LinePanel({ row }: Pick<RecordTabProps<typeof road>, 'row'>) {
  const t = useT();
  const can = useCan();
  const { data: points = [], isSuccess } = useRoadLine(row.id);
  const lines = useMemo(() => (points.length > 0 ? [{ points, tone: 'road' as const }] : []), [points]);
  const [first] = points;
  const last = points.at(-1);
  if (isSuccess && points.length === 0)
    return (
      <section className="sheet sec" aria-label={t('roads.line')}>
        <p className="t2">{t('roads.lineless')}</p>
        {can('road', 'edit', row) ? (
          <Link to={`/road/${row.id}/edit`} className="btn d">
            {t('roads.draw')}
          </Link>
        ) : null}
      </section>
    );
  return (
    <section className={`sheet ${styles.map}`} aria-label={t('roads.line')}>
      <RoadMap label={t('roads.map')} lines={lines}>
        {(map) => (
          <>
            {first ? <Mark map={map} at={first} text={t('roads.start')} /> : null}
            {last ? <Mark map={map} at={last} text={t('roads.end')} /> : null}
          </>
        )}
      </RoadMap>
    </section>
  );
}

function Mark({
  map,
  at,
  text,
}: {
  map: Parameters<typeof MapMarker>[0]['map'];
  at: readonly [number, number];
  text: string;
}) {
  return (
    <MapMarker map={map} lat={at[0]} lon={at[1]}>
      <span className={styles.mark}>{text}</span>
    </MapMarker>
  );
}
