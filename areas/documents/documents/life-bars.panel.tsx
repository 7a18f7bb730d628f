import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { shortName } from '#kit/web/catalogue/short-reason.ts';
import { formatDay, named, timeFormat, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { shapes, useDocumentSet } from '../documents.queries.ts';
import type { SetKind } from '../review/review.contract.ts';
import { barOf, monthsOf } from './life-bars.rules.ts';
import styles from './life-bars.module.css';

const monthName = timeFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

/** How long each document of a vehicle or a driver is valid, all on one axis of two years around today. */
export function DocumentLives({ definition, row }: Pick<RecordTabProps, 'definition' | 'row'>) {
  const t = useT();
  const { data } = useDocumentSet(definition.path, row.id);
  const [today] = useState(() => indiaDay(new Date()));
  const shown = data?.kinds.filter(
    (kind) => kind.hasExpiry && (kind.mandatory || kind.current || kind.open.length > 0),
  );
  if (shown?.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="document-lives" aria-busy={!data}>
      <div className="panel-head">
        <h2 className="h2" id="document-lives">
          {t('documents.lives')}
        </h2>
        <Link to={`/${definition.path}/${row.id}`} search={{ tab: 'papers' } as never} className="sm">
          {t('documents.all')}
        </Link>
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span />
        <span className={styles.months}>
          {monthsOf(today).map(({ at, month }) => (
            <i key={at} style={{ insetInlineStart: `${at}%` }}>
              {monthName(month)}
            </i>
          ))}
          <b>{t('documents.today')}</b>
        </span>
        <span />
        <span />
      </div>
      <ul className={`${styles.lives} ${isVehicle(row) ? '' : styles.few}`}>
        {(shown ?? []).map((kind) => (
          <Life key={kind.type.id} kind={kind} today={today} subject={{ path: definition.path, id: row.id }} />
        ))}
        {data
          ? null
          : likely(row).map((one) => (
              <li key={one} aria-hidden="true">
                <span className="sk" />
              </li>
            ))}
      </ul>
    </section>
  );
}

/** Of drivers nothing says beforehand how many there are: one or two. */
const isVehicle = (row: RecordTabProps['row']): boolean => 'registrationNo' in row;
const days = ['registrationUpto', 'insuranceUpto', 'pucUpto', 'fitnessUpto', 'permitUpto', 'taxUpto'];
/** As many lines as the record has days for, so that what is below stays where it is. */
function likely(row: RecordTabProps['row']): readonly string[] {
  const given = days.filter((name) => row[name]);
  return given.length > 0 ? given : days.slice(0, isVehicle(row) ? 4 : 2);
}

function Life(props: { kind: SetKind; today: string; subject: { path: string; id: string } }) {
  const { kind, today, subject } = props;
  const t = useT();
  const can = useCan();
  const { current, open, type } = kind;
  const tone = current ? (shapes[current.state] ?? 'off') : open.length > 0 ? 'info' : 'bad';
  const bar = current ? barOf(current, today) : undefined;
  const [name, short] = [named(type.label), shortName(type.label)];
  // What it is called in full; its number, where the short name says it already: Insurance, Insurance policy.
  const under = name.toLowerCase().startsWith(short.toLowerCase()) ? current?.number : name;
  const whole = [name, current?.number].filter(Boolean).join(' · ');
  return (
    <li>
      <span className={styles.name}>
        {current ? (
          <Link to={`/vehicle-kyc-doc/${current.id}`} title={whole}>
            <Names short={short} under={under} />
          </Link>
        ) : (
          <Names short={short} under={under} />
        )}
      </span>
      <span className={styles.track} aria-hidden="true">
        {bar ? (
          <i
            className={`${styles.bar} ${tone === 'bad' ? styles.late : tone === 'due' ? styles.soon : styles.fine}`}
            style={{ insetInlineStart: `${bar.from}%`, width: `${bar.to - bar.from}%` }}
          />
        ) : null}
      </span>
      <span className={styles.end}>
        {current?.validUpto ? (
          <>
            <span className={`st ${tone}`}>
              <bdi>{formatDay(current.validUpto)}</bdi>
            </span>
            <span className="t3 sm">
              <Ago at={current.validUpto} />
            </span>
          </>
        ) : (
          <span className={`st ${tone}`}>
            {t(current ? 'documents.noEnd' : open.length > 0 ? 'documents.inReview' : 'documents.missing')}
          </span>
        )}
        {!current && open.length === 0 && can('vehicle-kyc-doc', 'create') ? (
          <Link
            to={`/${subject.path}/${subject.id}`}
            search={{ tab: 'papers', add: type.code } as never}
            className="sm"
          >
            {t('documents.upload')}
            <span className="sr"> {named(type.label)}</span>
          </Link>
        ) : null}
      </span>
      {current ? <IconChevronRight className={`i s flip ${styles.open}`} aria-hidden="true" /> : null}
    </li>
  );
}

/** What a document is called, and below it more of it: its whole name or its number. */
const Names = ({ short, under }: { short: string; under: string | null | undefined }) => (
  <>
    <bdi>{short}</bdi>
    {under ? (
      <>
        {' '}
        <bdi className={`${styles.under} xs`}>{under}</bdi>
      </>
    ) : null}
  </>
);
