import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshPolicies } from '../policies.queries.ts';

/** Cancels an issued policy from a day on. */
export function CancelPolicy({ row, onClose }: RowDialogProps) {
  const t = useT();
  const [cancelledOn, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [refund, setRefund] = useState('');
  const action = useAction(refreshPolicies, onClose);
  const send = () =>
    action.send((once) =>
      api.post<Done>(`/app-user-policy/cancel/${row.id}`, {
        body: { cancelledOn, reason, ...(refund.trim() ? { refundPaise: Math.round(Number(refund) * 100) } : {}) },
        ...once,
      }),
    );
  return (
    <ActionDialog title={t('policies.cancel.title', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void send()}>
        <p className="t2">{t('policies.cancel.text')}</p>
        <Refusal submit={action} fields={['cancelledOn', 'reason', 'refundPaise']} />
        <DayField
          label={t('policies.cancel.on')}
          value={cancelledOn}
          error={action.fields['cancelledOn']}
          required
          onChange={setDay}
        />
        <TextField
          label={t('policies.cancel.reason')}
          value={reason}
          error={action.fields['reason']}
          maxLength={300}
          required
          onChange={setReason}
        />
        <TextField
          label={t('policies.cancel.refund')}
          value={refund}
          error={action.fields['refundPaise']}
          inputMode="decimal"
          pattern="[0-9]+(\.[0-9]{1,2})?"
          optional
          onChange={setRefund}
        />
        <ActionButtons label={t('policies.cancel.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
