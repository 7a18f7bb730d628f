import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ComplianceChip } from '../compliance-lines.tsx';
import type { vehicle } from './vehicle.contract.ts';

/** What the vehicle is, may it run, and why not: above every tab of it. */
export function VehicleHead({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const facts = [row.model?.label ?? row.unlistedModel, row.type?.label].filter(Boolean);
  return (
    <>
      {facts.length > 0 ? (
        <p>
          <bdi className="mid">{facts.join(' · ')}</bdi>
        </p>
      ) : null}
      <p className="row wrap sm" role="group" aria-label={t('vehicles.compliance')}>
        <ComplianceChip colour={row.verdict} />
        {row.verdictLine ? <bdi className="t2">{row.verdictLine}</bdi> : null}
      </p>
    </>
  );
}
