import { IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RowOf } from '#kit/contract/rows.ts';
import { named, useT } from '#kit/web/i18n.ts';
import { type sos, sosKinds } from './safety.contract.ts';
import styles from './safety.module.css';

/** Emergency numbers to call, under a heading. */
export function Numbers(props: {
  title: string;
  rows: readonly RowOf<typeof sos>[];
  /** Each leads to its record. */
  isLinked?: boolean;
  /** The level of its heading; null where the part of the page that it is alone in has one. */
  heading?: 'h2' | 'h3' | null;
}) {
  const t = useT();
  const { title, rows, isLinked = false, heading: Heading = 'h2' } = props;
  return (
    <section aria-label={title}>
      {Heading ? (
        <Heading className="h2" style={{ marginBlockEnd: 10 }}>
          {title}
        </Heading>
      ) : null}
      {rows.length === 0 ? <p className="t2">{t('sos.none')}</p> : null}
      <ul className={styles.numbers}>
        {rows.map((row) => {
          const { number } = row;
          return (
            <li key={row.id} className="sheet">
              <a
                href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}
                className={styles.call}
                aria-label={t('sos.call', { name: named(row.title), number })}
              >
                <IconPhone className="i" aria-hidden="true" />
                <bdi dir="ltr">{number}</bdi>
              </a>
              {isLinked ? (
                <Link to={`/sos/${row.id}`} className="mid">
                  <bdi>{named(row.name)}</bdi>
                </Link>
              ) : (
                <bdi className="mid">{named(row.name)}</bdi>
              )}
              <span className="row wrap">
                <span className="tag">{sosKinds.find((kind) => kind.value === row.kind)?.label}</span>
                <span className={row.is24x7 ? 'st ok sm' : 'st due sm'}>
                  <bdi>{t(row.is24x7 ? 'sos.allDay' : 'sos.limited')}</bdi>
                </span>
                {row.district ? <bdi className="t2 sm">{row.district}</bdi> : null}
              </span>
              {row.note ? <p className="t2 sm">{named(row.note)}</p> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
