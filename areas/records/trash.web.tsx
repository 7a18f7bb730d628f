import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { catalogues } from '#areas/contracts.ts';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { TrashRows } from '#kit/web/catalogue/trash-rows.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import type { TrashRow } from './records.contract.ts';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import './records.css';

interface Asked {
  q?: string;
  module?: string;
  page?: string;
}

/** Everything that was deleted and can still come back. */
export function Trash() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: Asked) => void navigate({ to: '.', search: { ...asked, ...change } as never, replace: true });
  const query = { skip: (page - 1) * 25, take: 25, q: asked.q, module: asked.module };
  const { data, error, refetch } = useQuery({
    queryKey: ['trash', query],
    queryFn: ({ signal }) => api.get<ListAnswer<TrashRow>>('/trash', { query, signal }),
    placeholderData: keepPreviousData,
    // Other pages delete and restore as well.
    staleTime: 0,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const rows = data?.data.flatMap((row) => {
    const definition = catalogues.find((one) => one.path === row.module);
    return definition ? [{ ...row, definition }] : [];
  });
  return (
    <>
      <PageTitle title={t('records.trash')} sub={t('records.trashText')} />
      <div className="record-filters">
        <SearchField
          label={t('catalogue.search')}
          value={asked.q ?? ''}
          onChange={(q) => ask({ q, page: undefined as never })}
        />
        <SelectField
          label={t('records.kind')}
          value={asked.module ?? ''}
          options={catalogues
            .filter((one) => can(one.path, 'delete'))
            .map((one) => ({ value: one.path, label: one.many }))}
          onChange={(module) => ask({ module, page: undefined as never })}
        />
      </div>
      <section className="sheet" aria-label={t('records.trash')}>
        {data?.count === 0 ? (
          <Empty icon={<IconTrash aria-hidden="true" />} title={t('trash.empty')} text={t('records.trashText')} />
        ) : (
          <TrashRows rows={rows ?? []} naming />
        )}
        {data && data.count > 25 ? (
          <Pager view={{ page, size: 25 }} count={data.count} onPage={(next) => ask({ page: String(next) })} />
        ) : null}
      </section>
    </>
  );
}
