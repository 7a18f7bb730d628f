import { IconCheck, IconPlayerSkipForward, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { ViolationOne } from '../violation-answers.contract.ts';
import styles from '../speeding.module.css';

/** What can be said of it, each with its key. */
export function Decisions(props: {
  /** It waits for a decision of this person. */
  mayDecide: boolean;
  /** It waits for others: this person may decide none. */
  isForOthers: boolean;
  isBusy: boolean;
  note: string;
  onNote: (note: string) => void;
  onConfirm: () => void;
  onDismiss: () => void;
  onNext: () => void;
}) {
  const { mayDecide, isBusy } = props;
  const t = useT();
  const id = useId();
  const [hasKeys] = useKept('shortcuts');
  const keyed = (key: string) => (hasKeys ? { 'aria-keyshortcuts': key } : {});
  return (
    <div className={styles.acts}>
      {mayDecide ? (
        <>
          <label className="sr" htmlFor={id}>
            {t('violations.note')}
          </label>
          <input
            id={id}
            className="inp"
            maxLength={1_000}
            placeholder={t('violations.notePlace')}
            value={props.note}
            onChange={(event) => props.onNote(event.currentTarget.value)}
          />
          <p className="t2 xs">
            <bdi>{t('violations.follows')}</bdi>
          </p>
          <button type="button" className="btn p" disabled={isBusy} onClick={props.onConfirm} {...keyed('C')}>
            <IconCheck className="i s" aria-hidden="true" />
            {t('violations.confirm')}
            <Key isOn={hasKeys}>C</Key>
          </button>
        </>
      ) : null}
      {props.isForOthers ? (
        <p className="t2 sm">
          <bdi>{t('violations.whoDecides')}</bdi>
        </p>
      ) : null}
      <div className="row">
        {mayDecide ? (
          <button type="button" className="btn d grow" disabled={isBusy} onClick={props.onDismiss} {...keyed('D')}>
            <IconX className="i s" aria-hidden="true" />
            {t('violations.dismiss')}
            <Key isOn={hasKeys}>D</Key>
          </button>
        ) : null}
        <button type="button" className="btn d grow" disabled={isBusy} onClick={props.onNext} {...keyed('N')}>
          <IconPlayerSkipForward className="i s flip" aria-hidden="true" />
          {t('violations.next')}
          <Key isOn={hasKeys}>N</Key>
        </button>
      </div>
      {hasKeys ? (
        <p className="t3 xs d-only">
          <bdi>{t('violations.chartKeys')}</bdi>
        </p>
      ) : null}
    </div>
  );
}

const Key = ({ isOn, children }: { isOn: boolean; children: string }) =>
  isOn ? (
    <span className="kbd d-only" aria-hidden="true">
      {children}
    </span>
  ) : null;

/** What was decided, by whom and why; and whether what it rests on has changed since. */
export function Verdict({ violation, onReopen }: { violation: ViolationOne; onReopen: (() => void) | undefined }) {
  const t = useT();
  const { state, verdict, groundChange, groundChangedAt } = violation;
  if (state === 'WITHDRAWN') return <p className="alert info">{t('violations.withdrawn')}</p>;
  if (!verdict) return null;
  return (
    <>
      <div className={`alert ${state === 'CONFIRMED' ? 'bad' : 'info'} ${styles.verdict}`}>
        <b className="mid">{t(`violations.states.${state}`)}</b>
        <span>
          {verdict.isAutomatic ? t('violations.automatic') : verdict.by ? <bdi>{verdict.by.name}</bdi> : null}{' '}
          <When at={verdict.at} />
        </span>
        {verdict.reason ? <bdi>{verdict.reason.name}</bdi> : null}
        {verdict.note ? <bdi>{verdict.note}</bdi> : null}
      </div>
      {verdict.isAutomatic && !groundChange && onReopen ? (
        <button type="button" className="btn d" onClick={onReopen}>
          {t('violations.reopen')}
        </button>
      ) : null}
      {groundChange && groundChangedAt ? (
        <div className={`alert due ${styles.verdict}`}>
          <span>
            {t(`violations.groundChange.${groundChange}`)} <When at={groundChangedAt} />
          </span>
          {onReopen ? (
            <button type="button" className="btn d" onClick={onReopen}>
              {t('violations.reopen')}
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
