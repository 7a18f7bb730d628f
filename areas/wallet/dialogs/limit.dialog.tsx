import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import { refreshWallets } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

/** Changes up to which amount one person adjusts a wallet alone. */
export function LimitDialog({ alonePaise, onClose }: { alonePaise: number; onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState(String(alonePaise / 100));
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshWallets, onClose);
  const send = async () => {
    const amount = paiseOf(typed);
    setWrong(amount === undefined ? t('wallet.enterAmount') : undefined);
    if (amount === undefined) return;
    await action.send((once) => api.put<Done>('/wallet/adjustment-limit', { ...once, body: { alonePaise: amount } }));
  };
  return (
    <ActionDialog title={t('wallet.limit')} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('wallet.limitText')}</bdi>
        </p>
        <Refusal submit={action} fields={['alonePaise']} />
        <AmountField
          isFirst
          value={typed}
          error={wrong ?? action.fields['alonePaise']}
          onChange={(value) => {
            setTyped(value);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('wallet.limitSave')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
