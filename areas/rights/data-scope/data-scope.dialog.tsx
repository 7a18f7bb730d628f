import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { type AuthorOf, authorsOf } from '#kit/web/live/authors.ts';
import { FieldsChanged } from '#kit/web/live/changed-notice.tsx';
import { sendMerged } from '#kit/web/live/send-merged.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import { user } from '#areas/identity/identity.contract.ts';
import type { RowBase } from '#kit/contract/catalogue.ts';
import type { UserScope } from '../permissions.contract.ts';
import { RowPicker } from '../row-picker.tsx';
import styles from '../rights.module.css';

/** The offices and clients that somebody was given. */
export const scopeQuery = (id: string) => ({
  queryKey: ['user', 'scope', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Answer<UserScope>>(`/user/${id}/scope`, { signal })).data,
});

/** What counts of them: the role says whether it is bound to offices or to clients. */
export const ownOf = ({ rowScope, offices, clients }: UserScope) => (rowScope === 'OWN_RTO' ? offices : clients);

/** Gives somebody offices or clients of their own, and takes them; open while there is somebody. */
export function ScopeDialog({ row, onClose }: { row: RowBase | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      title={t('scopes.edit', { title: row?.title ?? '' })}
      size={560}
    >
      {row ? <Edit key={row.id} row={row} onDone={onClose} /> : null}
    </Modal>
  );
}

function Edit({ row, onDone }: { row: RowBase; onDone: () => void }) {
  const { data, error } = useQuery(scopeQuery(row.id));
  if (error) return <Failure error={error} />;
  return data ? <EditOwn row={row} scope={data} onDone={onDone} /> : <span className="sk" />;
}

const idsOf = ({ offices, clients }: Pick<UserScope, 'offices' | 'clients'>) => ({
  rtoIds: offices.map(({ id }) => id),
  organisationIds: clients.map(({ id }) => id),
});

function EditOwn({ row, scope: newest, onDone }: { row: RowBase; scope: UserScope; onDone: () => void }) {
  const t = useT();
  // What the dialog began with: what others save meanwhile is laid beside it, at a word or when it is sent.
  const [scope, setScope] = useState(newest);
  const id = useId();
  const [own, setOwn] = useState(ownOf(scope));
  const action = useAction(() => invalidate(user.path, 'history'), onDone);
  const isRto = scope.rowScope === 'OWN_RTO';
  const label = t(isRto ? 'scopes.offices' : 'scopes.clients');
  // The history names offices and clients.
  const authors = async (): Promise<AuthorOf> => {
    const author = await authorsOf(`${user.path}/${row.id}`);
    return (field) => author(field === 'rtoIds' ? 'offices' : 'clients');
  };
  const isOvertaken = JSON.stringify(ownOf(newest)) !== JSON.stringify(ownOf(scope));
  const update = () => {
    const [was, now] = [ownOf(scope), ownOf(newest)].map((some) => new Set(some.map(({ id: one }) => one)));
    const mine = own.filter((one) => now?.has(one.id) || !was?.has(one.id));
    const theirs = ownOf(newest).filter((one) => !was?.has(one.id) && !mine.some((other) => other.id === one.id));
    setOwn([...mine, ...theirs]);
    setScope(newest);
  };
  const save = () => {
    const [offices, clients] = isRto ? [own, scope.clients] : [scope.offices, own];
    return action.send((once) =>
      sendMerged({
        base: scope,
        body: idsOf({ offices, clients }),
        bodyOf: idsOf,
        read: async () => (await api.get<Answer<UserScope>>(`/user/${row.id}/scope`)).data,
        // Another body is another request.
        send: (body, ifMatch) =>
          api.put<Answer<UserScope>>(`/user/${row.id}/scope`, {
            body,
            ifMatch,
            ...once,
            once: true,
          }),
        authors,
        labels: { rtoIds: t('scopes.offices'), organisationIds: t('scopes.clients') },
      }),
    );
  };
  return (
    <ActionForm onSubmit={() => void save()}>
      {isOvertaken && newest.version > scope.version && !action.busy ? (
        <FieldsChanged
          queryKey={['scope', row.id, newest.version]}
          authors={authors}
          fields={{ [isRto ? 'rtoIds' : 'organisationIds']: label }}
          onUpdate={update}
        />
      ) : null}
      <p className="t2">
        <bdi>{t(isRto ? 'scopes.officesText' : 'scopes.clientsText', { title: row.title })}</bdi>
      </p>
      <ul className={styles.held} aria-label={label}>
        {own.length === 0 ? <li className="t2">{t('scopes.nothing')}</li> : null}
        {own.map((one) => (
          <li key={one.id} className="tag">
            <bdi>{one.label}</bdi>
            <button
              type="button"
              className={styles.take}
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
      <Refusal submit={action} />
      <div className="row">
        <button type="submit" className="btn p" disabled={action.busy}>
          {t('form.save')}
        </button>
        <button type="button" className="btn g" onClick={onDone}>
          {t('action.cancel')}
        </button>
      </div>
    </ActionForm>
  );
}
