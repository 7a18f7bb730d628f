import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { catalogueAt } from '#kit/web/catalogue/all.ts';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import { iconOf } from '#kit/web/icons.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import type { ListCount } from './records.contract.ts';
import '#kit/web/catalogue/filters/filters.css';
import styles from './records.module.css';

interface Entry {
  definition: AnyCatalogue;
  name: string;
  count: number | undefined;
  maintains: boolean;
}

/** All catalogues that everything else refers to, on one page: those that the reader maintains first. */
export function ReferenceData() {
  const t = useT();
  const [words, setWords] = useState('');
  const entries = useEntries();
  const asked = words.trim().toLocaleLowerCase();
  const shown = entries.filter(({ name, definition }) =>
    `${name} ${definition.about}`.toLocaleLowerCase().includes(asked),
  );
  const groups = (
    [
      ['records.maintained', shown.filter(({ maintains }) => maintains)],
      ['records.lookedUp', shown.filter(({ maintains }) => !maintains)],
    ] as const
  ).filter(([, all]) => all.length > 0);
  return (
    <>
      <PageTitle title={t('records.referenceData')} sub={<bdi>{t('records.referenceDataText')}</bdi>} />
      <div className="record-filters">
        <SearchField label={t('records.searchLists')} value={words} onChange={setWords} />
      </div>
      {groups.map(([title, all]) => (
        <section key={title} className={`sheet ${styles.lists}`} aria-labelledby={title}>
          <h2 className="h2" id={title}>
            {t(title)}
          </h2>
          <ul>
            {all.map((entry) => (
              <Line key={entry.definition.path} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 ? (
        <section className="sheet">
          <Empty
            icon={<IconBooks aria-hidden="true" />}
            title={t('records.noLists')}
            text={t(asked ? 'records.noListsText' : 'records.noneAtAllText')}
          />
        </section>
      ) : null}
    </>
  );
}

function Line({ entry: { definition, name, count } }: { entry: Entry }) {
  const Icon = iconOf(definition.icon);
  return (
    <li>
      <Icon className="i" aria-hidden="true" />
      <Link to={`/${definition.path}`}>
        <bdi>{name}</bdi>
      </Link>
      <span className="t2 sm">
        <bdi>{definition.about}</bdi>
      </span>
      <bdi className={styles.count}>{count === undefined ? '' : formatNumber(count)}</bdi>
    </li>
  );
}

/** Catalogues in the group of reference data that may be viewed, by name. */
function useEntries(): Entry[] {
  const can = useCan();
  const [modules] = useKept('_accessible');
  const { data: counts } = useQuery({
    queryKey: ['list-counts'],
    queryFn: async ({ signal }) => (await api.get<Answer<ListCount[]>>('/list-counts', { signal })).data,
  });
  const group = modules?.find(({ key }) => key === 'group-catalogues')?.id;
  return (modules ?? [])
    .flatMap(({ key, name, parentId }) => {
      const definition = catalogueAt(key);
      if (!definition || parentId !== group) return [];
      const maintains = can(key, 'create') || can(key, 'edit');
      return [{ definition, name: said(name), maintains, count: counts?.find(({ module }) => module === key)?.count }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
