import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import type { TextKeyWith } from '#kit/web/texts/texts.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Loading } from '#kit/web/ui/loading-sheet.tsx';
import type { UserScope } from '../permissions.contract.ts';
import { ownOf, ScopeDialog, scopeQuery } from './data-scope.dialog.tsx';
import type { user } from '#areas/identity/identity.contract.ts';
import styles from '../rights.module.css';

type TitledKey = TextKeyWith<'title'>;
const words: Readonly<Record<UserScope['rowScope'], { means: TitledKey; none?: TitledKey; path?: string }>> = {
  ALL: { means: 'scopes.allText' },
  OWN_RTO: { means: 'scopes.officesText', none: 'scopes.noOffices', path: 'rto' },
  OWN_CLIENTS: { means: 'scopes.clientsText', none: 'scopes.noClients', path: 'organisation' },
};

/** Whose records somebody works on, what that means, and the way to change it. */
export function WorksOn({ row }: RecordTabProps<typeof user>) {
  const t = useT();
  const can = useCan();
  const { data, error, refetch } = useQuery(scopeQuery(row.id));
  const [editing, setEditing] = useState(false);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { title } = row;
  const { means, none, path } = words[data.rowScope];
  const own = path === undefined ? undefined : ownOf(data);
  const roleName = named(row.role?.label ?? '');
  return (
    <section className="sheet sec split" aria-labelledby="works-on">
      <div className="about">
        <h2 className="h2" id="works-on">
          {t(`scopes.of.${data.rowScope}`)}
        </h2>
        <p className="t2">
          <bdi>{t(means, { title })}</bdi>
        </p>
        <p className="t3 sm">
          <bdi>{t('scopes.byRole', { role: roleName })}</bdi>
        </p>
      </div>
      {own ? (
        <div className="col" style={{ gap: 14, alignItems: 'start' }}>
          {own.length === 0 && none ? (
            <span className="st due">{t(none, { title })}</span>
          ) : (
            <ul
              className={styles.held}
              aria-label={t(data.rowScope === 'OWN_RTO' ? 'scopes.offices' : 'scopes.clients')}
            >
              {own.map((one) => (
                <li key={one.id} className="tag">
                  {path && can(path, 'view') ? (
                    <Link to={`/${path}/${one.id}`}>
                      <bdi>{one.label}</bdi>
                    </Link>
                  ) : (
                    <bdi>{one.label}</bdi>
                  )}
                </li>
              ))}
            </ul>
          )}
          {can('user', 'edit', row) ? (
            <button type="button" className="btn d" onClick={() => setEditing(true)}>
              {t('scopes.change')}
              <span className="sr"> {t('scopes.edit', { title })}</span>
            </button>
          ) : null}
        </div>
      ) : null}
      <ScopeDialog row={editing ? row : undefined} onClose={() => setEditing(false)} />
    </section>
  );
}
