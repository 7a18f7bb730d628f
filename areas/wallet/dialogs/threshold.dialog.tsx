import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import type { Wallet } from '../wallet-answers.contract.ts';
import { refreshWallets } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

interface Threshold {
  title: string;
  text: string;
  help?: string;
  save: string;
  /** What it is now. */
  paise: number;
  /** The call that changes it, and what the amount is called there. */
  path: string;
  field: string;
  onClose: () => void;
}

/** Changes an amount from which on something happens. */
function ThresholdDialog({ title, text, help, save, paise, path, field, onClose }: Threshold) {
  const t = useT();
  const [typed, setTyped] = useState(String(paise / 100));
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshWallets, onClose);
  const send = async () => {
    const amount = paiseOf(typed);
    setWrong(amount === undefined ? t('wallet.enterAmount') : undefined);
    if (amount === undefined) return;
    await action.send((once) => api.put<Done>(path, { ...once, body: { [field]: amount } }));
  };
  return (
    <ActionDialog title={title} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{text}</bdi>
        </p>
        <Refusal submit={action} fields={[field]} />
        <AmountField
          isFirst
          {...(help === undefined ? {} : { help })}
          value={typed}
          error={wrong ?? action.fields[field]}
          onChange={(value) => {
            setTyped(value);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={save} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}

/** Up to which amount one person adjusts a wallet alone. */
export function LimitDialog({ alonePaise, onClose }: { alonePaise: number; onClose: () => void }) {
  const t = useT();
  return (
    <ThresholdDialog
      title={t('wallet.limit')}
      text={t('wallet.limitText')}
      save={t('wallet.limitSave')}
      paise={alonePaise}
      path="/wallet/adjustment-limit"
      field="alonePaise"
      onClose={onClose}
    />
  );
}

/** Below which amount a wallet counts as low. */
export function LowDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useT();
  return (
    <ThresholdDialog
      title={t('wallet.low.of', { name: wallet.appUser ?? wallet.org })}
      text={t('wallet.low.text')}
      help={t('wallet.low.help')}
      save={t('wallet.low.save')}
      paise={wallet.lowPaise}
      path={`/wallet/${wallet.id}/low-balance`}
      field="lowPaise"
      onClose={onClose}
    />
  );
}
