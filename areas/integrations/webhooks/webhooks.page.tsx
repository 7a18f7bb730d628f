import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { refreshWebhooks, useWebhooks } from '../integrations.queries.ts';
import styles from '../integrations.module.css';
import { Deliveries } from './deliveries.dialog.tsx';
import { useEventName } from './event-names.web.ts';
import type { Webhook } from './webhook-answers.contract.ts';
import { WebhookDialog } from './webhook.dialog.tsx';

const organisation = ref('organisation', { label: 'Organisation' });

/** Addresses of other programs that are told what happens. */
export function Webhooks() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const address = useListAddress(['q', 'orgId']);
  const { q, orgId } = address.filters;
  const found = useWebhooks({ ...(q ? { q } : {}), ...(orgId ? { orgId } : {}), ...address.rows });
  const [opened, setOpened] = useState<{ row?: Webhook; shows: 'form' | 'log' }>();
  const close = () => setOpened(undefined);
  const count = found.data?.count;
  return (
    <>
      <ListPage
        title={t('webhook.title')}
        sub={t('webhook.sub')}
        actions={
          can('webhook', 'create') ? (
            <button type="button" className="btn p" onClick={() => setOpened({ shows: 'form' })}>
              <IconPlus className="i s" aria-hidden="true" />
              {t('webhook.create')}
            </button>
          ) : null
        }
        filters={
          <>
            <SearchField label={t('webhook.search')} {...address.field('q')} />
            {isStaff ? (
              <RefFilter field={organisation} value={orgId} onChange={(orgId) => address.ask({ orgId })} />
            ) : null}
          </>
        }
        found={found}
        address={address}
        empty={{
          icon: <IconWebhook aria-hidden="true" />,
          title: t(q === undefined && orgId === undefined ? 'webhook.none' : 'catalogue.noMatch'),
          text: t('webhook.noneText'),
        }}
      >
        {(rows) => (
          <>
            <p className={`t2 sec ${styles.count}`}>
              {count === undefined ? '' : <bdi>{t('webhook.count', { count, shown: formatNumber(count) })}</bdi>}
            </p>
            <ul className={styles.lines}>
              {rows?.map((row) => (
                <Line key={row.id} row={row} onOpen={(shows) => setOpened({ row, shows })} />
              ))}
            </ul>
          </>
        )}
      </ListPage>
      {opened?.shows === 'form' ? (
        <WebhookDialog {...(opened.row ? { row: opened.row } : {})} onClose={close} />
      ) : opened?.row ? (
        <Deliveries row={opened.row} onClose={close} />
      ) : null}
    </>
  );
}

function Line({ row, onOpen }: { row: Webhook; onOpen: (shows: 'form' | 'log') => void }) {
  const t = useT();
  const can = useCan();
  const nameOf = useEventName();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { id, name, url, events, isOn } = row;
  const turn = () =>
    rowAction(refreshWebhooks, () => api.put<Done>(`/webhook/${id}`, { body: { name, url, events, isOn: !isOn } }));
  const remove = async () => {
    const isSure = await question({
      title: t('webhook.deleteSure', { name }),
      text: t('webhook.deleteText'),
      yes: t('webhook.delete'),
    });
    if (isSure) await rowAction(refreshWebhooks, () => api.delete<Done>(`/webhook/${id}`));
  };
  const state = !isOn ? 'off' : row.failingSince ? 'bad' : 'ok';
  const button = (label: string, run: () => void) => (
    <button type="button" className="btn d sm" onClick={run}>
      {label}
      <span className="sr"> {name}</span>
    </button>
  );
  return (
    <li data-webhook={id}>
      <span className={`st ${state} ${styles.state}`}>
        {t(!isOn ? 'webhook.off' : row.failingSince ? 'webhook.failing' : 'webhook.on')}
      </span>
      <span className={styles.what}>
        <span className="row wrap">
          <bdi className="mid">{name}</bdi>
          <bdi className="t2 sm mono" dir="ltr">
            {url}
          </bdi>
        </span>
        <span className="t2 sm">
          <bdi>{events.map(nameOf).join(', ')}</bdi>
        </span>
        <span className="t2 sm">
          <bdi>{t('apiKey.by', { name: row.madeBy })}</bdi> <Ago at={row.createdAt} />
          {isStaff ? (
            <>
              {' · '}
              <bdi>{row.org}</bdi>
            </>
          ) : null}
        </span>
        {row.failingSince && isOn ? (
          <span className="t2 sm">
            {t('webhook.failingSince')} <Ago at={row.failingSince} />
          </span>
        ) : null}
        {row.offWhy ? (
          <span className="t2 sm">
            <bdi>{row.offWhy}</bdi>
          </span>
        ) : null}
      </span>
      <span className="acts">
        {button(t('webhook.log'), () => onOpen('log'))}
        {can('webhook', 'edit') ? (
          <>
            {button(t('webhook.edit'), () => onOpen('form'))}
            {button(t(isOn ? 'webhook.turnOff' : 'webhook.turnOn'), () => void turn())}
          </>
        ) : null}
        {can('webhook', 'delete') ? button(t('webhook.delete'), () => void remove()) : null}
      </span>
    </li>
  );
}
