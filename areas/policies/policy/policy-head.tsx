import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { type appUserPolicy, coverTypes } from './policy.contract.ts';

/** What the policy is, in one line: vehicle, type of cover, insurer, whose. */
export function PolicyHead({ row }: Pick<RecordTabProps<typeof appUserPolicy>, 'row'>) {
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  return (
    <p className="row wrap">
      {row.vehicle ? (
        <Plate no={row.vehicle.label} use={row.vehicle.plateUse} to={`/vehicle/${row.vehicleId}`} />
      ) : null}
      <bdi className="mid">
        {[coverTypes.find(({ value }) => value === row.coverType)?.label, row.insurer?.label]
          .filter(Boolean)
          .join(' · ')}
      </bdi>
      {/* Clients know whose it is. */}
      {row.org && row.orgId && isStaff ? (
        <Link to={`/organisation/${row.orgId}`} className="t2">
          <bdi>{row.org.label}</bdi>
        </Link>
      ) : null}
    </p>
  );
}
