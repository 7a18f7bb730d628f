import { Link } from '@tanstack/react-router';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import { When } from '#kit/web/ui/when.tsx';
import { DeadlineLeft } from './deadline-left.tsx';
import { useNextDeadlines } from './deadlines.queries.ts';
import styles from './deadlines.module.css';

const mostShown = 3;

/** What a vehicle or a driver needs next, and by when; all of it is one link away. */
export function NextDeadlines({ definition, row }: Pick<RecordTabProps, 'definition' | 'row'>) {
  const t = useT();
  const { data } = useNextDeadlines(definition.path, row.id, mostShown);
  const count = data?.count ?? 0;
  const untracked = untrackedOf(row);
  return (
    <section className="sheet sec" aria-labelledby="next-deadlines" aria-busy={!data}>
      <div className="panel-head">
        <h2 className="h2" id="next-deadlines">
          {t('obligations.upcoming')}
        </h2>
        {count > 0 ? (
          <Link to="/obligations" search={{ subjectId: row.id } as never} className="sm">
            {t('obligations.allOf', { count, number: formatNumber(count) })}
          </Link>
        ) : null}
      </div>
      {data ? (
        <ul className={styles['next-deadlines']}>
          {data.data.map(({ key, to, what, due, days, renewal }) => (
            <li key={key}>
              <Link to={to} className="mid">
                <bdi>{said(what)}</bdi>
              </Link>
              <span className={styles['deadline-when']}>
                <DeadlineLeft days={days} due={due} />
                <span className="t3 sm">
                  <When at={due} />
                </span>
              </span>
              {renewal ? <span className="tag info">{t(`obligations.renewal.${renewal}`)}</span> : null}
            </li>
          ))}
        </ul>
      ) : (
        // As high as what comes, so that nothing below it moves.
        <div className={styles['deadlines-wait']} aria-hidden="true" />
      )}
      {data?.data.length === 0 ? (
        <p className="t2 sm">
          <bdi>{untracked ? t(`obligations.notTracked.${untracked}`) : t('obligations.noneOf')}</bdi>
        </p>
      ) : null}
    </section>
  );
}

/** States of vehicles and drivers with which nothing is due any more. */
const untrackedStates = ['RETIRED', 'SOLD', 'EXITED'] as const;

/** Why a record has no deadlines although its documents expire; undefined where they are tracked. */
const untrackedOf = ({ state, status }: AnyRow) =>
  untrackedStates.find((one) => one === state) ?? (status === 0 ? ('INACTIVE' as const) : undefined);
