import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { driver as drivers } from '#areas/people/drivers/driver.contract.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
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
          <p className="mid">
            {mayView ? (
              <Link to={`/drivers/${driver.id}`}>
                <bdi>{driver.label}</bdi>
              </Link>
            ) : (
              <bdi>{driver.label}</bdi>
            )}
          </p>
          {mayView ? (
            // Both lines have their room from the beginning.
            <p className={`row wrap sm ${styles['driver-line']}`}>
              {data ? (
                <>
                  <ComplianceChip colour={data.verdict} />
                  <a href={`tel:${data.mobile}`}>
                    <bdi dir="ltr">{data.mobile}</bdi>
                  </a>
                </>
              ) : null}
            </p>
          ) : null}
          {details.drivenSince ? (
            <p className="t3 sm">
              <bdi>
                {t('vehicles.since')} <When at={details.drivenSince} />
              </bdi>
            </p>
          ) : null}
        </>
      ) : (
        <p className="t2">{t('vehicles.nobody')}</p>
      )}
      {details.ownedSince ? (
        <dl className="facts sm">
          <dt>{t('vehicles.ownedSince')}</dt>
          <dd>
            <When at={details.ownedSince} />
          </dd>
        </dl>
      ) : null}
      {assigning ? <GiveDriver row={row} onClose={() => setAssigning(false)} /> : null}
    </section>
  );
}
