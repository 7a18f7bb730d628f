import { useEffect, useRef, useState } from 'react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { paiseOf } from '../money-text.web.ts';
import type { StartedTopUp, Wallet } from '../wallet-answers.contract.ts';
import { refreshWallets } from '../wallet.queries.ts';
import { AmountField } from './amount-field.tsx';

type Answer = Done & { data: StartedTopUp };

/** Adds money: asks for a payment at the gateway, then leads there. */
export function TopUp({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const [started, setStarted] = useState<StartedTopUp>();
  const action = useAction(refreshWallets, () => undefined);
  const send = async () => {
    const amountPaise = paiseOf(typed);
    setMissing(amountPaise === undefined);
    if (amountPaise === undefined) return;
    const answer = await action.send((once) =>
      api.post<Answer>('/wallet/top-up', { ...once, body: { walletId: wallet.id, amountPaise } }),
    );
    if (!(answer instanceof ApiError)) setStarted(answer.data);
  };
  if (started)
    return (
      <ActionDialog title={t('wallet.topUp')} onClose={onClose}>
        {started.isDemo ? (
          <DemoGateway started={started} onClose={onClose} />
        ) : (
          <div className="col gap-16">
            <NextStep>{t('wallet.payAtGateway', { amount: moneyText(started.amountPaise) })}</NextStep>
            <a className="btn p" href={started.payUrl ?? undefined} rel="noreferrer">
              {t('wallet.goToGateway')}
            </a>
          </div>
        )}
      </ActionDialog>
    );
  return (
    <ActionDialog title={t('wallet.topUp')} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <Refusal submit={action} fields={['amountPaise']} />
        <AmountField
          isFirst
          value={typed}
          error={missing ? t('wallet.enterAmount') : action.fields['amountPaise']}
          onChange={(value) => {
            setTyped(value);
            setMissing(false);
          }}
        />
        <ActionButtons label={t('wallet.continue')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}

/** What comes next takes the focus: the button that led here is gone, and the sentence is to be read before money moves. */
function NextStep({ children }: { children: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} tabIndex={-1}>
      <bdi>{children}</bdi>
    </p>
  );
}

/** In the demo no money moves: its reader plays the gateway. */
function DemoGateway({ started, onClose }: { started: StartedTopUp; onClose: () => void }) {
  const t = useT();
  const action = useAction(refreshWallets, onClose);
  const report = (paid: boolean) =>
    action.send((once) =>
      api.post<Done>(`/wallet-transaction/${started.id}/demo-payment`, { ...once, body: { paid } }),
    );
  return (
    <ActionForm isBusy={action.busy} onSubmit={() => void report(true)}>
      <NextStep>{t('wallet.demoText', { amount: moneyText(started.amountPaise) })}</NextStep>
      <Refusal submit={action} />
      <ActionButtons label={t('wallet.demoPay')} submit={action} onCancel={onClose}>
        <button type="button" className="btn d" disabled={action.busy} onClick={() => void report(false)}>
          {t('wallet.demoFail')}
        </button>
      </ActionButtons>
    </ActionForm>
  );
}
