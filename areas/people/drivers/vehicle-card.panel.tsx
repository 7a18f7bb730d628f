import { Link } from '@tanstack/react-router';
import { vehicle as vehicles } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { usePeriods } from '../people.queries.ts';
import { type driver, verdicts } from './driver.contract.ts';
import styles from '../people.module.css';

/** What they drive: the vehicle, whether it may run today, and since when they have it. */
export function VehicleCard({ row }: Pick<RecordTabProps<typeof driver>, 'row'>) {
  const t = useT();
  const can = useCan();
  const mayView = can('vehicle', 'view');
  const { vehicle } = row;
  const { data } = useRow(vehicles, vehicle && mayView ? vehicle.id : undefined);
  const since = usePeriods(row.id).data?.find(({ state }) => state === 'CURRENT')?.fromAt;
  const verdict = verdicts.find(({ value }) => value === data?.verdict);
  return (
    <section className={`sheet sec ${styles['vehicle-card']}`} aria-labelledby="vehicle-card">
      <div className="panel-head">
        <h2 className="h2" id="vehicle-card">
          {t('drivers.vehicle')}
        </h2>
      </div>
      {vehicle ? (
        <>
          <p>
            {mayView ? (
              <Link to={`/vehicle/${vehicle.id}`}>
                <Plate no={vehicle.label} use={vehicle.plateUse} />
              </Link>
            ) : (
              <Plate no={vehicle.label} use={vehicle.plateUse} />
            )}
          </p>
          {mayView ? (
            // The line has its room from the beginning.
            <p className={`row wrap sm ${styles['card-line']}`}>
              {data && verdict ? (
                <>
                  <span className={`st ${verdict.tone}`}>{verdict.label}</span>
                  <bdi>{data.model?.label ?? data.unlistedModel}</bdi>
                </>
              ) : null}
            </p>
          ) : null}
          <p className={`t3 sm ${styles['card-line']}`}>
            {since ? (
              <bdi>
                {t('drivers.since')} <When at={since} />
              </bdi>
            ) : null}
          </p>
        </>
      ) : (
        <p className="t2">{t('drivers.noVehicle')}</p>
      )}
    </section>
  );
}
