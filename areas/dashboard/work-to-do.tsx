import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { inSentence } from '#kit/contract/catalogue.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { WorkCard, WorkRow } from '#kit/contract/work.ts';
import { catalogueAt } from '#kit/web/catalogue/all.ts';
import { shortReason } from '#kit/web/catalogue/short-reason.ts';
import { RecordLink } from '#kit/web/catalogue/record-link.tsx';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { workTexts } from '#kit/web/shell/menu/work.ts';
import type { Dashboard } from './dashboard-answers.contract.ts';
import styles from './dashboard.module.css';

/** Kinds of work of which there is some as cards; the others in one quiet line. */
export function WorkToDo({ work }: { work: readonly WorkCard[] }) {
  const t = useT();
  // Where nothing is counted a part may still have something: drafts beside no blocked vehicle.
  const isBusy = ({ count, parts }: WorkCard) =>
    count > 0 || parts.some((part) => part.count > 0 && part.tone !== 'off');
  const busy = work.filter(isBusy);
  const idle = work.filter((card) => !isBusy(card));
  return (
    <section className="sheet" aria-label={t('dashboard.work')}>
      {busy.length > 0 ? (
        <div className={styles.queues}>
          {busy.map((card) => (
            <Card key={card.key} card={card} />
          ))}
        </div>
      ) : null}
      {idle.length > 0 ? (
        <p className={`${styles.idle} sm t2`}>
          {t('dashboard.nothingIn')}{' '}
          {idle.map(({ key, to }) => {
            const texts = workTexts(key);
            return texts ? (
              <Link key={key} to={to}>
                {t(texts.title)}
              </Link>
            ) : null;
          })}
        </p>
      ) : null}
    </section>
  );
}

/** A kind of work: its number, what is urgent of it, and the most urgent records. */
function Card({ card: { key, count, to, parts, rows } }: { card: WorkCard }) {
  const t = useT();
  const texts = workTexts(key);
  if (!texts) return null;
  const shown = parts.filter((part) => part.count > 0 && texts.parts?.[part.key]);
  return (
    <div className={styles.queue}>
      <h2>
        <Link to={to}>
          {t(texts.title)}
          <IconChevronRight className="i s flip" aria-hidden="true" />
        </Link>
      </h2>
      <p className={styles.fig}>
        <bdi>{formatNumber(count)}</bdi>
        <small>
          <bdi>{t(texts.unit)}</bdi>
        </small>
      </p>
      {shown.length > 0 ? (
        <p className={styles.parts}>
          {shown.map((part) => {
            const label = texts.parts?.[part.key];
            return label ? (
              <Link key={part.key} to={part.to} className={`st ${part.tone} sm`}>
                <bdi>
                  {formatNumber(part.count)} {t(label)}
                </bdi>
              </Link>
            ) : null;
          })}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <ul>
          {rows.map((row, at) => (
            <Row key={`${row.to} ${at}`} row={row} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** One of the most urgent records, by when, and what is wrong with it. */
function Row({ row: { label, isPlate, plateUse, note, paise, at, to } }: { row: WorkRow }) {
  return (
    <li>
      {isPlate ? (
        <Plate no={label} to={to} use={plateUse} />
      ) : (
        <RecordLink to={to} className="cut">
          <bdi>{named(label)}</bdi>
        </RecordLink>
      )}
      {at ? (
        <span className="t2 nowrap">
          <Ago at={at} />
        </span>
      ) : null}
      {note ? (
        <span className={`t2 ${styles.note} ${at ? '' : styles.beside}`}>
          <bdi>{shortReason(note)}</bdi>
          {paise ? (
            <>
              {' · '}
              <bdi className="nowrap">{moneyText(paise)}</bdi>
            </>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

/** What somebody looks after who has no work of the kinds that are counted. */
export function Lists({ lists }: { lists: Dashboard['lists'] }) {
  const t = useT();
  return (
    <section className="sheet" aria-label={t('dashboard.lists')}>
      <div className={styles.queues}>
        {lists.map(({ module, count, inactive }) => (
          <div key={module} className={`${styles.queue} ${styles.brief}`}>
            <h2>
              <Link to={`/${module}`}>
                {catalogueAt(module)?.many ?? module}
                <IconChevronRight className="i s flip" aria-hidden="true" />
              </Link>
            </h2>
            <p className={styles.fig}>
              <bdi>{formatNumber(count)}</bdi>
              {inactive > 0 ? (
                <small>
                  <bdi>{t('dashboard.inactive', { count: formatNumber(inactive) })}</bdi>
                </small>
              ) : null}
            </p>
            <ListActions module={module} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What somebody comes here to do with a list that they keep. */
function ListActions({ module }: { module: string }) {
  const t = useT();
  const can = useCan();
  const definition = catalogueAt(module);
  if (!definition || !can(module, 'create')) return null;
  return (
    <p className={styles['list-acts']}>
      <Link to={`/${module}/new`}>{t('catalogue.new', { one: inSentence(definition.one) })}</Link>
      <Link to={`/${module}`} search={{ sort: '-updatedAt' } as never}>
        {t('dashboard.changedLast')}
      </Link>
    </p>
  );
}

export const WorkSkeleton = () => (
  <div className={`${styles.today} ${styles.waits}`}>
    <section className={`sheet ${styles.queues}`} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((one) => (
        <div key={one} className={styles.queue}>
          <span className={`sk ${styles['sk-title']}`} />
          <span className={`sk ${styles['sk-fig']}`} />
          <span className={`sk ${styles['sk-row']}`} />
        </div>
      ))}
    </section>
  </div>
);
