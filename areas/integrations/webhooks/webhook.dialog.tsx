import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { CopyLine } from '#kit/web/ui/copy/copy-line.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { refreshWebhooks } from '../integrations.queries.ts';
import styles from '../integrations.module.css';
import {
  eventNames,
  type MadeWebhook,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from './webhook-answers.contract.ts';
import { useEventName } from './event-names.web.ts';

const organisation = ref('organisation', { label: 'Organisation' });
const shown = ['name', 'url', 'events', 'orgId'];

/** Makes a webhook and shows its secret the one time that it can be shown, or changes one. */
export function WebhookDialog({ row, onClose }: { row?: Webhook; onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<MadeWebhook>();
  if (!made)
    return (
      <ActionDialog title={row ? t('webhook.change', { name: row.name }) : t('webhook.create')} onClose={onClose}>
        <Form row={row} onMade={setMade} onClose={onClose} />
      </ActionDialog>
    );
  return (
    <ActionDialog title={t('webhook.made', { name: made.name })} onClose={onClose}>
      <div className="col gap-16">
        <p className="t2" role="status">
          {t('webhook.madeText')}
        </p>
        <CopyLine
          label={t('webhook.secret')}
          value={made.secret}
          copied={t('webhook.copied')}
          notCopied={t('webhook.notCopied')}
        />
        <div className="row wrap">
          <button type="button" className="btn d" onClick={onClose}>
            {t('apiKey.done')}
          </button>
        </div>
      </div>
    </ActionDialog>
  );
}

function Form(props: { row: Webhook | undefined; onMade: (made: MadeWebhook) => void; onClose: () => void }) {
  const t = useT();
  const can = useCan();
  const nameOf = useEventName();
  const { row, onMade, onClose } = props;
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [name, setName] = useState(row?.name ?? '');
  const [url, setUrl] = useState(row?.url ?? '');
  const [orgId, setOrgId] = useState('');
  const [events, setEvents] = useState<readonly string[]>(row?.events ?? []);
  const submit = useSubmit();
  const send = async () => {
    const given = { name, url, events };
    const answer = await submit.run(() =>
      row
        ? api.put<{ data: MadeWebhook }>(`/webhook/${row.id}`, { quiet: true, body: { ...given, isOn: row.isOn } })
        : api.post<{ data: MadeWebhook }>('/webhook', { quiet: true, body: { ...given, ...(orgId ? { orgId } : {}) } }),
    );
    if (answer instanceof ApiError) return;
    await refreshWebhooks();
    if (row) onClose();
    else onMade(answer.data);
  };
  const toggle = (event: WebhookEvent, isOn: boolean) => {
    submit.clear();
    setEvents(isOn ? [...events, event] : events.filter((one) => one !== event));
  };
  return (
    <ActionForm isOwnCheck isBusy={submit.busy} onSubmit={() => void send()}>
      <Refusal submit={submit} fields={shown} />
      <TextField
        label={t('webhook.name')}
        autoComplete="off"
        data-autofocus
        maxLength={webhookLimits.name}
        value={name}
        error={submit.fields['name']}
        onChange={setName}
      />
      {isStaff && !row ? (
        <RecordField
          label={t('apiKey.organisation')}
          field={organisation}
          value={orgId}
          error={submit.fields['orgId']}
          onChange={(value) => {
            setOrgId(value);
            submit.clear();
          }}
        />
      ) : null}
      <TextField
        type="url"
        dir="ltr"
        label={t('webhook.url')}
        help={t('webhook.urlHelp')}
        autoComplete="off"
        maxLength={webhookLimits.url}
        value={url}
        error={submit.fields['url']}
        onChange={(value) => {
          setUrl(value);
          submit.clear();
        }}
      />
      <fieldset className="fld">
        <legend>{t('webhook.events')}</legend>
        {submit.fields['events'] ? <span className="errm">{submit.fields['events']}</span> : null}
        <span className={styles.events}>
          {eventNames
            .filter((event) => can(webhookEvents[event], 'view'))
            .map((event) => (
              <label key={event} className="check">
                <input
                  type="checkbox"
                  checked={events.includes(event)}
                  onChange={(change) => toggle(event, change.currentTarget.checked)}
                />
                <span>
                  {nameOf(event)} <bdi className="t2 sm mono">{event}</bdi>
                </span>
              </label>
            ))}
        </span>
      </fieldset>
      <ActionButtons label={t(row ? 'webhook.save' : 'webhook.create')} submit={submit} onCancel={onClose} />
    </ActionForm>
  );
}
