import { useT } from '#kit/web/i18n.ts';
import { Place } from '#kit/web/ui/place.tsx';
import { clockText, durationText } from '#kit/web/ui/units.ts';
import type { NumberedStop } from './track-map.tsx';
import styles from '../trips.module.css';

const kinds = { idle: 'trips.idle', gap: 'trips.gap' } as const;

/** Where a trip stood with its engine on, and where nothing was heard, numbered as on the map. */
export function StopList(props: {
  stops: readonly NumberedStop[];
  onShow: ((stop: NumberedStop) => void) | undefined;
}) {
  const { stops, onShow } = props;
  const t = useT();
  return (
    <div className="sec">
      <h2 className="h2" style={{ marginBlockEnd: 6 }}>
        {t('trips.stopsAndGaps')}
      </h2>
      {stops.length === 0 ? <p className="t2 sm">{t('trips.noStops')}</p> : null}
      <ol className={styles['stop-list']}>
        {stops.map((stop) => {
          const [from, to] = [Date.parse(stop.from), Date.parse(stop.to)];
          const what = (
            <>
              <span
                className={`${styles['stop-sign']} ${stop.kind === 'idle' ? styles.idle : styles.gap}`}
                aria-hidden="true"
              >
                {stop.number}
              </span>
              <span className="grow">
                <bdi>
                  {t('trips.stopLine', { what: t(kinds[stop.kind]), duration: durationText((to - from) / 1_000) })}
                </bdi>
                <span className={styles.where}>
                  <Place place={stop.place} lat={stop.lat} lon={stop.lon} />
                </span>
              </span>
              <bdi dir="ltr" className="t2">
                {clockText(from)} – {clockText(to)}
              </bdi>
            </>
          );
          return (
            <li key={stop.number}>
              {onShow ? (
                <button
                  type="button"
                  className={styles['stop-line']}
                  title={t('trips.showOnMap')}
                  onClick={() => onShow(stop)}
                >
                  {what}
                </button>
              ) : (
                <span className={styles['stop-line']}>{what}</span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
