import { useState } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import { type TransactionOne, walletLimits } from '../wallet-answers.contract.ts';
import { refreshWallets } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

export type ReturnAct = 'refund' | 'reverse' | 'capture' | 'decline';

/** What is done with a transaction that wants an amount, a note, or both. */
export function ReturnDialog({ one, act, onClose }: { one: TransactionOne; act: ReturnAct; onClose: () => void }) {
  const t = useT();
  const rest = (one.capturedPaise ?? one.amountPaise) - one.refundedPaise;
  const hasAmount = act === 'refund' || act === 'capture';
  const hasNote = act !== 'capture';
  const [typed, setTyped] = useState(String(rest / 100));
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshWallets, onClose);
  const send = async () => {
    const amountPaise = paiseOf(typed);
    const missing = {
      ...(hasAmount && amountPaise === undefined ? { amountPaise: t('wallet.enterAmount') } : {}),
      ...(hasNote && note.trim() === '' ? { note: t('wallet.enterNote') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const body = { ...(hasAmount ? { amountPaise } : {}), ...(hasNote ? { note: note.trim() } : {}) };
    await action.send((once) => api.post<Done>(`/wallet-transaction/${one.id}/${act}`, { ...once, body }));
  };
  return (
    <ActionDialog title={t(`wallet.acts.${act}.title`)} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t(`wallet.acts.${act}.text`)}</bdi>
        </p>
        <Refusal submit={action} fields={['amountPaise', 'note']} />
        {hasAmount ? (
          <AmountField
            isFirst
            help={t('wallet.atMost', { amount: moneyText(rest) })}
            value={typed}
            error={wrong['amountPaise'] ?? action.fields['amountPaise']}
            onChange={(value) => {
              setTyped(value);
              setWrong({});
            }}
          />
        ) : null}
        {hasNote ? (
          <ReasonField
            label={t('wallet.note')}
            help={t('wallet.noteHelp')}
            isNeeded
            isFirst={!hasAmount}
            maxLength={act === 'decline' ? 300 : walletLimits.note}
            value={note}
            error={wrong['note'] ?? action.fields['note']}
            onChange={(value) => {
              setNote(value);
              setWrong({});
            }}
          />
        ) : null}
        <ActionButtons label={t(`wallet.acts.${act}.do`)} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
