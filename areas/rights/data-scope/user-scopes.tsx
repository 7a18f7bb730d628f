import { IconUserCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { allRows } from '#kit/web/catalogue/data.ts';
import { named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { role, rowScopes, user } from '#areas/identity/identity.contract.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { ownOf, ScopeDialog, scopeQuery } from './data-scope.dialog.tsx';
import modulesStyles from '../modules/modules.module.css';
import rightsStyles from '../rights.module.css';

/** Which offices and clients people work on whose role says: only their own. */
export function UserScopes() {
  const t = useT();
  const can = useCan();
  const mayViewRoles = can('role', 'view');
  const roles = useQuery({
    queryKey: [role.path, 'bound', mayViewRoles],
    queryFn: async ({ signal }) =>
      // Whoever looks after people may lack the roles themselves; which there are they may know.
      mayViewRoles
        ? allRows(role, {}, signal)
        : (await api.get<Answer<RowOf<typeof role>[]>>(`/${role.path}/option`, { signal })).data,
  });
  const bound = (roles.data ?? []).filter((one) => one.rowScope !== 'ALL').map((one) => one.id);
  const people = useQueries({
    queries: bound.map((id) => ({
      queryKey: ['user', 'of-role', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => allRows(user, { roleId: id }, signal),
    })),
    combine: (all) => ({ rows: all.flatMap((one) => one.data ?? []), pending: all.some((one) => one.isPending) }),
  });
  const [edited, setEdited] = useState<RowOf<typeof user>>();
  if (roles.error && !roles.data) return <Failure error={roles.error} retry={() => void roles.refetch()} />;
  return (
    <>
      <p className="t2" style={{ marginBlockEnd: 14 }}>
        <bdi>{t('scopes.text')}</bdi>
      </p>
      <section className="sheet" aria-label={t('scopes.title')}>
        {roles.data && !people.pending && people.rows.length === 0 ? (
          <Empty icon={<IconUserCheck aria-hidden="true" />} title={t('scopes.none')} text={t('scopes.noneText')}>
            {can('role', 'view') ? (
              <Link to="/role" className="btn d">
                {role.many}
              </Link>
            ) : null}
          </Empty>
        ) : (
          <ul className={modulesStyles.scopes}>
            {roles.data && !people.pending ? null : (
              <li aria-hidden="true">
                <span className="sk" style={{ width: '40%' }} />
              </li>
            )}
            {people.rows.map((row) => (
              <Person key={row.id} row={row} onEdit={() => setEdited(row)} />
            ))}
          </ul>
        )}
      </section>
      <ScopeDialog row={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}

function Person({ row, onEdit }: { row: RowOf<typeof user>; onEdit: () => void }) {
  const t = useT();
  const can = useCan();
  const { data } = useQuery(scopeQuery(row.id));
  const own = data && ownOf(data);
  const shown = own?.slice(0, 3) ?? [];
  return (
    <li>
      <div className="grow">
        <Link to={`/user/${row.id}`} className="mid">
          <bdi>{row.title}</bdi>
        </Link>
        <p className="sm t2">
          <bdi>{named(row.role?.label ?? '')}</bdi>
          {data ? `, ${rowScopes.find(({ value }) => value === data.rowScope)?.label.toLowerCase()}` : ''}
        </p>
      </div>
      <span className={rightsStyles.held}>
        {own?.length === 0 ? <span className="st due">{t('scopes.nothing')}</span> : null}
        {shown.map((one) => (
          <span key={one.id} className="tag">
            <bdi>{one.label}</bdi>
          </span>
        ))}
        {own && own.length > 3 ? <span className="t3 sm">+{own.length - 3}</span> : null}
      </span>
      {can('user', 'edit', row) ? (
        <button type="button" className="btn d sm" onClick={onEdit}>
          {t('scopes.change')}
          <span className="sr"> {row.title}</span>
        </button>
      ) : null}
    </li>
  );
}
