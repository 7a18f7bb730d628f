import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { focusHeading } from '#kit/web/ui/focus-heading.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { mostTrialTrips, type OneRuleTrial } from './rule-trial.contract.ts';
import { cancelTrial, trialShapes, useTrial } from './trial.queries.ts';
import { TrialEpisodes } from './trial-episodes.tsx';
import { TrialProgress } from './trial-progress.tsx';
import { TrialName, useTrialName } from './trial-words.tsx';
import styles from '../speeding.module.css';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/record/record.css';

/** One trial: how far it is, what would change in sum, by vehicle, by road, and each single speeding. */
export function TrialDetail({ id }: { id: string }) {
  const t = useT();
  const nameOf = useTrialName();
  const { data: one, error, refetch } = useTrial(id);
  useEffect(focusHeading, [id]);
  useEffect(() => {
    if (one) document.title = `${nameOf(one)} · Roadkeeper`;
  }, [one, nameOf]);
  if (error && !one) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/rule-trial">{t('trials.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        {one ? <TrialName one={one} /> : '…'}
      </nav>
      <div className="record-head">
        <div style={{ minWidth: 0 }}>
          <h1 tabIndex={-1}>
            {one ? <TrialName one={one} /> : <span className="sk" style={{ width: 260, height: 26 }} />}
          </h1>
          {one ? (
            <p className="t2 sm">
              {one.org ? <bdi>{one.org.name}</bdi> : t('trials.everybody')} ·{' '}
              <bdi>
                {formatDay(one.fromAt)} – {formatDay(one.toAt)}
              </bdi>{' '}
              · <bdi>{one.actorName}</bdi>, <When at={one.at} />
            </p>
          ) : null}
        </div>
      </div>
      {one ? <Body one={one} /> : null}
    </>
  );
}

const sums = ['before', 'after', 'added', 'gone', 'changed', 'done', 'withoutPositions'] as const;

function Body({ one }: { one: OneRuleTrial }) {
  const t = useT();
  return (
    <>
      <section className="sheet sec col" style={{ gap: 14 }} aria-label={t('trials.results')}>
        <span className="mid">
          <span className={`st ${trialShapes[one.state]}`}>{t(`trials.states.${one.state}`)}</span>
        </span>
        <TrialProgress one={one} />
        {one.state === 'FAILED' ? <p className="alert bad">{t('trials.failed')}</p> : null}
        {one.state === 'CANCELLED' ? <p className="alert info">{t('trials.cancelledText')}</p> : null}
        {one.isCut ? <p className="alert due">{t('trials.cut', { number: formatNumber(mostTrialTrips) })}</p> : null}
        <dl className={styles.sums}>
          {sums.map((name) => (
            <div key={name}>
              <dt>{t(`trials.of.${name}`)}</dt>
              <dd>{formatNumber(one[name])}</dd>
              <dd className="help">{t(`trials.ofText.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <Cancel one={one} />
      </section>
      {one.vehicles.length > 0 ? <Sums one={one} /> : null}
      <TrialEpisodes one={one} />
    </>
  );
}

function Cancel({ one }: { one: OneRuleTrial }) {
  const t = useT();
  const can = useCan();
  const [busy, setBusy] = useState(false);
  if (one.state !== 'RUNNING' || !can('rule-trial', 'create')) return null;
  const cancel = async () => {
    setBusy(true);
    try {
      toast.success((await cancelTrial(one.id)).message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await invalidate('rule-trial');
      setBusy(false);
    }
  };
  return (
    <div className="row wrap">
      <button type="button" className="btn d" disabled={busy} onClick={() => void cancel()}>
        {t('trials.cancel')}
      </button>
    </div>
  );
}

/** What would change by vehicle, and by road. */
function Sums({ one }: { one: OneRuleTrial }) {
  const t = useT();
  const can = useCan();
  const number = (key: 'added' | 'gone' | 'changed') => ({
    key,
    head: t(`trials.of.${key}`),
    isNumber: true,
    render: (row: { added: number; gone: number; changed: number }) => <bdi>{formatNumber(row[key])}</bdi>,
  });
  const numbers = [number('added'), number('gone'), number('changed')];
  return (
    <div className={styles['trial-sums']}>
      <section className="sheet" aria-labelledby="trial-vehicles">
        <h2 className="h2" id="trial-vehicles">
          {t('trials.vehicles')}
        </h2>
        <ListTable
          rows={one.vehicles}
          keyOf={({ vehicleId }) => vehicleId}
          label={t('trials.vehicles')}
          className={styles.numbers}
          columns={[
            {
              key: 'vehicle',
              head: t('trials.vehicle'),
              render: ({ vehicleId, vehicle, plateUse, org }) => (
                <>
                  {can('vehicle', 'view') ? (
                    <Link to={`/vehicle/${vehicleId}`} className="ttl">
                      <Plate no={vehicle} use={plateUse} />
                    </Link>
                  ) : (
                    <Plate no={vehicle} use={plateUse} />
                  )}
                  <span className={styles.under}>
                    <bdi>{org}</bdi>
                  </span>
                </>
              ),
            },
            ...numbers,
          ]}
        />
      </section>
      <section className="sheet" aria-labelledby="trial-roads">
        <h2 className="h2" id="trial-roads">
          {t('trials.roads')}
        </h2>
        <ListTable
          rows={one.roads}
          keyOf={({ roadId }) => roadId}
          label={t('trials.roads')}
          className={styles.numbers}
          columns={[
            {
              key: 'road',
              head: t('trials.road'),
              render: ({ roadId, road }) =>
                can('road', 'view') ? (
                  <Link to={`/road/${roadId}`} className="ttl">
                    <bdi>{road}</bdi>
                  </Link>
                ) : (
                  <bdi>{road}</bdi>
                ),
            },
            ...numbers,
          ]}
        />
      </section>
    </div>
  );
}
