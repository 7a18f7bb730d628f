import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { type driver, driverStates } from './driver.contract.ts';

/** How to reach the driver, whose they are and whether they work, in one line. */
export function DriverHead({ row }: Pick<RecordTabProps<typeof driver>, 'row'>) {
  const can = useCan();
  // Clients see drivers of their own organisation only.
  const isClient = useKept('userData')[0]?.kind === 'client';
  const { org } = row;
  return (
    <p className="row wrap">
      <a href={`tel:${row.mobile}`} className="mid">
        <bdi dir="ltr">{row.mobile}</bdi>
      </a>
      {org && !isClient ? (
        can('organisation', 'view') ? (
          <Link to={`/organisation/${org.id}`}>
            <bdi>{org.label}</bdi>
          </Link>
        ) : (
          <bdi>{org.label}</bdi>
        )
      ) : null}
      <span className="tag">{driverStates.find(({ value }) => value === row.state)?.label}</span>
    </p>
  );
}
