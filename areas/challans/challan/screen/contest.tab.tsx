import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { FileRef } from '#kit/contract/fields.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import { ChallanAlibi } from './alibi.panel.tsx';
import { type Challan, type Contest, useContests, useOthersOf } from './challan.queries.ts';
import { ChallanEvidence } from './evidence.tsx';
import { DriverAnswer } from './evidence.panel.tsx';
import { NotesSheet } from './notes.tab.tsx';
import { SentFiles } from './sent-files.tsx';
import { inRupees, groundLabel, statusOf } from './state-words.web.ts';
import styles from './challan.module.css';

const slots = ['attachment', 'attachment2', 'attachment3', 'attachment4', 'attachment5'] as const;

/** What was written against a challan beside what is known of it; for staff with earlier challans and their own notes. */
export function ContestTab({ row: shown }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  const row = shown as Challan;
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  return (
    <div className={styles.sides}>
      <div className="col gap-16">
        <Said row={row} isStaff={isStaff} />
        {row.decidedAt === null ? null : <Decision row={row} />}
        {isStaff && can('challan-note', 'view') ? <NotesSheet row={row} /> : null}
      </div>
      <div className="col gap-16">
        <section className="sheet sec col gap-14" aria-label={t('challan.contest.known')}>
          <h2 className="h2">{t('challan.contest.known')}</h2>
          <ChallanEvidence row={row} />
        </section>
        {can('alibi', 'view') ? <ChallanAlibi row={row} /> : null}
        {isStaff ? <Others row={row} /> : null}
      </div>
    </div>
  );
}

function Said({ row, isStaff }: { row: Challan; isStaff: boolean }) {
  const t = useT();
  const id = useId();
  const { data, error, refetch } = useContests(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <section className="sheet sec col gap-14" aria-labelledby={id} aria-busy={!data}>
      <h2 className="h2" id={id}>
        {t(isStaff ? 'challan.contest.said' : 'challan.contest.own')}
      </h2>
      <DriverAnswer row={row} />
      {data?.length === 0 ? (
        <p className="t2">
          <bdi>{t('challan.contest.none')}</bdi>
        </p>
      ) : null}
      {data?.map((one) => (
        <OneContest key={one.id} one={one} />
      ))}
    </section>
  );
}

function OneContest({ one }: { one: Contest }) {
  const files = slots.flatMap((slot): readonly FileRef[] => {
    const file = one[slot];
    return file ? [file] : [];
  });
  return (
    <article className={styles.said}>
      <h3 className="mid">
        <bdi>{groundLabel(one.grounds)}</bdi>
      </h3>
      <p className={styles.words}>
        <bdi>{one.text}</bdi>
      </p>
      <SentFiles files={files} />
      <p className="t2 sm">
        <bdi>{one.author}</bdi> · <When at={one.createdAt} />
      </p>
    </article>
  );
}

function Decision({ row }: { row: Challan }) {
  const t = useT();
  const id = useId();
  return (
    <section className="sheet sec col gap-8" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {t('challan.contest.decision')}
      </h2>
      <p className="mid">
        <bdi>{row.decisionReason}</bdi>
      </p>
      <p className={styles.words}>
        <bdi>{row.orderText}</bdi>
      </p>
      <p className="t2 sm">
        <When at={row.decidedAt ?? ''} />
      </p>
    </section>
  );
}

/** Other challans of the driver, or of the vehicle where nobody was assigned to it. */
function Others({ row }: { row: Challan }) {
  const t = useT();
  const id = useId();
  const isOfDriver = row.driverId !== null;
  const of = isOfDriver ? { driverId: row.driverId as string } : { vehicleId: row.vehicleId };
  const { data } = useOthersOf(of);
  const others = data?.data.filter((one) => one.id !== row.id);
  return (
    <section className="sheet sec col gap-8" aria-labelledby={id} aria-busy={!data}>
      <div className="panel-head">
        <h2 className="h2" id={id}>
          {t(isOfDriver ? 'challan.contest.ofDriver' : 'challan.contest.ofVehicle')}
        </h2>
        {others && others.length > 0 ? (
          <Link to="/challan" search={of as never}>
            {t('challan.contest.all')}
          </Link>
        ) : null}
      </div>
      {others?.length === 0 ? (
        <p className="t2 sm">
          <bdi>{t('challan.contest.noOthers')}</bdi>
        </p>
      ) : null}
      <ul className={styles.others}>
        {others?.map((one) => {
          const { label, tone } = statusOf(one, true);
          return (
            <li key={one.id}>
              <Link to={`/challan/${one.id}`}>
                <bdi dir="ltr">{one.challanNo}</bdi>
              </Link>
              <span className={`st ${tone}`}>{label}</span>
              <span className="t2 sm">
                <bdi>{named(one.challanType?.label ?? '')}</bdi> · <When at={one.offenceOn} />
                {one.amountPaise === null ? null : (
                  <>
                    {' · '}
                    <bdi>{inRupees(one.amountPaise)}</bdi>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
