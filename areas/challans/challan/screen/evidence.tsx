import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Acts } from '#kit/web/ui/acts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { Challan } from './challan.queries.ts';
import styles from './challan.module.css';

/** What is known of the offence: when, where, how fast, the recorded drive, and the way to check where the vehicle was. */
export function ChallanEvidence({ row }: { row: Challan }) {
  const t = useT();
  const can = useCan();
  const maySee = row.violationId !== null && can('violation', 'view');
  return (
    <div className="col gap-14">
      <dl className="facts">
        <dt>{t('challan.evidence.offence')}</dt>
        <dd>
          {can('challan-type', 'view') ? (
            <Link to={`/challan-type/${row.challanTypeId}`}>
              <bdi>{named(row.challanType?.label ?? '')}</bdi>
            </Link>
          ) : (
            <bdi>{named(row.challanType?.label ?? '')}</bdi>
          )}
        </dd>
        <dt>{t('challan.evidence.when')}</dt>
        <dd>
          <When at={row.offenceAt} />
        </dd>
        <dt>{t('challan.evidence.where')}</dt>
        <dd>
          <bdi>{row.place}</bdi>
        </dd>
        {row.speedKmh === null || row.limitKmh === null ? null : (
          <>
            <dt>{t('challan.evidence.speed')}</dt>
            <dd>
              <bdi>
                {t('challan.evidence.speedText', {
                  speed: Math.round(row.speedKmh * 10) / 10,
                  limit: row.limitKmh,
                  seconds: row.seconds ?? 0,
                })}
              </bdi>
            </dd>
          </>
        )}
        {row.driver ? (
          <>
            <dt>{t('challan.evidence.driver')}</dt>
            <dd>
              {can('drivers', 'view') && row.driverId ? (
                <Link to={`/drivers/${row.driverId}`}>
                  <bdi>{row.driver.label}</bdi>
                </Link>
              ) : (
                <bdi>{row.driver.label}</bdi>
              )}
            </dd>
          </>
        ) : null}
      </dl>
      {maySee && row.violationId !== null ? (
        <Acts on="challan-evidence" id={row.violationId} title={row.title} />
      ) : null}
      <p className={`row wrap ${styles.ways}`}>
        {maySee ? (
          <Link to={`/violation/${row.violationId}`} className="btn d sm">
            {t('challan.evidence.violation')}
          </Link>
        ) : null}
        {can('alibi', 'view') ? (
          <Link to="/alibi" search={alibiOf(row) as never} className="btn d sm">
            <IconMapQuestion className="i s" aria-hidden="true" />
            {t('challan.evidence.alibi')}
          </Link>
        ) : null}
      </p>
    </div>
  );
}

/** The question of the alibi finder, filled in with what the challan has. */
const alibiOf = (row: Challan) => ({
  plate: row.vehicle?.label,
  place: row.place,
  at: row.offenceAt,
  notice: row.challanNo ?? undefined,
  ...(row.lat === null || row.lon === null ? {} : { lat: String(row.lat), lon: String(row.lon) }),
});
