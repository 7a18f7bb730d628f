import { IconSteeringWheel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
import { type Period, usePeriods } from '../vehicles.queries.ts';
import { EndDriver } from './unassign-driver.dialog.tsx';
import { GiveDriver } from './assign-driver.dialog.tsx';
import type { vehicle } from '../vehicle/vehicle.contract.ts';
import styles from '../vehicles.module.css';

const tones = { PLANNED: 'info', CURRENT: 'ok', PAST: 'off' } as const;

/** Who drives the vehicle: planned, now and before; and the way to give it to somebody. */
export function VehicleDrivers({ row }: RecordTabProps<typeof vehicle>) {
  const t = useT();
  const mayGive = useCan()('vehicle', 'edit', row);
  const found = usePeriods('vehicle', row.id);
  const [giving, setGiving] = useState(false);
  const [ending, setEnding] = useState<Period>();
  const give = mayGive ? (
    <button type="button" className="btn p" onClick={() => setGiving(true)}>
      {t('vehicles.give')}
    </button>
  ) : null;
  return (
    <>
      <ListSheet
        label={t('vehicles.drivers')}
        found={found}
        told={null}
        empty={{
          icon: <IconSteeringWheel aria-hidden="true" />,
          title: t('vehicles.neverDriven'),
          text: t('vehicles.neverDrivenText'),
          action: give,
        }}
      >
        {(periods) => (
          <>
            <div className="row sec" style={{ justifyContent: 'space-between' }}>
              <h2 className="h2">{t('vehicles.drivers')}</h2>
              {give}
            </div>
            <ul className={styles.periods}>
              {periods?.map((period) => (
                <Line key={period.id} period={period} {...(mayGive ? { onEnd: () => setEnding(period) } : {})} />
              ))}
            </ul>
          </>
        )}
      </ListSheet>
      {giving ? <GiveDriver row={row} onClose={() => setGiving(false)} /> : null}
      {ending ? <EndDriver row={row} period={ending} onClose={() => setEnding(undefined)} /> : null}
    </>
  );
}

function Line({ period, onEnd }: { period: Period; onEnd?: () => void }) {
  const t = useT();
  const can = useCan();
  const { driver, driverId, fromAt, toAt, endReason, state } = period;
  return (
    <li>
      <span className={`st ${tones[state]}`}>{t(`vehicles.period.${state}`)}</span>
      <span className={styles.what}>
        {can('drivers', 'view') ? (
          <Link to={`/drivers/${driverId}`} className="mid">
            <bdi>{driver}</bdi>
          </Link>
        ) : (
          <bdi className="mid">{driver}</bdi>
        )}
        <span className="t2 sm">
          {t('vehicles.from')} <When at={fromAt} />
          {toAt ? (
            <>
              {' '}
              {t('vehicles.to')} <When at={toAt} />
            </>
          ) : null}
        </span>
        {endReason ? <bdi className="t3 sm">{endReason}</bdi> : null}
      </span>
      {state !== 'PAST' && onEnd ? (
        <button type="button" className="btn d sm" onClick={onEnd}>
          {t(state === 'PLANNED' ? 'vehicles.takeBack' : 'vehicles.end')}
          <span className="sr"> {driver}</span>
        </button>
      ) : (
        <span />
      )}
    </li>
  );
}
