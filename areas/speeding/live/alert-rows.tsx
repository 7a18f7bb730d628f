import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { OffDuty, Place } from '#kit/web/ui/place.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { durationText, overText, speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { SpeedingAlert } from '../alert-answers.contract.ts';
import styles from '../speeding.module.css';

const bandShapes = { UNDER_10: 'info', UNDER_20: 'due', UNDER_40: 'bad', FROM_40: 'bad' } as const;

interface Props {
  rows: readonly SpeedingAlert[] | undefined;
}

/** Alerts in a table, or as cards on a telephone. */
export function AlertRows(props: Props) {
  return useMedia(smallScreen) ? <Cards {...props} /> : <Table {...props} />;
}

/** It goes on, or how long it was. */
function State({ one }: { one: SpeedingAlert }) {
  const t = useT();
  return one.state === 'OPEN' ? (
    <span className="st bad">{t('alerts.states.OPEN')}</span>
  ) : (
    <span>
      <bdi>{durationText(one.seconds)}</bdi>
      {one.endCause === 'NO_SIGNAL' ? <span className={styles.under}>{t('alerts.noSignal')}</span> : null}
    </span>
  );
}

/** What the check after the trip made of it, with the way there. */
function Outcome({ one }: { one: SpeedingAlert }) {
  const t = useT();
  const text = t(`alerts.outcomes.${one.outcome}`);
  if (!one.violation) return <span className={`st ${one.outcome === 'PENDING' ? 'info' : 'off'}`}>{text}</span>;
  return (
    <>
      <Link to={`/violation/${one.violation.id}`} search={{ state: 'ALL', vehicleId: one.vehicleId } as never}>
        {text}
      </Link>
      <span className={styles.under}>{t(`violations.states.${one.violation.state}`)}</span>
    </>
  );
}

/** To the very moment of the trip, for those who may see trips. */
function Time({ one, className }: { one: SpeedingAlert; className?: string }) {
  const can = useCan();
  const time = <When at={one.fromAt} />;
  return one.tripId !== null && can('vehicle-trips', 'view') ? (
    <Link to={`/vehicle-trips/${one.tripId}`} search={{ at: one.peakAt } as never} className={className ?? 'link'}>
      {time}
    </Link>
  ) : (
    time
  );
}

/** Staff are told that the client does not see it. */
const Mark = ({ one }: { one: SpeedingAlert }) =>
  one.isOffDuty ? (
    <span className={styles.under}>
      <OffDuty isMark />
    </span>
  ) : null;

function Band({ one }: { one: SpeedingAlert }) {
  const t = useT();
  return <span className={`st ${bandShapes[one.band]}`}>{t(`alerts.bands.${one.band}`)}</span>;
}

function Table({ rows }: Props) {
  const t = useT();
  const can = useCan();
  return (
    <ListTable
      className={styles.rows}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'vehicle',
          head: t('violations.vehicle'),
          render: ({ vehicle, plateUse, vehicleId }) =>
            can('vehicle', 'view') ? (
              <Link to={`/vehicle/${vehicleId}`} className="ttl">
                <Plate no={vehicle} use={plateUse} />
              </Link>
            ) : (
              <Plate no={vehicle} use={plateUse} />
            ),
        },
        {
          key: 'speed',
          head: t('violations.speedOverLimit'),
          isNumber: true,
          render: (one) => (
            <bdi>
              <b className="mid">{speedText(one.peakKmh)}</b>
              <span className={styles.under}>{speedText(one.limitKmh)}</span>
            </bdi>
          ),
        },
        {
          key: 'band',
          head: t('violations.overBy'),
          render: (one) => (
            <>
              <Band one={one} />
              <span className={styles.under}>{t(`violations.sources.${one.limitSource}`)}</span>
            </>
          ),
        },
        {
          key: 'road',
          head: t('violations.road'),
          render: (one) => (
            <>
              <bdi className={styles.road}>{one.road}</bdi>
              <span className={styles.under}>
                <Place place={one.place} lat={one.lat} lon={one.lon} />
              </span>
              <Mark one={one} />
            </>
          ),
        },
        { key: 'at', head: t('violations.time'), render: (one) => <Time one={one} /> },
        { key: 'state', head: t('alerts.lasted'), render: (one) => <State one={one} /> },
        { key: 'outcome', head: t('alerts.check'), render: (one) => <Outcome one={one} /> },
        {
          key: 'driver',
          head: t('violations.driver'),
          render: ({ driver }) => (driver ? <bdi>{driver}</bdi> : <span className="t3">–</span>),
        },
      ]}
    />
  );
}

function Cards({ rows }: Props) {
  return (
    <ul className={`cards ${styles.cards}`}>
      {rows?.map((one) => (
        <li key={one.id}>
          <span className="row wrap">
            <Time one={one} className="ttl" />
            <Plate no={one.vehicle} use={one.plateUse} />
          </span>
          <State one={one} />
          <span className={styles['card-speed']}>
            <bdi className="mid">{overText(one)}</bdi>
            <Band one={one} />
          </span>
          <span className="more">
            <bdi>{one.road}</bdi>
            <Mark one={one} />
            <Outcome one={one} />
          </span>
        </li>
      )) ??
        [0, 1, 2, 3].map((one) => (
          <li key={one}>
            <span className="sk" style={{ width: 180 }} />
          </li>
        ))}
    </ul>
  );
}
