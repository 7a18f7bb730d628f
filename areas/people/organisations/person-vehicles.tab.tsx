import { IconTruck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { vehicle, vehicleStates, verdicts } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { useRows } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import type { appUser } from '../people.contract.ts';
import styles from '../people.module.css';

/** The vehicles of an app user: those of their organisation that are active. */
export function PersonVehicles({ row }: RecordTabProps<typeof appUser>) {
  const t = useT();
  const address = useListAddress([]);
  const { skip, take } = address.rows;
  const found = useRows(vehicle, { orgId: row.orgId, status: '1', skip: String(skip), take: String(take) });
  const count = found.data?.count;
  return (
    <ListSheet
      label={t('people.vehicles')}
      found={found}
      address={address}
      empty={{
        icon: <IconTruck aria-hidden="true" />,
        title: t('people.noVehicles'),
        text: t('people.noVehiclesText'),
      }}
    >
      {(rows) => (
        <>
          <p className="t2 sec" style={{ paddingBlockEnd: 0 }}>
            <bdi>
              {count === undefined
                ? ''
                : t('people.vehiclesOf', { count, number: formatNumber(count), organisation: row.org?.label ?? '' })}
            </bdi>
          </p>
          <ul className={styles['driver-lines']}>
            {rows?.map((one) => (
              <Line key={one.id} row={one} />
            ))}
          </ul>
        </>
      )}
    </ListSheet>
  );
}

function Line({ row }: { row: RowOf<typeof vehicle> }) {
  const t = useT();
  const can = useCan();
  const verdict = verdicts.find(({ value }) => value === row.verdict);
  const state = vehicleStates.find(({ value }) => value === row.state);
  return (
    <li>
      <span className={`st ${verdict?.tone ?? 'off'}`}>{verdict?.label}</span>
      <span className={styles.what}>
        <span className="row wrap">
          <Plate no={row.registrationNo} use={row.plateUse} to={`/vehicle/${row.id}`} />
          <bdi>{row.model?.label ?? row.unlistedModel}</bdi>
        </span>
        <span className="t2 sm">
          {state?.label}
          {row.driver ? (
            <>
              {' · '}
              {can('drivers', 'view') ? (
                <Link to={`/drivers/${row.driver.id}`}>
                  <bdi>{row.driver.label}</bdi>
                </Link>
              ) : (
                <bdi>{row.driver.label}</bdi>
              )}
            </>
          ) : (
            ` · ${t('people.noDriver')}`
          )}
        </span>
        {row.verdictLine ? <bdi className="t2 sm">{said(row.verdictLine)}</bdi> : null}
      </span>
    </li>
  );
}
