import { api } from '#kit/web/api.ts';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { ActionDialog } from '#kit/web/ui/action-dialog.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { refreshWebhooks, useDeliveries } from '../integrations.queries.ts';
import styles from '../integrations.module.css';
import { useEventName } from './event-names.web.ts';
import type { Delivery, Webhook } from './webhook-answers.contract.ts';

/** What scrolls takes the focus, so that the keyboard can scroll it. */
const scrolls = (label: string) => ({ role: 'region', tabIndex: 0, 'aria-label': label }) as const;

const tones = { WAITING: 'due', DONE: 'ok', FAILED: 'bad' } as const;

/** What a webhook was sent, with each try. */
export function Deliveries({ row, onClose }: { row: Webhook; onClose: () => void }) {
  const t = useT();
  const can = useCan();
  const found = useDeliveries(row.id);
  const messages = found.data?.data;
  const test = () => rowAction(refreshWebhooks, () => api.post<Done>(`/webhook/${row.id}/test`));
  return (
    <ActionDialog title={t('webhook.logOf', { name: row.name })} isWide onClose={onClose}>
      <div className="col gap-16">
        <div className="row wrap">
          <span className="t2 sm">{t('webhook.logHelp')}</span>
          {can('webhook', 'edit') ? (
            <button type="button" className="btn d sm" onClick={() => void test()}>
              {t('webhook.test')}
            </button>
          ) : null}
        </div>
        {found.error && !messages ? <Failure error={found.error} retry={() => void found.refetch()} /> : null}
        {messages?.length === 0 ? <p className="t2">{t('webhook.logNone')}</p> : null}
        <ul className={styles.messages}>
          {messages?.map((one) => (
            <Message key={one.id} webhook={row} message={one} />
          ))}
        </ul>
      </div>
    </ActionDialog>
  );
}

function Message({ webhook, message }: { webhook: Webhook; message: Delivery }) {
  const t = useT();
  const can = useCan();
  const nameOf = useEventName();
  const { state, event, tries } = message;
  const name = nameOf(event);
  const again = () => rowAction(refreshWebhooks, () => api.post<Done>(`/webhook/${webhook.id}/again/${message.id}`));
  return (
    <li data-message={message.id}>
      <span className={`st ${tones[state]}`}>{t(`webhook.states.${state}`)}</span>
      <span className={styles.what}>
        <span className="row wrap">
          <span className="mid">{name}</span>
          <span className="t2 sm">
            <When at={message.createdAt} />
            {message.dueAt ? (
              <>
                {' · '}
                {t('webhook.next')} <Ago at={message.dueAt} />
              </>
            ) : null}
          </span>
        </span>
        <details>
          <summary className="t2 sm">
            {t('webhook.tries', { count: tries.length, shown: formatNumber(tries.length) })}
          </summary>
          <pre className={styles.code} dir="ltr" {...scrolls(t('webhook.body'))}>
            {message.body}
          </pre>
          {tries.map((one) => (
            <div key={one.at} className="t2 sm">
              <When at={one.at} /> · <bdi>{one.status ?? (one.failure === null ? null : said(one.failure))}</bdi> ·{' '}
              <bdi>{t('webhook.ms', { ms: formatNumber(one.ms) })}</bdi>
              {one.answer ? (
                <pre className={styles.code} dir="ltr" {...scrolls(t('webhook.answer'))}>
                  {one.answer}
                </pre>
              ) : null}
            </div>
          ))}
        </details>
      </span>
      {can('webhook', 'edit') && webhook.isOn ? (
        <button type="button" className="btn d sm" onClick={() => void again()}>
          {t('webhook.again')}
          <span className="sr"> {name}</span>
        </button>
      ) : null}
    </li>
  );
}
