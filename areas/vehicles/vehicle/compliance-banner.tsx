import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { answerInWords } from '#kit/web/catalogue/record/answer-in-words.ts';
import { RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { GiveDriver } from '../assignments/assign-driver.dialog.tsx';
import { reasonsOf, useLineSteps } from '../compliance-lines.tsx';
import { useCompliance, type VehicleDetails } from '../vehicles.queries.ts';
import { type NextStep, nextStep } from './next-step.rules.ts';
import type { Colour, vehicle } from './vehicle.contract.ts';

const tones: Record<Colour, 'ok' | 'due' | 'bad'> = { GREEN: 'ok', AMBER: 'due', RED: 'bad' };

/** May it run today, why not, and what to do next: above every tab of the vehicle. */
export function ComplianceBanner({ row }: RecordTabProps<typeof vehicle>) {
  const t = useT();
  const can = useCan();
  const { data } = useCompliance(row.id);
  const [assigning, setAssigning] = useState(false);
  const buttonOf = useNextButton(row, () => setAssigning(true));
  const details: Pick<typeof row, 'id'> & Partial<VehicleDetails> = row;
  const colour = data?.colour ?? row.verdict;
  const step = data ? nextStep(data.lines, row.driverId) : undefined;
  const primary = step ? buttonOf(step) : null;
  const { sentence, after, told, others } = answerInWords(data, row, 'run');
  const whose = { vehicleId: row.id, driverId: data?.driver?.id };
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const stepOf = useLineSteps(whose, 'btn d', tab);
  const linkOf = useLineSteps(whose, 'link sm', tab);
  // Where nothing is to be done at once, the first line that leads somewhere does so.
  const first = primary
    ? undefined
    : [told, ...(others ?? [])].find((line) => line !== undefined && stepOf(line) !== null);
  const next = primary ?? (first ? stepOf(first) : null);
  const answered = primary ? step?.line : first;
  return (
    <RecordBanner
      title={t('vehicles.mayItRun')}
      tone={tones[colour]}
      answer={<bdi>{sentence}</bdi>}
      under={told && told !== answered ? linkOf(told) : after}
      reasons={others && reasonsOf(others, whose, answered)}
      firstReason={colour === 'RED' ? null : row.verdictLine}
      next={next}
    >
      {details.situationNote ? (
        <p className="t2 sm">
          <bdi>{details.situationNote}</bdi>
        </p>
      ) : null}
      {row.unlistedModel ? (
        <p className="t2 sm">
          <bdi className="mid">{row.unlistedModel}</bdi> {t('vehicles.unlisted')}
        </p>
      ) : null}
      {details.openTransfer && can('ownership-transfer', 'view') ? (
        <p className="t2 sm">
          {t(`vehicles.open.${details.openTransfer}`)} <Link to="/ownership-transfer">{t('transfers.title')}</Link>
        </p>
      ) : null}
      {assigning ? <GiveDriver row={row} onClose={() => setAssigning(false)} /> : null}
    </RecordBanner>
  );
}

/**
 * The primary action of the page, for those who may; on the other tabs it steps back, and goes where a tab has the same one.
 * @returns null where there is none.
 */
function useNextButton(row: RowOf<typeof vehicle>, assign: () => void): (step: NextStep) => ReactNode {
  const t = useT();
  const can = useCan();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const button = `btn ${tab === undefined || tab === 'overview' ? 'p' : 'd'}`;
  return (step) => {
    if (step.do === 'upload' && tab !== 'papers' && can('vehicle-kyc-doc', 'create'))
      return (
        <Link to={`/vehicle/${row.id}`} search={{ tab: 'papers', add: step.code } as never} className={button}>
          {t('record.uploadDocument')}
        </Link>
      );
    if (step.do === 'number' && can('vehicle', 'edit', row))
      return (
        <Link to={`/vehicle/${row.id}/edit`} search={{ focus: 'registrationNo' } as never} className={button}>
          {t('vehicles.next.number')}
        </Link>
      );
    if (step.do === 'driver' && row.driverId && can('drivers', 'view'))
      return (
        <Link to={`/drivers/${row.driverId}`} className={button}>
          {t('vehicles.next.driver')}
        </Link>
      );
    if (step.do === 'assign' && tab !== 'drivers' && can('vehicle', 'edit', row))
      return (
        <button type="button" className={button} onClick={assign}>
          {t('vehicles.give')}
        </button>
      );
    return null;
  };
}
