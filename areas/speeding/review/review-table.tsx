import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { exactClockText, placeText, speedText } from '#kit/web/ui/units.ts';
import type { LookedTrack } from './looked-track.web.ts';
import styles from '../speeding.module.css';

/** Map and chart in words: every position. */
export function ReviewTable({ track }: { track: LookedTrack }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const none = <span className="t3">–</span>;
  return (
    <details className={`sheet ${styles['track-table']}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="h2">{t('violations.positions')}</summary>
      {open ? (
        <ListTable
          label={t('violations.positions')}
          rows={track.fixes}
          keyOf={({ at }) => at}
          columns={[
            { key: 'at', head: t('violations.time'), render: ({ at }) => <bdi>{exactClockText(Date.parse(at))}</bdi> },
            {
              key: 'speed',
              head: t('violations.speed'),
              isNumber: true,
              render: ({ speedKmh }) => <bdi>{speedText(speedKmh)}</bdi>,
            },
            {
              key: 'limit',
              head: t('violations.limit'),
              isNumber: true,
              render: ({ limitKmh }) => <bdi>{speedText(limitKmh)}</bdi>,
            },
            { key: 'road', head: t('violations.road'), render: ({ road }) => (road ? <bdi>{road}</bdi> : none) },
            {
              key: 'sure',
              head: t('violations.confidence'),
              isNumber: true,
              render: ({ confidence }) =>
                confidence === null ? none : <bdi>{t('violations.percent', { percent: percentOf(confidence) })}</bdi>,
            },
            {
              key: 'counted',
              head: t('violations.isCounted'),
              render: ({ within }) => (within ? t('catalogue.yes') : <span className="t3">{t('catalogue.no')}</span>),
            },
            {
              key: 'place',
              head: t('violations.position'),
              render: ({ lat, lon }) => (
                <bdi dir="ltr" className="mono">
                  {placeText(lat, lon)}
                </bdi>
              ),
            },
          ]}
        />
      ) : null}
    </details>
  );
}

/** '99.4' of 0.9938: rounded down, so that what is not sure never reads as if it were. */
export const percentOf = (share: number): string => String(Math.floor(share * 1_000) / 10);
