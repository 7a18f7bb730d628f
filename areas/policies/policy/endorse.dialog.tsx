import { useId, useState } from 'react';
import type { RefInfo } from '#kit/contract/catalogue.ts';
import { refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { cleanInput, type FormValues, messageOf, startValues, toInput } from '#kit/web/catalogue/form/form-values.ts';
import { FieldInput } from '#kit/web/catalogue/inputs/inputs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshPolicies } from '../policies.queries.ts';
import { endorsableFields } from '../premium/endorsable.ts';
import { appUserPolicy } from './policy.contract.ts';

/** Reckoned from the parts, unless they are typed. */
const reckoned = ['gstPaise', 'totalPaise'];

type Props = RowDialogProps<typeof appUserPolicy>;

/** Makes a new version of an issued policy from a day on, with its PDF. What is left as it is does not change. */
export function EndorsePolicy({ row, onClose }: Props) {
  const t = useT();
  const id = useId();
  const fields = endorsableFields(row.coverType, row.addOns ?? []);
  const names = Object.keys(fields);
  const stored = startValues({ ...appUserPolicy, fields }, row, {});
  for (const name of reckoned) stored[name] = '';
  const [effectiveOn, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [given, setGiven] = useState<FormValues>({ ...stored, document: undefined });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshPolicies, onClose);
  const set = (name: string, value: unknown) => {
    setGiven({ ...given, [name]: value });
    setWrong({});
  };
  const changed = names.filter((name) => {
    const field = fields[name] as AnyField;
    return JSON.stringify(cleanInput(field, given[name])) !== JSON.stringify(cleanInput(field, stored[name]));
  });
  const { document } = appUserPolicy.fields;
  const send = async () => {
    const shown: [string, AnyField][] = [
      ...changed.map((name): [string, AnyField] => [name, fields[name] as AnyField]),
      ['document', document],
    ];
    const missing = Object.fromEntries([
      ...(isDay(effectiveOn) ? [] : [['effectiveOn', t('policies.enter.day')]]),
      ...(reason.trim().length < 3 ? [['reason', t('policies.enter.reason')]] : []),
      ...shown.flatMap(([name, field]) => {
        const message = messageOf(field, given[name], true);
        return message === null ? [] : [[name, message]];
      }),
    ]) as Record<string, string>;
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const changes = Object.fromEntries(changed.map((name) => [name, toInput(fields[name] as AnyField, given[name])]));
    const said = { effectiveOn, reason: reason.trim() };
    const file = given['document'];
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...said, changes: JSON.stringify(changes) })) form.append(name, value);
    if (file instanceof File) form.append('document', file, file.name);
    await action.send((once) =>
      api.post<Done>(`/app-user-policy/endorse/${row.id}`, {
        ...(file instanceof File ? { form } : { body: { ...said, changes } }),
        ...once,
      }),
    );
  };
  const errorOf = (name: string) => wrong[name] ?? action.fields[name] ?? action.fields[`changes.${name}`];
  const input = (name: string, field: AnyField) => (
    <div className="fld" key={name}>
      <label htmlFor={`${id}-${name}`}>
        {field.label} <span className="opt">{t('form.optional')}</span>
      </label>
      <FieldInput
        id={`${id}-${name}`}
        field={field}
        value={given[name]}
        error={errorOf(name)}
        onChange={(value) => set(name, value)}
        onBlur={() => undefined}
        first={false}
        current={field.kind === 'ref' ? ((row[refName(name) as keyof typeof row] ?? null) as RefInfo | null) : null}
        stored={null}
      />
      {errorOf(name) ? (
        <span className="errm" id={`${id}-${name}-error`}>
          {errorOf(name)}
        </span>
      ) : field.help ? (
        <span className="help" id={`${id}-${name}-help`}>
          {field.help}
        </span>
      ) : null}
    </div>
  );
  return (
    <ActionDialog title={t('policies.endorse.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('policies.endorse.text')}</bdi>
        </p>
        <Refusal submit={action} fields={['effectiveOn', 'reason', 'document', ...names]} />
        <DayField
          label={t('policies.endorse.on')}
          isFirst
          value={effectiveOn}
          error={errorOf('effectiveOn')}
          onChange={(value) => {
            setDay(value);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('policies.endorse.reason')}
          isNeeded
          maxLength={300}
          value={reason}
          error={errorOf('reason')}
          onChange={(value) => {
            setReason(value);
            setWrong({});
          }}
        />
        {input('document', { ...document, label: t('policies.endorse.pdf'), help: t('policies.endorse.pdfText') })}
        {Object.entries(fields).map(([name, field]) => input(name, field))}
        <ActionButtons label={t('policies.endorse.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
