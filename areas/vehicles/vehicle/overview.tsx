import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
import { useCompliance, type VehicleDetails } from '../vehicles.queries.ts';
import type { Colour, vehicle } from './vehicle.contract.ts';
import { ComplianceChip, ComplianceLines } from '../compliance-lines.tsx';
import styles from '../vehicles.module.css';

const edges: Record<Colour, string> = { GREEN: styles.green, AMBER: styles.amber, RED: styles.red };

/** May it run today, what stands against it and what to do; who has it, and since when. */
export function VehicleOverview({ row }: RecordTabProps<typeof vehicle>) {
  const t = useT();
  const can = useCan();
  const { data } = useCompliance(row.id);
  const details: Pick<typeof row, 'id'> & Partial<VehicleDetails> = row;
  const { driver } = row;
  const colour = data?.colour ?? row.verdict;
  return (
    <section className={`sheet sec ${styles.verdict} ${edges[colour]}`} aria-labelledby="may-it-run">
      <div className={styles.answer}>
        <h2 className="h2" id="may-it-run">
          <bdi>{t('vehicles.mayItRun')}</bdi>
        </h2>
        <p className={styles.said} role="status">
          <ComplianceChip colour={colour} />
        </p>
        {data?.until ? (
          <p className="t3 sm">
            <bdi>
              {t('vehicles.until')} <When at={data.until} />
            </bdi>
          </p>
        ) : null}
      </div>
      <div className="grow" style={{ minWidth: 0 }}>
        {data?.lines.length === 0 ? <p className="t2">{t('vehicles.nothingAgainst')}</p> : null}
        {data ? <ComplianceLines lines={data.lines} vehicleId={row.id} driverId={data.driver?.id} /> : null}
        {!data ? <span className="sk" aria-hidden="true" /> : null}
        <dl className={`facts sm ${styles.who}`}>
          <dt>{t('vehicles.driver')}</dt>
          <dd>
            {driver ? (
              <>
                {can('drivers', 'view') ? (
                  <Link to={`/drivers/${driver.id}`}>
                    <bdi>{driver.label}</bdi>
                  </Link>
                ) : (
                  <bdi>{driver.label}</bdi>
                )}
                {details.drivenSince ? (
                  <span className="t3">
                    {' '}
                    <bdi>
                      {t('vehicles.since')} <When at={details.drivenSince} />
                    </bdi>
                  </span>
                ) : null}
              </>
            ) : (
              <span className="t3">{t('vehicles.nobody')}</span>
            )}
          </dd>
          {details.situationNote ? (
            <>
              <dt>{t('vehicles.whatHappened')}</dt>
              <dd>
                <bdi>{details.situationNote}</bdi>
              </dd>
            </>
          ) : null}
          {details.ownedSince ? (
            <>
              <dt>{t('vehicles.ownedSince')}</dt>
              <dd>
                <When at={details.ownedSince} />
              </dd>
            </>
          ) : null}
        </dl>
        {row.unlistedModel ? (
          <p className="alert info sm">
            <span>
              <bdi className="mid">{row.unlistedModel}</bdi> {t('vehicles.unlisted')}
            </span>
          </p>
        ) : null}
        {details.openTransfer && can('ownership-transfer', 'view') ? (
          <p className="alert info sm">
            <span>
              {t(`vehicles.open.${details.openTransfer}`)} <Link to="/ownership-transfer">{t('transfers.title')}</Link>
            </span>
          </p>
        ) : null}
      </div>
    </section>
  );
}
