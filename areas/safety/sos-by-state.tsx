import { IconPhone } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { states } from '#areas/offices/states.contract.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { type sos, sosKinds } from './safety.contract.ts';
import styles from './safety.module.css';

/** Emergency numbers as somebody needs them: those of one state, and those that hold everywhere. */
export function SosByState({ definition }: { definition: typeof sos }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const { state = '' } = useSearch({ strict: false }) as { state?: string };
  const { data, error, refetch } = useAllRows(definition, { status: '1', sort: 'priority' });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const rows = data ?? [];
  const name = states.find((one) => one.value === state)?.label;
  return (
    <div className="col" style={{ gap: 18 }}>
      <div className="fld" style={{ maxWidth: 320 }}>
        <label htmlFor={id}>{t('sos.state')}</label>
        <select
          id={id}
          className="inp"
          value={state}
          onChange={(event) => void navigate({ to: '.', search: { state: event.currentTarget.value } as never })}
        >
          <option value="">{t('sos.choose')}</option>
          {states.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      {name ? <Numbers title={name} rows={rows.filter((row) => row.state === state)} /> : null}
      <Numbers title={t('sos.national')} rows={rows.filter((row) => row.state === null)} />
    </div>
  );
}

function Numbers({ title, rows }: { title: string; rows: readonly RowOf<typeof sos>[] }) {
  const t = useT();
  return (
    <section aria-label={title}>
      <h2 className="h2" style={{ marginBlockEnd: 10 }}>
        {title}
      </h2>
      {rows.length === 0 ? <p className="t2">{t('sos.none')}</p> : null}
      <ul className={styles.numbers}>
        {rows.map((row) => {
          const { number } = row;
          return (
            <li key={row.id} className="sheet">
              <a
                href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}
                className={styles.call}
                aria-label={t('sos.call', { name: row.title, number })}
              >
                <IconPhone className="i" aria-hidden="true" />
                <bdi dir="ltr">{number}</bdi>
              </a>
              <Link to={`/sos/${row.id}`} className="mid">
                <bdi>{row.name}</bdi>
              </Link>
              <span className="row wrap">
                <span className="tag">{sosKinds.find((kind) => kind.value === row.kind)?.label}</span>
                <span className={row.is24x7 ? 'st ok sm' : 'st due sm'}>
                  {t(row.is24x7 ? 'sos.allDay' : 'sos.limited')}
                </span>
                {row.district ? <bdi className="t2 sm">{row.district}</bdi> : null}
              </span>
              {row.note ? <p className="t2 sm">{row.note}</p> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
