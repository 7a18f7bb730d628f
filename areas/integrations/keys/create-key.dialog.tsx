import { useId, useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import type { Grants } from '#kit/contract/rights.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField } from '#kit/web/ui/action-fields.tsx';
import { CopyLine } from '#kit/web/ui/copy/copy-line.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { When } from '#kit/web/ui/when.tsx';
import { refreshKeys, useScopeChoices } from '../integrations.queries.ts';
import { keyKinds, type KeyKind, keyLimits, type MadeKey } from './key-answers.contract.ts';
import { ScopesField } from './scopes-field.tsx';

const terms = ['30', '90', '180', '365'] as const;
type Term = (typeof terms)[number];
const organisation = ref('organisation', { label: 'Organisation' });
const shown = ['name', 'scopes', 'days', 'orgId'];

/** Makes an API key, and shows it the one time that it can be shown. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<MadeKey>();
  if (made)
    return (
      <ActionDialog title={t('apiKey.made', { name: made.name })} onClose={onClose}>
        <div className="col gap-16">
          <p className="t2" role="status">
            {t('apiKey.madeText')}
          </p>
          <CopyLine
            label={t('apiKey.key')}
            value={made.key}
            copied={t('apiKey.copied')}
            notCopied={t('apiKey.notCopied')}
          />
          <p className="t2 sm">
            {t('apiKey.expires')} <When at={made.expiresAt} />
          </p>
          <div className="row wrap">
            <button type="button" className="btn d" onClick={onClose}>
              {t('apiKey.done')}
            </button>
            <a className="btn g" href="/api/v1/docs" target="_blank" rel="noreferrer">
              {t('apiKey.manual')}
            </a>
          </div>
        </div>
      </ActionDialog>
    );
  return (
    <ActionDialog title={t('apiKey.create')} isWide onClose={onClose}>
      <Form onMade={setMade} onClose={onClose} />
    </ActionDialog>
  );
}

function Form({ onMade, onClose }: { onMade: (made: MadeKey) => void; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const choices = useScopeChoices();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('PERSONAL');
  const [orgId, setOrgId] = useState('');
  const [days, setDays] = useState<Term>('90');
  const [scopes, setScopes] = useState<Grants>({});
  const submit = useSubmit();
  const isOfOthers = isStaff && kind === 'ORGANISATION';
  const send = async () => {
    const chosen = Object.fromEntries(Object.entries(scopes).filter(([, actions]) => actions.length > 0));
    const body = { name, kind, scopes: chosen, days: Number(days), ...(isOfOthers && orgId ? { orgId } : {}) };
    const answer = await submit.run(() => api.post<{ data: MadeKey }>('/api-key', { quiet: true, body }));
    if (answer instanceof ApiError) return;
    onMade(answer.data);
    await refreshKeys();
  };
  return (
    <ActionForm isOwnCheck isBusy={submit.busy} onSubmit={() => void send()}>
      <Refusal submit={submit} fields={shown} />
      <TextField
        label={t('apiKey.name')}
        help={t('apiKey.nameHelp')}
        autoComplete="off"
        data-autofocus
        maxLength={keyLimits.name}
        value={name}
        error={submit.fields['name']}
        onChange={setName}
      />
      <ChoiceField
        legend={t('apiKey.kind')}
        options={keyKinds.map((value) => ({ value, label: t(`apiKey.kindTexts.${value}`) }))}
        value={kind}
        onChange={(value) => {
          setKind(value);
          submit.clear();
        }}
      />
      {isOfOthers ? (
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
      <div className="fld">
        <label htmlFor={`${id}-days`}>{t('apiKey.days')}</label>
        <select
          id={`${id}-days`}
          className="inp"
          value={days}
          onChange={(event) => setDays(event.currentTarget.value as Term)}
        >
          {terms.map((one) => (
            <option key={one} value={one}>
              {t(`apiKey.inDays.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <ScopesField
        choices={choices.data ?? []}
        value={scopes}
        error={submit.fields['scopes']}
        onChange={(value) => {
          setScopes(value);
          submit.clear();
        }}
      />
      <ActionButtons label={t('apiKey.create')} submit={submit} onCancel={onClose} />
    </ActionForm>
  );
}
