import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { refundablePaise } from '../../challan-status.rules.ts';
import { paiseOf, refreshChallans } from '../challan.queries.ts';
import { inRupees } from '../state-words.web.ts';

/** Gives back what was paid for a challan, or the deposit of one that is in court. */
export function RefundChallan({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const most = refundablePaise(row);
  const isWallet = row.payment === 'WALLET';
  const [amount, setAmount] = useState(String(most / 100));
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    // What was paid elsewhere comes back there, as a whole.
    const amountPaise = isWallet ? paiseOf(amount) : most;
    const missing = {
      ...(amountPaise ? {} : { amountPaise: t('challan.refund.noAmount') }),
      ...(note.trim().length < 3 ? { note: t('challan.refund.noNote') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/challan/refund/${row.id}`, { body: { amountPaise, note: note.trim() }, ...once }),
    );
  };
  return (
    <ActionDialog title={t('challan.refund.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t(isWallet ? 'challan.refund.text' : 'challan.refund.there', { amount: inRupees(most) })}</bdi>
        </p>
        <Refusal submit={action} fields={['amountPaise', 'note']} />
        {isWallet ? (
          <TextField
            label={t('challan.refund.amount')}
            help={t('challan.refund.most', { amount: inRupees(most) })}
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
        ) : null}
        <ReasonField
          label={t('challan.refund.note')}
          isNeeded
          value={note}
          error={wrong['note'] ?? action.fields['note']}
          onChange={(value) => {
            setNote(value);
            setWrong({});
          }}
        />
        <ActionButtons
          label={t(isWallet ? 'challan.refund.do' : 'challan.refund.doNote')}
          submit={action}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
