import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Line } from '#areas/compliance/status/status.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
import { GiveDriver } from '../assignments/assign-driver.dialog.tsx';
import { ComplianceChip, ComplianceLines } from '../compliance-lines.tsx';
import { useCompliance, type VehicleDetails } from '../vehicles.queries.ts';
import { nextStep } from './next-step.rules.ts';
import type { Colour, vehicle } from './vehicle.contract.ts';
import styles from '../vehicles.module.css';

const edges: Record<Colour, string> = { GREEN: styles.green, AMBER: styles.amber, RED: styles.red };

/** May it run today, why not, and what to do next: above every tab of the vehicle. */
export function ComplianceBanner({ row }: RecordTabProps<typeof vehicle>) {
  const t = useT();
  const can = useCan();
  const { data } = useCompliance(row.id);
  const details: Pick<typeof row, 'id'> & Partial<VehicleDetails> = row;
  const colour = data?.colour ?? row.verdict;
  return (
    <section
      className={`sheet sec record-banner ${styles.verdict} ${edges[colour]}`}
      aria-labelledby="may-it-run"
      aria-busy={!data}
    >
      <div className={styles.answer}>
        <h2 className="t2 sm" id="may-it-run">
          <bdi>{t('vehicles.mayItRun')}</bdi>
        </h2>
        <p className={styles.said} role="status">
          <ComplianceChip colour={colour} />
        </p>
        <p className={`t2 sm ${styles.until}`}>
          {data?.until ? (
            <bdi>
              {t('vehicles.until')} <When at={data.until} />
            </bdi>
          ) : null}
        </p>
      </div>
      <div className={styles.reasons}>
        {data?.lines.length === 0 ? <p className="t2">{t('vehicles.nothingAgainst')}</p> : null}
        {data ? (
          <Reasons lines={data.lines} vehicleId={row.id} driverId={data.driver?.id} />
        ) : (
          // The first reason is known already.
          <p>{row.verdictLine ? <bdi>{row.verdictLine}</bdi> : null}</p>
        )}
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
      </div>
      {data ? <Next row={row} lines={data.lines} /> : null}
    </section>
  );
}

/** Reasons that are shown at first: the worst come first, and a page is not to begin with a list of them. */
const firstReasons = 3;

/** What stands against it; many are cut to the first, with a button for the others. */
function Reasons(props: Parameters<typeof ComplianceLines>[0]) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { lines } = props;
  // One more takes no more room than the button.
  const isCut = lines.length > firstReasons + 1;
  const count = lines.length - firstReasons;
  return (
    <>
      <ComplianceLines {...props} lines={isCut && !isOpen ? lines.slice(0, firstReasons) : lines} />
      {isCut ? (
        <button
          type="button"
          className={`btn g sm ${styles['more-reasons']}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('vehicles.fewerReasons') : t('vehicles.moreReasons', { count })}
        </button>
      ) : null}
    </>
  );
}

/** The primary action of the page; on the other tabs it steps back, and goes where a tab has the same one. */
function Next({ row, lines }: { row: RowOf<typeof vehicle>; lines: readonly Line[] }) {
  const t = useT();
  const can = useCan();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const [assigning, setAssigning] = useState(false);
  const step = nextStep(lines, row.driverId);
  const button = `btn ${tab === undefined || tab === 'overview' ? 'p' : 'd'}`;
  if (step?.do === 'upload' && tab !== 'papers' && can('vehicle-kyc-doc', 'create'))
    return (
      <Link to={`/vehicle/${row.id}`} search={{ tab: 'papers', add: step.code } as never} className={button}>
        {t('vehicles.next.upload')}
      </Link>
    );
  if (step?.do === 'number' && can('vehicle', 'edit', row))
    return (
      <Link to={`/vehicle/${row.id}/edit`} search={{ focus: 'registrationNo' } as never} className={button}>
        {t('vehicles.next.number')}
      </Link>
    );
  if (step?.do === 'driver' && row.driverId && can('drivers', 'view'))
    return (
      <Link to={`/drivers/${row.driverId}`} className={button}>
        {t('vehicles.next.driver')}
      </Link>
    );
  if (step?.do === 'assign' && tab !== 'drivers' && can('vehicle', 'edit', row))
    return (
      <>
        <button type="button" className={button} onClick={() => setAssigning(true)}>
          {t('vehicles.give')}
        </button>
        {assigning ? <GiveDriver row={row} onClose={() => setAssigning(false)} /> : null}
      </>
    );
  return null;
}
