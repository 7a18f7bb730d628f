import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import type { Wallet } from '../wallet-answers.contract.ts';
import { refreshWallets } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

/** Chooses below which amount a wallet counts as low. */
export function LowDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState(String(wallet.lowPaise / 100));
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshWallets, onClose);
  const send = async () => {
    const lowPaise = paiseOf(typed);
    setWrong(lowPaise === undefined ? t('wallet.enterAmount') : undefined);
    if (lowPaise === undefined) return;
    await action.send((once) => api.put<Done>(`/wallet/${wallet.id}/low-balance`, { ...once, body: { lowPaise } }));
  };
  return (
    <ActionDialog title={t('wallet.low.of', { name: wallet.appUser ?? wallet.org })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('wallet.low.text')}</bdi>
        </p>
        <Refusal submit={action} fields={['lowPaise']} />
        <AmountField
          isFirst
          help={t('wallet.low.help')}
          value={typed}
          error={wrong ?? action.fields['lowPaise']}
          onChange={(value) => {
            setTyped(value);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('wallet.low.save')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
