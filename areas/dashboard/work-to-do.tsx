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

/** As many as are seen at a glance, in two lines of three. */
const mostCards = 6;

/** The most urgent kinds of work of which there is some as cards, the rest of them with their numbers in a line; the others in a quiet one. */
export function WorkToDo({ work }: { work: readonly WorkCard[] }) {
  const t = useT();
  // Where nothing is counted a part may still have something: drafts beside no blocked vehicle.
  const isBusy = ({ count, parts }: WorkCard) =>
    count > 0 || parts.some((part) => part.count > 0 && part.tone !== 'off');
  const busy = work.filter(isBusy);
  const [first, others] = [busy.slice(0, mostCards), busy.slice(mostCards)];
  const idle = work.filter((card) => !isBusy(card));
  return (
    <section className="sheet" aria-label={t('dashboard.work')}>
      {first.length > 0 ? (
        <div className={styles.queues}>
          {first.map((card) => (
            <Card key={card.key} card={card} />
          ))}
        </div>
      ) : null}
      {others.length + idle.length > 0 ? (
        <div className={styles.rest}>
          {others.length > 0 ? (
            <p className={styles.others}>
              <span className="t2">{t('dashboard.alsoIn')}</span>
              {others.map(({ key, to, count }) => {
                const texts = workTexts(key);
                return texts ? (
                  <Link key={key} to={to}>
                    <bdi>
                      {t(texts.title)} <b>{formatNumber(count)}</b>
                    </bdi>
                  </Link>
                ) : null;
              })}
            </p>
          ) : null}
          {idle.length > 0 ? (
            <p className="sm t2">
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
        </div>
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

/**
 * One of the most urgent records in a line: by when, or else what is wrong with it. What there is no room for is its tooltip, and
 * said to who listens.
 */
function Row({ row: { label, isPlate, plateUse, note, paise, at, to } }: { row: WorkRow }) {
  const reason = note ? shortReason(note) : undefined;
  const more = [reason, paise ? moneyText(paise) : undefined].filter(Boolean).join(' · ');
  return (
    <li title={more || undefined}>
      {isPlate ? (
        <Plate no={label} to={to} use={plateUse} />
      ) : (
        <RecordLink to={to} className="cut">
          <bdi>{named(label)}</bdi>
        </RecordLink>
      )}
      {at ? (
        <>
          {more ? <span className="sr">{more}</span> : null}
          <span className={`t2 nowrap ${styles.when}`}>
            <Ago at={at} />
          </span>
        </>
      ) : more ? (
        <span className="t2 cut">
          <bdi>{more}</bdi>
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
