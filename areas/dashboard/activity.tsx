import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { inSentence } from '#kit/contract/catalogue.ts';
import { seenAt } from '#kit/web/catalogue/all.ts';
import { titleText } from '#kit/web/catalogue/spoken.ts';
import { formatNumber, textOf, useT } from '#kit/web/i18n.ts';
import { initials } from '#kit/web/shell/account-menu.tsx';
import { actorText, historyActionTexts } from '#kit/web/texts/history-texts.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import type { ActivityLine } from './dashboard-answers.contract.ts';
import styles from './dashboard.module.css';

/** What changed last; what was done to many records together is one line. */
export function Activity({ lines }: { lines: readonly ActivityLine[] }) {
  const t = useT();
  if (lines.length === 0)
    return (
      <section className="sheet">
        <Empty
          icon={<IconHistory aria-hidden="true" />}
          title={t('dashboard.noChanges')}
          text={t('dashboard.noChangesText')}
        />
      </section>
    );
  return (
    <section className="sheet sec" aria-labelledby="changes">
      <h2 className="h2" id="changes">
        {t('dashboard.changes')}
      </h2>
      <ul className={styles.changes}>
        {lines.map((line) => (
          <li key={line.id}>
            <span className="avatar" aria-hidden="true">
              {initials(line.actor)}
            </span>
            <span className="cut">
              <Named line={line} />
            </span>
            <span className="t3 cut">
              <bdi>{textOf(historyActionTexts, line.action)}</bdi> · <bdi>{actorText(line.actor)}</bdi> ·{' '}
              <Ago at={line.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The record, or how many of which kind. */
function Named({ line: { count, label, module, to } }: { line: ActivityLine }) {
  const t = useT();
  const definition = seenAt(module);
  const what =
    count === 1
      ? titleText(module, label)
      : t('dashboard.many', {
          count: formatNumber(count),
          records: definition ? inSentence(definition.counted) : module,
        });
  return (
    <>
      {to === null ? (
        <bdi>{what}</bdi>
      ) : (
        <Link to={to}>
          <bdi>{what}</bdi>
        </Link>
      )}
      {count === 1 && definition ? (
        <span className="t3 sm">
          {' '}
          <bdi>{definition.one}</bdi>
        </span>
      ) : null}
    </>
  );
}
