import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { fuelTypes } from '../catalogue/specification.contract.ts';
import type { vehicle } from './vehicle.contract.ts';

/** What the vehicle is, in one line: model, type, fuel, kilometres. */
export function VehicleHead({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const facts = [
    (row.model ? named(row.model.label) : undefined) ?? row.unlistedModel,
    row.type ? named(row.type.label) : undefined,
    fuelTypes.find(({ value }) => value === row.fuelType)?.label,
    row.odometerKm === null ? undefined : t('trips.kilometres', { km: formatNumber(row.odometerKm) }),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p>
      <bdi className="mid">{facts.join(' · ')}</bdi>
    </p>
  );
}
