import { useId } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { textOf, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { ChallanTurn } from '../challan-answers.contract.ts';
import { type Challan, useTimeline } from './challan.queries.ts';
import { ChallanDeadlines } from './deadlines.panel.tsx';
import styles from './challan.module.css';
import { inRupees } from './state-words.web.ts';

const happened = {
  ADDED: 'challan.turn.ADDED',
  DRAFTED: 'challan.turn.DRAFTED',
  ASKED: 'challan.turn.ASKED',
  ANSWERED: 'challan.turn.ANSWERED',
  ISSUED: 'challan.turn.ISSUED',
  NOTIFIED: 'challan.turn.NOTIFIED',
  CONTESTED: 'challan.turn.CONTESTED',
  DEEMED_ACCEPTED: 'challan.turn.DEEMED_ACCEPTED',
  CLOSED: 'challan.turn.CLOSED',
  COURT_UPHELD: 'challan.turn.COURT_UPHELD',
  COURT_CANCELLED: 'challan.turn.COURT_CANCELLED',
  UPHELD: 'challan.turn.UPHELD',
  CANCELLED: 'challan.turn.CANCELLED',
  LAPSED: 'challan.turn.LAPSED',
  OVERDUE: 'challan.turn.OVERDUE',
  DEPOSITED: 'challan.turn.DEPOSITED',
  COURT: 'challan.turn.COURT',
  PAID: 'challan.turn.PAID',
  REFUNDED: 'challan.turn.REFUNDED',
} as const;
const deliveries = { EMAIL: 'challan.turn.byEmail', POST: 'challan.turn.byPost' } as const;
const tones: Readonly<Record<string, string>> = {
  DEEMED_ACCEPTED: 'due',
  UPHELD: 'due',
  OVERDUE: 'bad',
  PAID: 'ok',
  REFUNDED: 'ok',
  CONTESTED: 'info',
};

/** The deadlines of a challan, and what happened to it, oldest first. */
export function ChallanTimeline({ row: shown }: RecordTabProps) {
  const t = useT();
  const id = useId();
  const row = shown as Challan;
  const { data, error, refetch } = useTimeline(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.sides}>
      <section className="sheet sec" aria-labelledby={id} aria-busy={!data}>
        <h2 className="h2" id={id}>
          {t('challan.turn.title')}
        </h2>
        {data ? (
          <ol className={styles.turns}>
            {data.map((turn) => (
              <Turn key={turn.no} turn={turn} />
            ))}
          </ol>
        ) : (
          <span className="sk" style={{ height: 240 }} aria-hidden="true" />
        )}
      </section>
      <ChallanDeadlines row={row} />
    </div>
  );
}

function Turn({ turn: { what, at, note, paise, actor, byStaff } }: { turn: ChallanTurn }) {
  const t = useT();
  const noted = note !== null && Object.hasOwn(deliveries, note) ? textOf(deliveries, note) : note;
  return (
    <li>
      <p className="row wrap">
        <span className={`st ${tones[what] ?? 'off'} mid`}>
          <bdi>{textOf(happened, what)}</bdi>
        </span>
        {paise === null ? null : <bdi>{inRupees(paise)}</bdi>}
      </p>
      {noted ? (
        <p className={styles.words}>
          <bdi>{noted}</bdi>
        </p>
      ) : null}
      <p className="t2 sm">
        <When at={at} /> ·{' '}
        <bdi>{actor === '' ? t(byStaff ? 'challan.turn.company' : 'challan.turn.client') : actor}</bdi>
      </p>
    </li>
  );
}
