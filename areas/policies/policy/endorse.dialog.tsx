import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshPolicies } from '../policies.queries.ts';

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
  const action = useAction(refreshPolicies, onClose);
  const changes = () =>
    Object.fromEntries(
      names
        .filter((name) => given[name] !== stored[name])
        .map((name) => {
          const text = (given[name] ?? '').trim();
          return [name, text === '' ? null : isMoney(name) ? Math.round(Number(text) * 100) : text];
        }),
    );
  const send = () =>
    action.send((once) =>
      api.post<Done>(`/app-user-policy/endorse/${row.id}`, {
        body: { effectiveOn, reason, changes: changes() },
        ...once,
      }),
    );
  return (
    <ActionDialog title={t('policies.endorse.title', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void send()}>
        <p className="t2">{t('policies.endorse.text')}</p>
        <Refusal submit={action} fields={['effectiveOn', 'reason', ...names]} />
        <DayField
          label={t('policies.endorse.on')}
          value={effectiveOn}
          error={action.fields['effectiveOn']}
          required
          onChange={setDay}
        />
        <TextField
          label={t('policies.endorse.reason')}
          value={reason}
          error={action.fields['reason']}
          maxLength={300}
          required
          onChange={setReason}
        />
        {names.map((name) => (
          <TextField
            key={name}
            label={t(labels[name])}
            value={given[name] ?? ''}
            error={action.fields[name]}
            optional
            onChange={(value) => setGiven({ ...given, [name]: value })}
            {...(isMoney(name) ? { inputMode: 'decimal' as const, pattern: '[0-9]+(\\.[0-9]{1,2})?' } : {})}
          />
        ))}
        <ActionButtons label={t('policies.endorse.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
