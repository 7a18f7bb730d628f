import { Link } from '@tanstack/react-router';
import { inSentence } from '#kit/contract/catalogue.ts';
import type { WorkCard } from '#kit/contract/work.ts';
import { catalogueAt } from '#kit/web/catalogue/all.ts';
import { RecordLink } from '#kit/web/catalogue/record-link.tsx';
import { formatNumber, named, said, useT } from '#kit/web/i18n.ts';
import { workTexts } from '#kit/web/shell/menu/work.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import styles from './dashboard.module.css';

/** Whether it is shown before everything else. */
export const isUrgent = ({ isUrgent, count }: WorkCard): boolean => isUrgent === true && count > 0;

/** What does not wait, before everything else: which vehicle, what, where, since when, and the way to its record. */
export function Urgent({ cards }: { cards: readonly WorkCard[] }) {
  const t = useT();
  if (cards.length === 0) return null;
  return (
    <section className={styles.urgent} aria-label={t('dashboard.urgent')}>
      {cards.map((card) => (
        <UrgentKind key={card.key} card={card} />
      ))}
    </section>
  );
}

function UrgentKind({ card: { key, module, count, to, rows } }: { card: WorkCard }) {
  const t = useT();
  const texts = workTexts(key);
  if (!texts) return null;
  const one = catalogueAt(module)?.one;
  return (
    <div className={styles['urgent-kind']}>
      <h2>
        <Link to={to} className="st bad">
          <bdi>
            {t(texts.title)}: {formatNumber(count)}
          </bdi>
        </Link>
      </h2>
      <ul>
        {rows.map((row, at) => (
          <li key={`${row.to} ${at}`}>
            {row.isPlate ? (
              <Plate no={row.label} to={row.to} use={row.plateUse} />
            ) : (
              <RecordLink to={row.to}>
                <bdi>{named(row.label)}</bdi>
              </RecordLink>
            )}
            <span className={styles['urgent-what']}>
              {row.note ? <bdi className="mid">{said(row.note)}</bdi> : null}
              {row.at ? <Ago at={row.at} /> : null}
              {row.place ? <bdi className="t2">{row.place}</bdi> : null}
            </span>
            {one ? (
              <Link to={row.to} className="btn p">
                {t('dashboard.openOne', { one: inSentence(one) })}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
