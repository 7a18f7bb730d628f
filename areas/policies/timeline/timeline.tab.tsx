import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code, Empty } from '#kit/web/ui/parts.tsx';
import { inRupees, usePolicyHistory } from '../policies.queries.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { stateOf } from '../policy/state-mark.tsx';
import { CoverTimeline } from './cover-timeline.tsx';
import type { PolicyVersion } from './timeline.contract.ts';
import styles from '../policies.module.css';

/** Insurance of a vehicle: its covers over time, drawn to scale, and every version of every policy. */
export const VehicleInsurance = ({ row }: RecordTabProps) => <InsuranceOf vehicleId={row.id} isOfVehicle />;
/** The same of the vehicle of a policy. */
export const PolicyTimeline = ({ row }: RecordTabProps) => (
  <InsuranceOf vehicleId={(row as RowOf<typeof appUserPolicy>).vehicleId} />
);

function InsuranceOf({ vehicleId, isOfVehicle = false }: { vehicleId: string; isOfVehicle?: boolean }) {
  const t = useT();
  const can = useCan();
  const { data } = usePolicyHistory(vehicleId);
  // A policy's own page has the way to its renewal above its tabs.
  const mayAdd = isOfVehicle && can('app-user-policy', 'create');
  const add = mayAdd ? (
    <Link to="/app-user-policy/new" search={{ 'val[vehicleId]': vehicleId } as never} className="btn p">
      {t('policies.timeline.add')}
    </Link>
  ) : null;
  if (!data)
    return (
      <div className="sheet sec" aria-busy="true">
        <span className="sk" style={{ height: 240 }} />
      </div>
    );
  if (data.data.length === 0)
    return (
      <div className="sheet">
        <Empty
          icon={<IconShieldCheck aria-hidden="true" />}
          title={t('policies.timeline.none')}
          text={t('policies.timeline.noneText')}
        >
          {add}
        </Empty>
      </div>
    );
  return (
    <div className="col gap-16">
      <section className="sheet sec" aria-labelledby="insurance-title">
        <div className="panel-head">
          <h2 className="h2" id="insurance-title">
            {t('policies.timeline.title')}
          </h2>
          <span className="row">
            {data.renew && mayAdd ? (
              <Link
                to="/app-user-policy/new"
                search={{ 'val[previousPolicyId]': data.renew } as never}
                className="btn p"
              >
                {t('policies.timeline.renew')}
              </Link>
            ) : null}
            {data.renew ? null : add}
          </span>
        </div>
        <CoverTimeline lines={data.lines} versions={data.data} today={data.on} />
      </section>
      <section className="sheet sec" aria-labelledby="versions-title">
        <h2 className="h2" id="versions-title">
          {t('policies.timeline.versions')}
        </h2>
        <ol className={styles.versions}>
          {data.data.toReversed().map((one) => (
            <Version key={one.id} version={one} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Version({ version }: { version: PolicyVersion }) {
  const t = useT();
  const period = (from: string | null, to: string | null) =>
    from && to ? t('policies.renewal.period', { from: formatDay(from), to: formatDay(to) }) : undefined;
  const facts = [
    [t('policies.timeline.OD'), period(version.odFrom, version.odTo)],
    [t('policies.timeline.TP'), period(version.tpFrom, version.tpTo)],
    [t('policies.timeline.idv'), version.idvPaise === null ? undefined : inRupees(version.idvPaise)],
    [t('policies.timeline.ncb'), version.ncbPercent === null ? undefined : `${version.ncbPercent} %`],
    [t('policies.timeline.premium'), version.totalPaise === null ? undefined : inRupees(version.totalPaise)],
  ] as const;
  return (
    <li>
      <div className={styles['version-head']}>
        <Link to={`/app-user-policy/${version.policyId}`} className="mid">
          <Code>{version.policyNo}</Code>
        </Link>
        <bdi className="t2">{version.insurer}</bdi>
        <span className="grow" />
        <span className="sm">{t(`policies.timeline.kinds.${version.kind}`)}</span>
        {stateOf(version.state)}
      </div>
      {version.reason ? (
        <p className="t2 sm">
          <bdi>{version.reason}</bdi>
        </p>
      ) : null}
      <dl className={styles.facts}>
        <div>
          <dt>{t('policies.timeline.effective')}</dt>
          <dd>
            <bdi>{formatDay(version.effectiveOn)}</bdi>
          </dd>
        </div>
        {facts.map(([label, value]) =>
          value === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className={`t3 sm ${styles.inline}`}>
        {version.document ? (
          <>
            <Link
              to={`/app-user-policy/${version.policyId}`}
              search={{ tab: 'pdf', file: version.document.id } as never}
            >
              {t('policies.timeline.open', { name: version.document.name })}
            </Link>
            {' · '}
          </>
        ) : null}
        <bdi>
          {version.by === null
            ? formatTime(version.at)
            : t('policies.timeline.by', { name: version.by, at: formatTime(version.at) })}
        </bdi>
      </p>
    </li>
  );
}
