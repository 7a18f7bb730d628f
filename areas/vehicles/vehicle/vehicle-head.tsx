import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, formatNumber, named, useT } from '#kit/web/i18n.ts';
import { fuelTypes } from '../catalogue/specification.contract.ts';
import type { VehicleDetails } from '../vehicles.queries.ts';
import { type vehicle, vehicleStates } from './vehicle.contract.ts';
import styles from '../vehicles.module.css';

/** What the vehicle is: its model, and below it type, fuel, kilometres and since when its owner has it. */
export function VehicleHead({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const { ownedSince }: Pick<typeof row, 'id'> & Partial<VehicleDetails> = row;
  const model = (row.model ? named(row.model.label) : undefined) ?? row.unlistedModel;
  const state = vehicleStates.find(({ value }) => value === row.state);
  const facts = [
    row.type ? named(row.type.label) : undefined,
    fuelTypes.find(({ value }) => value === row.fuelType)?.label,
    row.odometerKm === null ? undefined : t('trips.kilometres', { km: formatNumber(row.odometerKm) }),
  ].filter(Boolean);
  return (
    <p className={styles.what}>
      <span className={styles.named}>
        <bdi className={styles.model}>{model}</bdi>
        {state ? <bdi className={`st ${state.tone} sm`}>{state.label}</bdi> : null}
      </span>
      <bdi className="t2 sm">
        {facts.join(' · ')}
        {ownedSince ? (
          <span className={styles.owned}>
            {facts.length > 0 ? ' · ' : ''}
            {t('vehicles.ownedFrom', { day: formatDay(ownedSince) })}
          </span>
        ) : null}
      </bdi>
    </p>
  );
}
