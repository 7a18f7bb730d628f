import { Link } from '@tanstack/react-router';
import type { Line } from '#areas/compliance/status/status.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { isUpload } from './vehicle/next-step.rules.ts';
import { type Colour, verdicts } from './vehicle/vehicle.contract.ts';
import styles from './vehicles.module.css';

/** The answer in its colour and its word. */
export function ComplianceChip({ colour }: { colour: Colour }) {
  const verdict = verdicts.find(({ value }) => value === colour);
  return <span className={`st ${verdict?.tone ?? 'off'}`}>{verdict?.label}</span>;
}

/** What stands against it, each with what to do next, for those who may. */
export function ComplianceLines(props: { lines: readonly Line[]; vehicleId: string; driverId: string | undefined }) {
  return (
    <ul className={styles['verdict-lines']}>
      {props.lines.map((line) => (
        <li key={`${line.of} ${line.about} ${line.text}`}>
          <span className={`st ${line.colour === 'RED' ? 'bad' : 'due'}`}>
            <bdi>{line.text}</bdi>
          </span>
          <NextStep {...props} line={line} />
        </li>
      ))}
    </ul>
  );
}

function NextStep({ line, vehicleId, driverId }: { line: Line; vehicleId: string; driverId: string | undefined }) {
  const t = useT();
  const can = useCan();
  if (line.of === 'driver')
    return driverId && can('drivers', 'view') ? (
      <Link to={`/drivers/${driverId}`} className="link sm">
        {t('vehicles.next.driver')}
      </Link>
    ) : null;
  if (line.about === 'NUMBER')
    return can('vehicle', 'edit') ? (
      <Link to={`/vehicle/${vehicleId}/edit`} className="link sm">
        {t('vehicles.next.number')}
      </Link>
    ) : null;
  if (line.about === 'STATE') return <span className="t3 sm">{t('vehicles.next.state')}</span>;
  return can('vehicle-kyc-doc', 'view') ? (
    <Link
      to={`/vehicle/${vehicleId}`}
      search={{ tab: 'papers', ...(isUpload(line) ? { add: line.about } : {}) } as never}
      className="link sm"
    >
      {t(isUpload(line) && can('vehicle-kyc-doc', 'create') ? 'vehicles.next.upload' : 'vehicles.next.paper')}
    </Link>
  ) : null;
}
