import { IconTruck } from '@tabler/icons-react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { usePeriods } from '../people.queries.ts';
import styles from '../people.module.css';

const tones = { PLANNED: 'info', CURRENT: 'ok', PAST: 'off' } as const;

/** What the driver drives: planned, now and before. Vehicles are given at the vehicle. */
export function DriverVehicles({ row }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  return (
    <ListSheet
      label={t('drivers.vehicles')}
      found={usePeriods(row.id)}
      told={null}
      empty={{
        icon: <IconTruck aria-hidden="true" />,
        title: t('drivers.noVehicles'),
        text: t('drivers.noVehiclesText'),
      }}
    >
      {(periods) => (
        <ul className={styles['driver-lines']}>
          {periods?.map(({ id, vehicle, plateUse, vehicleId, fromAt, toAt, endReason, state }) => (
            <li key={id}>
              <span className={`st ${tones[state]}`}>{t(`drivers.period.${state}`)}</span>
              <span className={styles.what}>
                {vehicle === '–' ? (
                  <span className="t3">–</span>
                ) : can('vehicle', 'view') ? (
                  <Plate no={vehicle} use={plateUse} to={`/vehicle/${vehicleId}`} />
                ) : (
                  <Plate no={vehicle} use={plateUse} />
                )}
                <span className="t2 sm">
                  <When at={fromAt} />
                  {toAt ? (
                    <>
                      {' – '}
                      <When at={toAt} />
                    </>
                  ) : null}
                </span>
                {endReason ? <bdi className="t2 sm">{endReason}</bdi> : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ListSheet>
  );
}
