import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { refreshKeys, useApiKeys } from '../integrations.queries.ts';
import styles from '../integrations.module.css';
import { CreateKey } from './create-key.dialog.tsx';
import { type ApiKey, keyKinds, keyStates } from './key-answers.contract.ts';

const organisation = ref('organisation', { label: 'Organisation' });
const tones = { ACTIVE: 'ok', EXPIRED: 'off', REVOKED: 'off' } as const;

/** API keys: one's own, those of the organisation, and for staff those of organisations. */
export function ApiKeys() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const address = useListAddress(['q', 'state', 'kind', 'orgId']);
  const { q, state, kind, orgId } = address.filters;
  const found = useApiKeys({
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(orgId ? { orgId } : {}),
    ...address.rows,
  });
  const [isMaking, setIsMaking] = useState(false);
  const count = found.data?.count;
  const isNarrowed = [q, state, kind, orgId].some((one) => one !== undefined);
  return (
    <>
      <ListPage
        title={t('apiKey.title')}
        sub={t('apiKey.sub')}
        actions={
          can('api-key', 'create') ? (
            <button type="button" className="btn p" onClick={() => setIsMaking(true)}>
              <IconPlus className="i s" aria-hidden="true" />
              {t('apiKey.create')}
            </button>
          ) : null
        }
        filters={
          <>
            <SearchField label={t('apiKey.search')} {...address.field('q')} />
            <SelectField
              label={t('apiKey.state')}
              value={state ?? ''}
              options={keyStates.map((value) => ({ value, label: t(`apiKey.states.${value}`) }))}
              onChange={(value) => address.ask({ state: value || undefined })}
            />
            <SelectField
              label={t('apiKey.kind')}
              value={kind ?? ''}
              options={keyKinds.map((value) => ({ value, label: t(`apiKey.kinds.${value}`) }))}
              onChange={(value) => address.ask({ kind: value || undefined })}
            />
            {isStaff ? (
              <RefFilter field={organisation} value={orgId} onChange={(orgId) => address.ask({ orgId })} />
            ) : null}
          </>
        }
        found={found}
        address={address}
        empty={{
          icon: <IconKey aria-hidden="true" />,
          title: t(isNarrowed ? 'catalogue.noMatch' : 'apiKey.none'),
          text: t('apiKey.noneText'),
        }}
      >
        {(rows) => (
          <>
            <p className={`t2 sec ${styles.count}`}>
              {count === undefined ? '' : <bdi>{t('apiKey.count', { count, shown: formatNumber(count) })}</bdi>}
            </p>
            <ul className={styles.lines}>
              {rows?.map((row) => (
                <Line key={row.id} row={row} />
              ))}
            </ul>
          </>
        )}
      </ListPage>
      {isMaking ? <CreateKey onClose={() => setIsMaking(false)} /> : null}
    </>
  );
}

function Line({ row }: { row: ApiKey }) {
  const t = useT();
  const can = useCan();
  const { state, name, scopes, endsSoon } = row;
  const isActive = state === 'ACTIVE';
  const revoke = async () => {
    const isSure = await question({
      title: t('apiKey.revokeSure', { name }),
      text: t('apiKey.revokeText'),
      yes: t('apiKey.revoke'),
    });
    if (isSure) await rowAction(refreshKeys, () => api.delete<Done>(`/api-key/${row.id}`));
  };
  const modules = Object.entries(scopes);
  return (
    <li data-key={row.id}>
      <span className={`st ${endsSoon ? 'due' : tones[state]} ${styles.state}`}>
        {endsSoon ? t('apiKey.soon') : t(`apiKey.states.${state}`)}
      </span>
      <span className={styles.what}>
        <span className="row wrap">
          <bdi className="mid">{name}</bdi>
          <span className="t2 sm">
            {t(`apiKey.kinds.${row.kind}`)} · <bdi>{t('apiKey.endsWith', { hint: row.hint })}</bdi>
            {row.org ? (
              <>
                {' · '}
                <bdi>{row.org}</bdi>
              </>
            ) : null}
          </span>
        </span>
        <span className="t2 sm">
          {state === 'REVOKED' ? t('apiKey.revoked') : isActive ? t('apiKey.expires') : t('apiKey.expired')}{' '}
          <When at={row.revokedAt ?? row.expiresAt} />
          {' · '}
          <bdi>{t('apiKey.by', { name: row.madeBy })}</bdi> <Ago at={row.createdAt} />
        </span>
        <details className="t2 sm">
          <summary>{t('apiKey.permissions', { count: modules.length, shown: formatNumber(modules.length) })}</summary>
          <Permissions scopes={modules} />
        </details>
      </span>
      <span className={styles.used}>
        {row.lastUsedAt ? (
          <>
            <span>
              {t('apiKey.lastUsed')} <Ago at={row.lastUsedAt} />
            </span>
            <bdi className="t2 sm">{t('apiKey.from', { address: row.lastUsedFrom ?? '' })}</bdi>
          </>
        ) : (
          <span className="t2">{t('apiKey.never')}</span>
        )}
      </span>
      <span className="acts">
        {isActive && can('api-key', 'delete') ? (
          <button type="button" className="btn d sm" onClick={() => void revoke()}>
            {t('apiKey.revoke')}
            <span className="sr"> {name}</span>
          </button>
        ) : null}
      </span>
    </li>
  );
}

function Permissions({ scopes }: { scopes: readonly (readonly [string, ApiKey['scopes'][string]])[] }) {
  const t = useT();
  const modules = useKept('_accessible')[0];
  const nameOf = (key: string) => said(modules?.find((module) => module.key === key)?.name ?? key);
  return (
    <ul className={styles.may}>
      {scopes.map(([module, actions]) => (
        <li key={module}>
          <bdi>
            {t('apiKey.may', {
              module: nameOf(module),
              actions: actions.map((action) => t(`apiKey.action.${action}`)).join(', '),
            })}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
