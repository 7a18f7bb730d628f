import { useState } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import { type Wallet, walletLimits } from '../wallet-answers.contract.ts';
import { refreshWallets, useAdjustmentLimit } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

/** Corrects a wallet by hand. Above a limit a second person approves it. */
export function Adjust({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useT();
  const [type, setType] = useState<'1' | '2'>('1');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const limit = useAdjustmentLimit().data?.ownPaise;
  const action = useAction(refreshWallets, onClose);
  const send = async () => {
    const amountPaise = paiseOf(typed);
    const missing = {
      ...(amountPaise === undefined ? { amountPaise: t('wallet.enterAmount') } : {}),
      ...(note.trim() === '' ? { note: t('wallet.enterNote') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const body = { walletId: wallet.id, transactionType: Number(type), amountPaise, note: note.trim() };
    await action.send((once) => api.post<Done>('/wallet/adjustment', { ...once, body }));
  };
  return (
    <ActionDialog title={t('wallet.adjustOf', { name: wallet.appUser ?? wallet.org })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        {limit === null ? null : (
          <p className="t2">
            <bdi>{t('wallet.adjustText', { limit: limit === undefined ? '…' : moneyText(limit) })}</bdi>
          </p>
        )}
        <Refusal submit={action} fields={['amountPaise', 'note']} />
        <ChoiceField
          legend={t('wallet.type')}
          isFirst
          value={type}
          onChange={setType}
          options={(['1', '2'] as const).map((value) => ({ value, label: t(`wallet.types.${value}`) }))}
        />
        <AmountField
          value={typed}
          error={wrong['amountPaise'] ?? action.fields['amountPaise']}
          onChange={(value) => {
            setTyped(value);
            setWrong({});
          }}
        />
        <ReasonField
          label={t('wallet.note')}
          help={t('wallet.noteHelp')}
          isNeeded
          maxLength={walletLimits.note}
          value={note}
          error={wrong['note'] ?? action.fields['note']}
          onChange={(value) => {
            setNote(value);
            setWrong({});
          }}
        />
        <ActionButtons label={t('wallet.adjust')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
