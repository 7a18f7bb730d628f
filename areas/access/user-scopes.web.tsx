import { Modal } from '@mantine/core';
import { IconUserCheck, IconX } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { role, rowScopes, user } from './access.contract.ts';
import type { UserScope } from './rights.contract.ts';
import { RowPicker } from './row-picker.web.tsx';
import './places.css';
import './rights.css';

const scopeQuery = (id: string) => ({
  queryKey: ['user', 'scope', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Answer<UserScope>>(`/user/${id}/scope`, { signal })).data,
});

/** Which offices and clients people work on whose role says: only their own. */
export function UserScopes() {
  const t = useT();
  const can = useCan();
  const roles = useAllRows(role, {});
  const bound = (roles.data ?? []).filter((one) => one['rowScope'] !== 'ALL').map((one) => one.id);
  const people = useQueries({
    queries: bound.map((id) => ({
      queryKey: ['user', 'of-role', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.get<Answer<AnyRow[]>>('/user', { query: { roleId: id, take: 100 }, signal })).data,
    })),
    combine: (all) => ({ rows: all.flatMap((one) => one.data ?? []), pending: all.some((one) => one.isPending) }),
  });
  const [edited, setEdited] = useState<AnyRow>();
  if (roles.error) return <Failure error={roles.error} />;
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
          <ul className="scopes">
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
      <Modal
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={t('scopes.edit', { title: edited?.title ?? '' })}
        size={560}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        transitionProps={{ duration: 140 }}
      >
        {edited ? <Edit key={edited.id} row={edited} onDone={() => setEdited(undefined)} /> : null}
      </Modal>
    </>
  );
}

const ownOf = ({ rowScope, offices, clients }: UserScope) => (rowScope === 'OWN_RTO' ? offices : clients);

function Person({ row, onEdit }: { row: AnyRow; onEdit: () => void }) {
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
          <bdi>{(row['role'] as { label: string } | null)?.label}</bdi>
          {data ? `, ${rowScopes.find(({ value }) => value === data.rowScope)?.label.toLowerCase()}` : ''}
        </p>
      </div>
      <span className="held">
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

function Edit({ row, onDone }: { row: AnyRow; onDone: () => void }) {
  const { data, error } = useQuery(scopeQuery(row.id));
  if (error) return <Failure error={error} />;
  return data ? <EditOwn row={row} scope={data} onDone={onDone} /> : <span className="sk" />;
}

function EditOwn({ row, scope, onDone }: { row: AnyRow; scope: UserScope; onDone: () => void }) {
  const t = useT();
  const id = useId();
  const [own, setOwn] = useState(ownOf(scope));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isRto = scope.rowScope === 'OWN_RTO';
  const label = t(isRto ? 'scopes.offices' : 'scopes.clients');
  const save = async () => {
    setBusy(true);
    const ids = (some: readonly { id: string }[]) => some.map((one) => one.id);
    const [offices, clients] = isRto ? [own, scope.clients] : [scope.offices, own];
    try {
      const { message } = await api.put<Answer<UserScope>>(`/user/${row.id}/scope`, {
        body: { rtoIds: ids(offices), organisationIds: ids(clients) },
        ifMatch: `"v${scope.version}"`,
        idempotencyKey: crypto.randomUUID(),
        quiet: true,
      });
      await invalidate(user.path, 'history');
      toast.success(message);
      onDone();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="col"
      style={{ gap: 16 }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ul className="held" aria-label={label}>
        {own.length === 0 ? <li className="t2">{t('scopes.nothing')}</li> : null}
        {own.map((one) => (
          <li key={one.id} className="tag">
            <bdi>{one.label}</bdi>
            <button
              type="button"
              className="take"
              aria-label={t('scopes.remove', { title: one.label })}
              onClick={() => setOwn(own.filter((other) => other.id !== one.id))}
            >
              <IconX className="i s" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div className="fld">
        <label htmlFor={id}>{t(isRto ? 'scopes.addOffice' : 'scopes.addClient')}</label>
        <RowPicker
          id={id}
          label={label}
          path={isRto ? 'rto' : 'organisation'}
          value=""
          onChange={(chosen, title) => {
            if (chosen && !own.some((one) => one.id === chosen)) setOwn([...own, { id: chosen, label: title }]);
          }}
        />
      </div>
      {error ? (
        <p className="alert bad" role="alert">
          {error}
        </p>
      ) : null}
      <div className="row">
        <button type="submit" className="btn p" disabled={busy}>
          {t('form.save')}
        </button>
        <button type="button" className="btn g" onClick={onDone}>
          {t('action.cancel')}
        </button>
      </div>
    </form>
  );
}
