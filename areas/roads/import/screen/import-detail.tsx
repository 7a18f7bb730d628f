import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { focusHeading } from '#kit/web/ui/focus-heading.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { OneRoadImport } from '../road-import.contract.ts';
import { Faults } from './faults.tsx';
import { isMoving, useImport } from './imports.queries.ts';
import { State } from './road-imports.page.tsx';
import styles from './road-imports.module.css';

/** One import: what its file holds, what would become of the roads, how far it is, and the way back. */
export function ImportDetail({ id }: { id: string }) {
  const t = useT();
  const { data: one, error, refetch } = useImport(id);
  const isRunning = one !== undefined && isMoving(one);
  useEffect(focusHeading, [id]);
  useEffect(() => {
    if (one) document.title = `${one.fileName} · Roadkeeper`;
  }, [one]);
  useEffect(() => {
    if (!isRunning) void invalidate('road', 'history', 'trash', 'dashboard');
  }, [isRunning]);
  if (error && !one) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/road-import">{t('roadImport.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{one?.fileName ?? '…'}</bdi>
      </nav>
      <div className="record-head">
        <div style={{ minWidth: 0 }}>
          <h1 tabIndex={-1}>
            {one ? <bdi>{one.fileName}</bdi> : <span className="sk" style={{ width: 260, height: 26 }} />}
          </h1>
          <p className="t2 sm">
            {one ? (
              <>
                <bdi>{one.dataSet}</bdi> · <bdi>{one.actorName}</bdi>, <When at={one.at} />
              </>
            ) : (
              ' '
            )}
          </p>
        </div>
      </div>
      {one ? <Body one={one} /> : null}
    </>
  );
}

function Body({ one }: { one: OneRoadImport }) {
  const t = useT();
  return (
    <>
      <section className="sheet sec col" style={{ gap: 14 }} aria-label={t('roadImport.state')}>
        <Progress one={one} />
        {one.message ? <p className="alert bad">{one.message}</p> : null}
        {one.state === 'FAILED' ? <p className="alert bad">{t('roadImport.refused')}</p> : null}
        {one.undoLeft > 0 ? (
          <p className="alert due">
            {t('roadImport.left', { count: one.undoLeft, number: formatNumber(one.undoLeft) })}
          </p>
        ) : null}
        {['UPLOADING', 'READING', 'FAILED'].includes(one.state) ? null : <Sums one={one} />}
        <Actions one={one} />
      </section>
      {one.errors + one.warnings > 0 ? <Faults one={one} /> : null}
    </>
  );
}

function Progress({ one }: { one: OneRoadImport }) {
  const t = useT();
  const { state, read, done, total } = one;
  return (
    <div role="status" className="col" style={{ gap: 8 }}>
      <span className="mid">
        <State of={one} />
      </span>
      {state === 'READING' ? <span className="t2">{t('roadImport.read', { number: formatNumber(read) })}</span> : null}
      {state === 'IMPORTING' || state === 'UNDOING' ? (
        <span className="t2">{t('roadImport.progress', { done: formatNumber(done), total: formatNumber(total) })}</span>
      ) : null}
      {isMoving(one) ? (
        <progress
          className="bar-of"
          max={1}
          value={state === 'READING' || total === 0 ? undefined : Math.min(1, done / total)}
          aria-label={t(`roadImport.states.${state}`)}
        />
      ) : null}
    </div>
  );
}

const sums = ['made', 'changed', 'same', 'kept', 'gone', 'errors', 'warnings', 'passed'] as const;

function Sums({ one }: { one: OneRoadImport }) {
  const t = useT();
  return (
    <dl className={styles.sums}>
      {sums.map((name) => (
        <div key={name} className={name === 'errors' && one.errors > 0 ? styles.wrong : undefined}>
          <dt>{t(`roadImport.of.${name}`)}</dt>
          <dd>{formatNumber(one[name])}</dd>
          <dd className="help">{t(`roadImport.about.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ one }: { one: OneRoadImport }) {
  const t = useT();
  const can = useCan();
  const [busy, setBusy] = useState(false);
  const [withoutFaulty, setWithoutFaulty] = useState(false);
  // Pressed again after an answer was lost, it is the same one.
  const [key] = useState(() => crypto.randomUUID());
  const act = async (path: 'start' | 'cancel' | 'undo', body?: object) => {
    setBusy(true);
    try {
      const answer = await api.post<Answer<OneRoadImport>>(`/road-import/${one.id}/${path}`, {
        ...(body ? { body } : {}),
        idempotencyKey: `${key}-${path}`,
      });
      toast.success(answer.message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      await invalidate('road-import');
      setBusy(false);
    }
  };
  if (!can('road-import', 'create')) return null;
  const isChecked = one.state === 'CHECKED';
  const canCancel = isChecked || ['UPLOADING', 'READING', 'IMPORTING'].includes(one.state);
  return (
    <>
      {isChecked && one.errors > 0 && one.total > 0 ? (
        <label className={styles.confirm}>
          <input
            type="checkbox"
            checked={withoutFaulty}
            onChange={(event) => setWithoutFaulty(event.currentTarget.checked)}
          />
          <span>{t('roadImport.withoutFaulty', { count: one.errors, number: formatNumber(one.errors) })}</span>
        </label>
      ) : null}
      {isChecked && one.total === 0 ? <p className="t2">{t('roadImport.nothing')}</p> : null}
      <div className="row wrap">
        {isChecked && one.total > 0 ? (
          <button
            type="button"
            className="btn p"
            disabled={busy || (one.errors > 0 && !withoutFaulty)}
            onClick={() => void act('start', { withoutFaulty })}
          >
            {t('roadImport.start', { count: one.total, number: formatNumber(one.total) })}
          </button>
        ) : null}
        {one.state === 'DONE' && can('road', 'view') ? (
          <Link to="/road" className="btn p">
            {t('roadImport.toRoads')}
          </Link>
        ) : null}
        {canCancel ? (
          <button type="button" className="btn d" disabled={busy} onClick={() => void act('cancel')}>
            {t('roadImport.cancel')}
          </button>
        ) : null}
        {one.canUndo ? (
          <button type="button" className="btn x" disabled={busy} onClick={() => void act('undo')}>
            {t('roadImport.undo')}
          </button>
        ) : null}
      </div>
    </>
  );
}
