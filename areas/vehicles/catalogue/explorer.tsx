import { IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ListAnswer, OptionRow } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { Value } from '#kit/web/catalogue/cells.tsx';
import { allRows } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { vehicleSpecification } from './specification.contract.ts';
import styles from './explorer.module.css';

interface Found {
  brand?: string;
  model?: string;
}

/** Brands, their models, their builds: three columns side by side, what is chosen stands in the address. */
export function VehicleExplorer() {
  const t = useT();
  const navigate = useNavigate();
  const { brand, model } = useSearch({ strict: false }) as Found;
  const [words, setWords] = useState('');
  const go = (search: Found) => void navigate({ to: '.', search: search as never });
  const brands = useOptions('vehicle-brand', {});
  const models = useOptions('vehicle-model', brand ? { brandId: brand } : undefined);
  const builds = useQuery({
    queryKey: ['vehicle-specification', 'of', model],
    enabled: model !== undefined,
    queryFn: ({ signal }) => allRows(vehicleSpecification, { modelId: model ?? '', sort: 'name' }, signal),
  });
  const sought = words.toLowerCase();
  return (
    <div className={styles.explorer}>
      <Column title={t('explore.brands')} count={brands.data?.count}>
        <input
          type="search"
          className="inp"
          aria-label={t('explore.find')}
          placeholder={t('explore.find')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Choices
          rows={brands.data?.data.filter((row) => row.label.toLowerCase().includes(sought))}
          path="vehicle-brand"
          chosen={brand}
          onChoose={(id) => go({ brand: id })}
        />
      </Column>
      <Column title={t('explore.models')} count={brand ? models.data?.count : undefined}>
        {brand ? (
          <Choices
            rows={models.data?.data.map((row) => ({ ...row, label: row.name }))}
            path="vehicle-model"
            chosen={model}
            onChoose={(id) => go({ brand, model: id })}
          />
        ) : (
          <p className="t2 sec">{t('explore.pickBrand')}</p>
        )}
      </Column>
      <Column title={t('explore.specifications')} count={model ? builds.data?.length : undefined}>
        {model ? (
          <ul className={styles.builds}>
            {builds.data?.map((row) => (
              <li key={row.id}>
                <Link to={`/vehicle-specification/${row.id}`} className="mid">
                  <bdi>{row.name}</bdi>
                </Link>
                <dl className="facts sm">
                  {(['bodyType', 'engineCc', 'motorKw', 'seats', 'exShowroomPaise', 'exShowroomToPaise'] as const)
                    .filter((name) => row[name] !== null)
                    .map((name) => (
                      <div key={name} style={{ display: 'contents' }}>
                        <dt>{vehicleSpecification.fields[name].label}</dt>
                        <dd>
                          <Value field={vehicleSpecification.fields[name]} name={name} row={row} full />
                        </dd>
                      </div>
                    ))}
                </dl>
              </li>
            ))}
          </ul>
        ) : (
          <p className="t2 sec">{t('explore.pickModel')}</p>
        )}
      </Column>
    </div>
  );
}

const useOptions = (path: string, query: Record<string, string> | undefined) =>
  useQuery({
    queryKey: [path, 'explore', query],
    enabled: query !== undefined,
    queryFn: ({ signal }) =>
      api.get<ListAnswer<OptionRow>>(`/${path}`, { query: { option: 'true', sort: 'name', ...query }, signal }),
  });

function Column({ title, count, children }: { title: string; count: number | undefined; children: ReactNode }) {
  return (
    <section className="sheet" aria-label={title}>
      <h2 className="h2">
        {title} {count === undefined ? null : <span className="t3 sm">{formatNumber(count)}</span>}
      </h2>
      {children}
    </section>
  );
}

function Choices({
  rows,
  path,
  chosen,
  onChoose,
}: {
  rows: readonly OptionRow[] | undefined;
  path: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const t = useT();
  return (
    <ul className={styles.choices}>
      {rows?.map((row) => (
        <li key={row.id} className={row.id === chosen ? styles.on : undefined}>
          <button type="button" aria-pressed={row.id === chosen} onClick={() => onChoose(row.id)}>
            <bdi className="cut grow">{row.label}</bdi>
            <IconChevronRight className="i s flip" aria-hidden="true" />
          </button>
          <Link to={`/${path}/${row.id}`} className="btn g ic sm" aria-label={t('explore.open', { title: row.label })}>
            <IconExternalLink className="i s flip" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
