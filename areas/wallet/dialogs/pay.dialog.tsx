import { useId, useState } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import { namedReasons, type Wallet, walletLimits } from '../wallet-answers.contract.ts';
import { refreshWallets } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

const holds = ['', '24', '72', '168'] as const;

/** Pays from a wallet, or holds the money for a payment to come. */
export function Pay({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useT();
  const [forId, holdId] = [useId(), useId()];
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<(typeof namedReasons)[number]>('CHALLAN');
  const [subject, setSubject] = useState('');
  const [hold, setHold] = useState<(typeof holds)[number]>('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshWallets, onClose);
  const send = async () => {
    const amountPaise = paiseOf(typed);
    const missing = {
      ...(amountPaise === undefined ? { amountPaise: t('wallet.enterAmount') } : {}),
      ...(subject.trim() === '' ? { subject: t('wallet.enterSubject') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const body = {
      walletId: wallet.id,
      amountPaise,
      reason,
      subject: subject.trim(),
      ...(hold === '' ? {} : { holdHours: Number(hold) }),
    };
    await action.send((once) => api.post<Done>('/wallet/payment', { ...once, body }));
  };
  return (
    <ActionDialog title={t('wallet.payFrom', { name: wallet.appUser ?? wallet.org })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <Refusal submit={action} fields={['amountPaise', 'subject']} />
        <div className="fld">
          <label htmlFor={forId}>{t('wallet.reason')}</label>
          <select
            id={forId}
            className="inp"
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value as typeof reason)}
          >
            {namedReasons.map((one) => (
              <option key={one} value={one}>
                {t(`wallet.reasons.${one}`)}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label={t('wallet.subject')}
          help={t('wallet.subjectHelp')}
          autoComplete="off"
          maxLength={walletLimits.subject}
          value={subject}
          error={wrong['subject'] ?? action.fields['subject']}
          onChange={(value) => {
            setSubject(value);
            setWrong({});
          }}
        />
        <AmountField
          help={t('wallet.availableHelp', { amount: moneyText(wallet.availablePaise) })}
          value={typed}
          error={wrong['amountPaise'] ?? action.fields['amountPaise']}
          onChange={(value) => {
            setTyped(value);
            setWrong({});
          }}
        />
        <div className="fld">
          <label htmlFor={holdId}>{t('wallet.when')}</label>
          <select
            id={holdId}
            className="inp"
            value={hold}
            onChange={(event) => setHold(event.currentTarget.value as (typeof holds)[number])}
          >
            {holds.map((one) => (
              <option key={one} value={one}>
                {one === '' ? t('wallet.payNow') : t('wallet.holdDays', { count: Number(one) / 24 })}
              </option>
            ))}
          </select>
        </div>
        <ActionButtons label={t(hold === '' ? 'wallet.pay' : 'wallet.hold')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
