import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { named, said, useT } from '#kit/web/i18n.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { DateInput } from '#kit/web/ui/date/date-input.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { vehicleKycDoc } from '../documents/document.contract.ts';
import type { Compared, ReviewItem } from './review.contract.ts';
import styles from '../documents.module.css';

export const dayNames = ['issuedOn', 'validFrom', 'validUpto'] as const;
/** Days as the inputs hold them, '' for none. */
export type Days = Record<(typeof dayNames)[number], string>;

/** What to look at twice, with the records that show the same document. */
export function Warnings({ item }: { item: ReviewItem }) {
  return (
    <>
      {item.warnings.map((warning) => (
        <p key={warning} className="alert due">
          <IconAlertTriangle className="i s" aria-hidden="true" />
          <bdi>{said(warning)}</bdi>
        </p>
      ))}
      {item.duplicates.length > 0 ? (
        <ul className={styles['review-duplicates']}>
          {item.duplicates.map((one) => (
            <li key={one.id}>
              <Link to={`/vehicle-kyc-doc/${one.id}`}>
                <bdi>{one.subject.label}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** Something was typed, and it is no day. */
export const isWrongDay = (typed: string): boolean => typed !== '' && !isDay(typed);

/** The days on the document, which the reviewer corrects before it is verified. */
export function DocumentDays(props: { days: Days; isOff: boolean; onChange: (days: Days) => void }) {
  const { days, isOff, onChange } = props;
  return (
    <div className={styles['review-days']}>
      {dayNames.map((name) => (
        <label key={name} className="labelled">
          <span>{vehicleKycDoc.fields[name].label}</span>
          <DateInput
            value={days[name]}
            disabled={isOff}
            aria-invalid={isWrongDay(days[name]) ? true : undefined}
            onChange={(day) => onChange({ ...days, [name]: day })}
          />
        </label>
      ))}
    </div>
  );
}

/** The document that counts now, and what was noted when this one was handed in. */
export function Known({ item }: { item: ReviewItem }) {
  const t = useT();
  const note = item.paper.note;
  return (
    <>
      {item.current ? (
        <p className="t2 sm">
          <Link to={`/vehicle-kyc-doc/${item.current.id}`}>{t('review.current')}</Link>{' '}
          {item.current.validUpto ? (
            <>
              {t('papers.until')} <When at={item.current.validUpto} />
            </>
          ) : (
            t('papers.noEnd')
          )}
        </p>
      ) : null}
      {note ? (
        <p className="t2 sm">
          <bdi>{note}</bdi>
        </p>
      ) : null}
    </>
  );
}

/** A day of the server is written with the reader's months, and what the vehicle is in the words of the product. */
const factText = (text: string): string => (/^\d{1,2} \p{Lu}\p{Ll}+ \d{4}$/u.test(text) ? said(text) : named(text));

/** What the record says, with what the paper says where both say it. */
export function Comparison({ lines }: { lines: readonly Compared[] }) {
  const t = useT();
  return (
    <dl className="facts sm" aria-label={t('review.record')}>
      {lines.map(({ label, paper, record }) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{said(label)}</dt>
          <dd>
            {record === null ? null : <bdi>{factText(record)}</bdi>}
            {paper === null ? null : (
              <span className={styles['review-said']}>
                {t('review.onPaper')} <Code>{factText(paper)}</Code>
              </span>
            )}
            {record === null && paper === null ? <span className="t3">–</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
