import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { allCatalogues, catalogueAt } from '#kit/web/catalogue/all.ts';
import { TrashRows } from '#kit/web/catalogue/trash/trash-rows.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import type { TrashRow } from './records.contract.ts';

/** Everything that was deleted and can still come back. */
export function Trash() {
  const t = useT();
  const can = useCan();
  const address = useListAddress(['q', 'module']);
  const query = { ...address.filters, ...address.rows };
  const found = useQuery({
    queryKey: ['trash', query],
    queryFn: ({ signal }) => api.get<ListAnswer<TrashRow>>('/trash', { query, signal }),
    placeholderData: keepPreviousData,
    // Other pages delete and restore as well.
    staleTime: 0,
  });
  return (
    <ListPage
      title={t('records.trash')}
      sub={t('records.trashText')}
      filters={
        <>
          <SearchField label={t('catalogue.search')} {...address.field('q')} />
          <SelectField
            label={t('records.kind')}
            options={allCatalogues()
              .filter((one) => can(one.path, 'delete'))
              .map((one) => ({ value: one.path, label: one.many }))}
            {...address.field('module')}
          />
        </>
      }
      found={found}
      address={address}
      empty={{ icon: <IconTrash aria-hidden="true" />, title: t('trash.empty'), text: t('records.trashText') }}
    >
      {(rows) => (
        <TrashRows
          rows={(rows ?? []).flatMap((row) => {
            const definition = catalogueAt(row.module);
            return definition ? [{ ...row, definition }] : [];
          })}
          naming
        />
      )}
    </ListPage>
  );
}
