import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { inRupees, paiseOf, refreshPolicies, useCancellation } from '../policies.queries.ts';
import { refundablePaise } from './payment.rules.ts';

/** Credits premium to the wallet that paid it: of a cancelled policy, or what was paid too much. */
export function RefundPremium({ row, onClose }: RowDialogProps<typeof appUserPolicy>) {
  const t = useT();
  const most = refundablePaise(row);
  const { refundDuePaise, cancelledOn } = row;
  const { data } = useCancellation(row.id, refundDuePaise === null ? '' : (cancelledOn ?? ''));
  const suggested = data?.suggested;
  // Of a cancelled policy a part was used: what comes back is what was suggested, or is said here.
  const first = cancelledOn === null ? most : refundDuePaise;
  const [amount, setAmount] = useState(first === null ? '' : String(first / 100));
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshPolicies, onClose);
  const send = async () => {
    const amountPaise = paiseOf(amount);
    const missing = {
      ...(amountPaise ? {} : { amountPaise: t('policies.enter.amount') }),
      ...(note.trim().length < 3 ? { note: t('policies.enter.note') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/app-user-policy/refund/${row.id}`, { body: { amountPaise, note: note.trim() }, ...once }),
    );
  };
  return (
    <ActionDialog title={t('policies.refund.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('policies.refund.text')}</bdi>
        </p>
        <Refusal submit={action} fields={['amountPaise', 'note']} />
        <TextField
          label={t('policies.refund.amount')}
          help={
            suggested
              ? t('policies.refund.suggested', {
                  name: suggested.by ?? '–',
                  amount: inRupees(suggested.refundPaise),
                  days: t('policies.refund.days', {
                    count: suggested.unusedDays,
                    shown: formatNumber(suggested.unusedDays),
                  }),
                  day: formatDay(cancelledOn ?? ''),
                  most: inRupees(most),
                })
              : t('policies.refund.most', { amount: inRupees(most) })
          }
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          data-autofocus
          value={amount}
          error={wrong['amountPaise'] ?? action.fields['amountPaise']}
          onChange={(value) => {
            setAmount(value);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('policies.refund.note')}
          isNeeded
          value={note}
          error={wrong['note'] ?? action.fields['note']}
          onChange={(value) => {
            setNote(value);
            setWrong({});
          }}
        />
        <ActionButtons label={t('policies.refund.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
