import { Link } from '@tanstack/react-router';
import { api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import { useGaps } from '../helpdesk.queries.ts';

/** What people looked for in vain: what should be answered next. */
export function Gaps() {
  const t = useT();
  const { data, error, refetch } = useGaps();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" />;
  if (data.length === 0)
    return (
      <p className="t2">
        <bdi>{t('help.noGaps')}</bdi>
      </p>
    );
  const dismiss = (words: string) =>
    rowAction(
      () => invalidate('faq', 'history'),
      () => api.post<Done>('/faq/gap/dismiss', { body: { words } }),
    );
  return (
    <>
      <p className="t2">
        <bdi>{t('help.gapsText')}</bdi>
      </p>
      <ListTable
        label={t('help.gaps')}
        rows={data}
        keyOf={({ words }) => words}
        columns={[
          { key: 'words', head: t('help.searched'), render: ({ words }) => <bdi>{words}</bdi> },
          {
            key: 'times',
            head: t('help.times'),
            isNumber: true,
            render: ({ times }) => <bdi>{formatNumber(times)}</bdi>,
          },
          { key: 'last', head: t('help.last'), className: 't2', render: ({ lastAt }) => <When at={lastAt} /> },
          {
            key: 'do',
            head: t('help.todo'),
            render: ({ words }) => (
              <span className="row">
                <Link className="btn g sm" to="/faq/new" aria-label={t('help.writeFor', { words })}>
                  {t('help.write')}
                </Link>
                <button
                  type="button"
                  className="btn g sm"
                  aria-label={t('help.dismissOf', { words })}
                  onClick={() => void dismiss(words)}
                >
                  {t('help.dismiss')}
                </button>
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
