import { IconGauge } from '@tabler/icons-react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { allStates, useViolations } from '../speeding.queries.ts';
import { ViolationRows } from './violation-rows.tsx';

/** Speeding of a vehicle, whatever became of it. */
export const VehicleViolations = ({ row }: RecordTabProps) => (
  <ViolationsOf query={{ vehicleId: row.id }} named={false} />
);
/** Speeding of a driver. */
export const DriverViolations = ({ row }: RecordTabProps) => <ViolationsOf query={{ driverId: row.id }} named />;

function ViolationsOf({ query, named }: { query: Record<string, string>; named: boolean }) {
  const t = useT();
  const address = useListAddress([]);
  const found = useViolations({ ...query, ...address.rows });
  return (
    <ListSheet
      label={t('violations.title')}
      found={found}
      address={address}
      className="list"
      empty={{
        icon: <IconGauge aria-hidden="true" />,
        title: t('violations.none'),
        text: t('violations.noneText'),
      }}
    >
      {(rows) => <ViolationRows rows={rows} search={{ ...query, state: allStates }} named={named} />}
    </ListSheet>
  );
}
