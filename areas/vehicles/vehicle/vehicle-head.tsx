import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ComplianceChip } from '../compliance-lines.tsx';
import type { vehicle } from './vehicle.contract.ts';

/** May the vehicle run, and why not: above every tab of it. */
export function VehicleHead({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  return (
    <p className="row wrap sm" role="group" aria-label={t('vehicles.compliance')}>
      <ComplianceChip colour={row.verdict} />
      {row.verdictLine ? <bdi className="t2">{row.verdictLine}</bdi> : null}
    </p>
  );
}
