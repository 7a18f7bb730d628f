import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Line } from '#areas/compliance/status/status.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { answerInWords } from '#kit/web/catalogue/record/answer-in-words.ts';
import { type Reason, RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useDriverCompliance } from '../people.queries.ts';
import { AssignVehicle } from './assign-vehicle.dialog.tsx';
import { type driver, verdicts } from './driver.contract.ts';
import { type DriverStep, nextStep, stepOf } from './driver-step.rules.ts';

type Driver = RowOf<typeof driver>;

/** May they drive today, why not, and what to do next: above every tab of the driver. */
export function DriverBanner({ row }: RecordTabProps<typeof driver>) {
  const t = useT();
  const { data } = useDriverCompliance(row.id);
  const [assigning, setAssigning] = useState(false);
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const wayOf = useWays(row, tab, () => setAssigning(true));
  const verdict = verdicts.find(({ value }) => value === (data?.colour ?? row.verdict));
  const step = data ? nextStep(data.lines, row) : undefined;
  // On the other tabs it steps back.
  const next = step ? wayOf(step, `btn ${tab === undefined || tab === 'overview' ? 'p' : 'd'}`) : null;
  const reasonOf = (line: Line): Reason => ({
    key: `${line.about} ${line.text}`,
    tone: line.colour === 'RED' ? 'bad' : 'due',
    text: said(line.text),
    note: line.warns ? t('record.onlyWarns') : null,
    step: next && line === step?.line ? null : <Step line={line} state={row.state} wayOf={wayOf} />,
  });
  const { sentence, after, told, others } = answerInWords(data, row, 'drive');
  const isButton = next !== null && told === step?.line;
  return (
    <RecordBanner
      title={t('drivers.mayDrive')}
      tone={verdict?.tone ?? 'off'}
      answer={<bdi>{sentence}</bdi>}
      under={told && !isButton ? <Step line={told} state={row.state} wayOf={wayOf} /> : after}
      reasons={others?.map(reasonOf)}
      firstReason={verdict?.value === 'RED' ? null : row.verdictLine}
      next={next}
    >
      {assigning ? <AssignVehicle row={row} onClose={() => setAssigning(false)} /> : null}
    </RecordBanner>
  );
}

type WayOf = (step: DriverStep, look: string) => ReactNode;

/** What can be done about a line. */
function Step({ line, state, wayOf }: { line: Line; state: Driver['state']; wayOf: WayOf }) {
  const t = useT();
  const step = stepOf(line, state);
  if (step) return wayOf(step, 'link sm');
  return line.about === 'STATE' ? <span className="t3 sm">{t('drivers.next.state')}</span> : null;
}

/** The way to what is done, for those who may; null where there is none, or the tab that is open has the same. */
function useWays(row: Driver, tab: string | undefined, assign: () => void): WayOf {
  const t = useT();
  const can = useCan();
  const mayEdit = can('drivers', 'edit', row);
  return (step, look) => {
    if (step.do === 'onboarding' && tab !== 'onboarding')
      return (
        <Link to={`/drivers/${row.id}`} search={{ tab: 'onboarding' } as never} className={look}>
          {t('drivers.next.onboarding')}
        </Link>
      );
    if (step.do === 'upload' && tab !== 'papers' && can('vehicle-kyc-doc', 'view')) {
      const mayUpload = can('vehicle-kyc-doc', 'create');
      const search = { tab: 'papers', ...(mayUpload ? { add: step.code } : {}) };
      return (
        <Link to={`/drivers/${row.id}`} search={search as never} className={look}>
          {t(mayUpload ? 'record.uploadDocument' : 'record.viewDocuments')}
        </Link>
      );
    }
    if (step.do === 'licence' && mayEdit)
      return (
        <Link to={`/drivers/${row.id}/edit`} search={{ focus: 'dlValidNt' } as never} className={look}>
          {t('drivers.next.licence')}
        </Link>
      );
    if (step.do === 'medical' && can('medical-report', 'create'))
      return (
        <Link to="/medical-report/new" search={{ 'val[driverId]': row.id } as never} className={look}>
          {t('drivers.next.medical')}
        </Link>
      );
    if (step.do === 'assign' && can('vehicle', 'edit'))
      return (
        <button type="button" className={look} onClick={assign}>
          {t('drivers.assign')}
        </button>
      );
    return null;
  };
}
