import { useState } from 'react';
import { Pager } from '#kit/web/list/pager.tsx';
import { useT } from '#kit/web/i18n.ts';
import { clockText, distanceText, placeText, speedText } from '#kit/web/ui/units.ts';
import { byMinute, type Track } from './track-model.web.ts';
import '#kit/web/catalogue/catalogue.css';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import styles from '../trips.module.css';

const size = 60;

/** The track in words: the first fix of every minute. What the map and the chart show to others. */
export function TrackTable({ track }: { track: Track }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <details className={`sheet ${styles['track-table']}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="h2">{t('trips.byMinute')}</summary>
      {open ? <Minutes track={track} /> : null}
    </details>
  );
}

function Minutes({ track }: { track: Track }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const firsts = byMinute(track);
  const shown = firsts.slice((page - 1) * size, page * size);
  return (
    <>
      {/* It scrolls, and nothing in it takes the focus. */}
      <SideScroll role="region" aria-label={t('trips.byMinute')} tabIndex={0}>
        <table className="tbl plain">
          <thead>
            <tr>
              <th scope="col">{t('trips.time')}</th>
              <th scope="col" className="num">
                {t('trips.speed')}
              </th>
              <th scope="col" className="num">
                {t('trips.driven')}
              </th>
              <th scope="col">{t('trips.place')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((at) => {
              const kmh = track.speeds[at] ?? Number.NaN;
              return (
                <tr key={at}>
                  <td>
                    <bdi>{clockText(track.times[at] ?? 0)}</bdi>
                  </td>
                  <td className="num">
                    <bdi>{speedText(Number.isNaN(kmh) ? null : kmh)}</bdi>
                  </td>
                  <td className="num">
                    <bdi>{distanceText(track.metres[at] ?? 0)}</bdi>
                  </td>
                  <td>
                    <bdi dir="ltr" className="mono">
                      {placeText(track.lats[at] ?? 0, track.lons[at] ?? 0)}
                    </bdi>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </SideScroll>
      {firsts.length > size ? <Pager view={{ page, size }} count={firsts.length} onPage={setPage} /> : null}
    </>
  );
}
