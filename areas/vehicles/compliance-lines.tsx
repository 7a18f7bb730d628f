import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Line } from '#areas/compliance/status/status.contract.ts';
import type { Reason } from '#kit/web/catalogue/record/banner.tsx';
import { said, t, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { isUpload } from './vehicle/next-step.rules.ts';
import { type Colour, verdicts } from './vehicle/vehicle.contract.ts';

/** The answer in its colour and its word. */
export function ComplianceChip({ colour }: { colour: Colour }) {
  const verdict = verdicts.find(({ value }) => value === colour);
  return <span className={`st ${verdict?.tone ?? 'off'}`}>{verdict?.label}</span>;
}

interface Whose {
  vehicleId: string;
  driverId: string | undefined;
}

/**
 * What stands against it, each with what to do next, for those who may.
 * @param primary the line whose next step is a button of its own already.
 */
export const reasonsOf = (lines: readonly Line[], whose: Whose, primary?: Line): Reason[] =>
  lines.map((line) => ({
    key: `${line.of} ${line.about} ${line.text}`,
    tone: line.colour === 'RED' ? 'bad' : 'due',
    text: said(line.text),
    note: line.warns ? t('record.onlyWarns') : null,
    step: line === primary ? null : <LineStep {...whose} line={line} />,
  }));

/** What can be done about a line, for those who may; nothing where there is nothing. */
function LineStep({ line, ...whose }: Whose & { line: Line }) {
  return useLineSteps(whose, 'link sm')(line);
}

/**
 * Gives what can be done about a line, for those who may; null where there is nothing.
 * @param tab the tab of the vehicle that is open: nothing leads there.
 */
export function useLineSteps(
  { vehicleId, driverId }: Whose,
  look: 'btn d' | 'link sm',
  tab?: string,
): (line: Line) => ReactNode {
  const t = useT();
  const can = useCan();
  return (line) => {
    if (line.of === 'driver')
      return driverId && can('drivers', 'view') ? (
        <Link to={`/drivers/${driverId}`} className={look}>
          {t('vehicles.next.driver')}
        </Link>
      ) : null;
    if (line.about === 'NUMBER')
      return can('vehicle', 'edit') ? (
        <Link to={`/vehicle/${vehicleId}/edit`} className={look}>
          {t('vehicles.next.number')}
        </Link>
      ) : null;
    // Nothing that is uploaded changes what VAHAN says.
    if (line.about === 'BLACKLIST') return null;
    if (line.about === 'CHALLAN')
      return can('challan', 'view') ? (
        <Link to="/challan" search={{ vehicleId, due: 'PAY' } as never} className={look}>
          {t('vehicles.next.challans')}
        </Link>
      ) : null;
    if (line.about === 'STATE')
      return look === 'link sm' ? <span className="t3 sm">{t('vehicles.next.state')}</span> : null;
    return tab !== 'papers' && can('vehicle-kyc-doc', 'view') ? (
      <Link
        to={`/vehicle/${vehicleId}`}
        search={{ tab: 'papers', ...(isUpload(line) ? { add: line.about } : {}) } as never}
        className={look}
      >
        {t(isUpload(line) && can('vehicle-kyc-doc', 'create') ? 'record.uploadDocument' : 'record.viewDocuments')}
      </Link>
    ) : null;
  };
}
