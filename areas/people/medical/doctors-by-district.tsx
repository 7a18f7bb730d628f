import { IconPhone } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { states } from '#areas/offices/states.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import type { doctor } from './medical.contract.ts';
import styles from '../people.module.css';

/** Doctors of one state, district by district: whom to send a driver to. */
export function DoctorsByDistrict({ definition }: { definition: typeof doctor }) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const { state = '' } = useSearch({ strict: false }) as { state?: string };
  const { data, error, refetch } = useAllRows(definition, { status: '1', sort: 'name', ...(state ? { state } : {}) });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const places = new Map<string, RowOf<typeof doctor>[]>();
  for (const row of data ?? []) {
    const name = [row.district, states.find(({ value }) => value === row.state)?.label].join(', ');
    places.set(name, [...(places.get(name) ?? []), row]);
  }
  const sorted = [...places].sort(([a], [b]) => a.localeCompare(b));
  return (
    <div className="col" style={{ gap: 18 }}>
      <div className="fld" style={{ maxWidth: 320 }}>
        <label htmlFor={id}>{t('doctors.state')}</label>
        <select
          id={id}
          className="inp"
          value={state}
          onChange={(event) =>
            void navigate({
              to: '.',
              search: (event.currentTarget.value ? { state: event.currentTarget.value } : {}) as never,
            })
          }
        >
          <option value="">{t('doctors.all')}</option>
          {states.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      {data && sorted.length === 0 ? <p className="t2">{t('doctors.none')}</p> : null}
      {sorted.map(([place, rows]) => (
        <section key={place} className="sheet" aria-label={place}>
          <h2 className="h2 sec" style={{ paddingBlockEnd: 4 }}>
            <bdi>{place}</bdi>
          </h2>
          <ul className={styles['driver-lines']}>
            {rows.map((row) => (
              <li key={row.id}>
                <span className={styles.what}>
                  <Link to={`/doctor/${row.id}`} className="mid">
                    <bdi>{row.title}</bdi>
                  </Link>
                  <span className="t2 sm">
                    <bdi>
                      {[row.speciality, row.hospital, row.hours].filter((one) => typeof one === 'string').join(' · ')}
                    </bdi>
                  </span>
                </span>
                {row.mobile ? (
                  <a
                    href={`tel:+91${row.mobile}`}
                    className="btn d sm"
                    aria-label={t('doctors.call', { name: row.title, number: row.mobile })}
                  >
                    <IconPhone className="i s" aria-hidden="true" />
                    <bdi dir="ltr">{row.mobile}</bdi>
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
