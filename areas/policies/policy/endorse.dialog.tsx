import { useState } from 'react';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf, refreshPolicies } from '../policies.queries.ts';

const names = ['idvPaise', 'odPremiumPaise', 'nominee', 'financier'] as const;
const labels = {
  idvPaise: 'policies.endorse.idv',
  odPremiumPaise: 'policies.endorse.odPremium',
  nominee: 'policies.endorse.nominee',
  financier: 'policies.endorse.financier',
} as const;
const isMoney = (name: string) => name.endsWith('Paise');

/** Makes a new version of an issued policy from a day on. What is left as it is does not change. */
export function EndorsePolicy({ row, onClose }: RowDialogProps) {
  const t = useT();
  const stored = Object.fromEntries(
    names.map((name) => {
      const value = row[name];
      return [
        name,
        value === null || value === undefined ? '' : isMoney(name) ? String(Number(value) / 100) : String(value),
      ];
    }),
  );
  const [effectiveOn, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [given, setGiven] = useState<Record<string, string>>(stored);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshPolicies, onClose);
  const changes = () =>
    Object.fromEntries(
      names
        .filter((name) => given[name] !== stored[name])
        .map((name) => {
          const text = (given[name] ?? '').trim();
          return [name, isMoney(name) ? paiseOf(text) : text === '' ? null : text];
        }),
    );
  const send = async () => {
    const changed = changes();
    const missing = {
      ...(isDay(effectiveOn) ? {} : { effectiveOn: t('policies.enter.day') }),
      ...(reason.trim().length < 3 ? { reason: t('policies.enter.reason') } : {}),
      ...Object.fromEntries(
        Object.entries(changed).flatMap(([name, value]) =>
          value === undefined ? [[name, t('policies.enter.amount')]] : [],
        ),
      ),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/app-user-policy/endorse/${row.id}`, {
        body: { effectiveOn, reason: reason.trim(), changes: changed },
        ...once,
      }),
    );
  };
  return (
    <ActionDialog title={t('policies.endorse.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('policies.endorse.text')}</bdi>
        </p>
        <Refusal submit={action} fields={['effectiveOn', 'reason', ...names]} />
        <DayField
          label={t('policies.endorse.on')}
          isFirst
          value={effectiveOn}
          error={wrong['effectiveOn'] ?? action.fields['effectiveOn']}
          onChange={(value) => {
            setDay(value);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('policies.endorse.reason')}
          isNeeded
          value={reason}
          error={wrong['reason'] ?? action.fields['reason']}
          onChange={(value) => {
            setReason(value);
            setWrong({});
          }}
        />
        {names.map((name) => (
          <TextField
            key={name}
            label={t(labels[name])}
            value={given[name] ?? ''}
            error={wrong[name] ?? action.fields[name] ?? action.fields[`changes.${name}`]}
            optional
            onChange={(value) => {
              setGiven({ ...given, [name]: value });
              setWrong({});
            }}
            {...(isMoney(name) ? { inputMode: 'decimal' as const, dir: 'ltr', maxLength: 16 } : { maxLength: 100 })}
          />
        ))}
        <ActionButtons label={t('policies.endorse.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
