import { IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { driver as drivers } from '#areas/people/drivers/driver.contract.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { initials } from '#kit/web/shell/account-menu.tsx';
import { GiveDriver } from '../assignments/assign-driver.dialog.tsx';
import { ComplianceChip } from '../compliance-lines.tsx';
import type { VehicleDetails } from '../vehicles.queries.ts';
import type { vehicle } from './vehicle.contract.ts';
import styles from '../vehicles.module.css';

/** Who drives it: how to call them, whether they may drive today, and since when they have it. */
export function DriverCard({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const can = useCan();
  const [assigning, setAssigning] = useState(false);
  const mayView = can('drivers', 'view');
  const { driver } = row;
  const { data } = useRow(drivers, driver && mayView ? driver.id : undefined);
  const details: Pick<typeof row, 'id'> & Partial<VehicleDetails> = row;
  return (
    <section className={`sheet sec ${styles['driver-card']}`} aria-labelledby="driver-card">
      <div className="panel-head">
        <h2 className="h2" id="driver-card">
          {t('vehicles.driver')}
        </h2>
        {driver && can('vehicle', 'edit', row) ? (
          <button type="button" className="btn d sm" onClick={() => setAssigning(true)}>
            {t('vehicles.change')}
          </button>
        ) : null}
      </div>
      {driver ? (
        <>
          <div className={styles['driver-who']}>
            <span className="avatar" aria-hidden="true">
              {initials(driver.label)}
            </span>
            <span className={styles['driver-name']}>
              {mayView ? (
                <Link to={`/drivers/${driver.id}`} className="mid">
                  <bdi>{driver.label}</bdi>
                </Link>
              ) : (
                <bdi className="mid">{driver.label}</bdi>
              )}
              {/* The line has its room from the beginning. */}
              <span className={`t2 sm ${styles['driver-line']}`}>
                {data ? <bdi dir="ltr">{data.mobile}</bdi> : null}
              </span>
            </span>
            {data ? (
              <a
                href={`tel:${data.mobile}`}
                className="btn d ic"
                aria-label={t('vehicles.call', { name: driver.label })}
                title={t('vehicles.call', { name: driver.label })}
              >
                <IconPhone className="i" aria-hidden="true" />
              </a>
            ) : null}
          </div>
          <dl className={`facts sm ${styles['driver-facts']}`}>
            {mayView ? (
              <>
                <dt>{t('vehicles.mayDrive')}</dt>
                <dd>{data ? <ComplianceChip colour={data.verdict} /> : null}</dd>
              </>
            ) : null}
            {details.drivenSince ? (
              <>
                <dt>{t('vehicles.onVehicle')}</dt>
                <dd>
                  <bdi>{t('vehicles.sinceTime', { time: formatTime(details.drivenSince) })}</bdi>
                </dd>
              </>
            ) : null}
          </dl>
        </>
      ) : (
        <p className="t2">{t('vehicles.nobody')}</p>
      )}
      {assigning ? <GiveDriver row={row} onClose={() => setAssigning(false)} /> : null}
    </section>
  );
}
