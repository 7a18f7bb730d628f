import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Wallet } from '#areas/wallet/wallet-answers.contract.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { inRupees, refreshPolicies, useWalletsOf } from '../policies.queries.ts';
import { isOver, openPaise } from './payment.rules.ts';

type Props = RowDialogProps<typeof appUserPolicy>;

/** Pays what is open of a premium from a wallet of the organisation. */
export function PayPremium({ row, onClose }: Props) {
  const t = useT();
  const { data: wallets } = useWalletsOf(row.orgId ?? '');
  return (
    <ActionDialog title={t('policies.pay.title', { title: row.title })} onClose={onClose}>
      {!wallets ? (
        <span className="sk" style={{ height: 120 }} aria-hidden="true" />
      ) : wallets.length === 0 ? (
        <div className="col gap-16">
          <p>{t('policies.pay.none')}</p>
          <Link to="/wallet" className="btn p">
            {t('policies.pay.wallets')}
          </Link>
        </div>
      ) : (
        <Pay row={row} wallets={wallets} onClose={onClose} />
      )}
    </ActionDialog>
  );
}

function Pay({ row, wallets, onClose }: Pick<Props, 'row' | 'onClose'> & { wallets: readonly Wallet[] }) {
  const t = useT();
  const id = useId();
  const amountPaise = openPaise(row);
  // The wallet of the organisation, unless the insured person has one of their own.
  const usual = wallets.find(({ appUserId }) => appUserId !== null && appUserId === row.appUserId) ?? wallets[0];
  const [walletId, setWallet] = useState(usual?.id ?? '');
  const action = useAction(refreshPolicies, onClose);
  const wallet = wallets.find((one) => one.id === walletId);
  const left = (wallet?.availablePaise ?? 0) - amountPaise;
  const send = () =>
    action.send((once) =>
      api.post<Done>(`/app-user-policy/pay/${row.id}`, { body: { walletId, amountPaise }, ...once }),
    );
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <p className="t2">
        <bdi>{t('policies.pay.text', { amount: inRupees(amountPaise) })}</bdi>
      </p>
      {isOver(row) ? (
        <p className="alert due">
          <bdi>{t('policies.pay.over', { day: formatDay(row.nextEnd ?? '') })}</bdi>
        </p>
      ) : null}
      <Refusal submit={action} />
      <div className="fld">
        <label htmlFor={id}>{t('policies.pay.wallet')}</label>
        <select id={id} className="inp" value={walletId} onChange={(event) => setWallet(event.currentTarget.value)}>
          {wallets.map((one) => (
            <option key={one.id} value={one.id}>
              {t('policies.pay.option', { name: one.appUser ?? one.org, amount: inRupees(one.availablePaise) })}
            </option>
          ))}
        </select>
        <p className={left < 0 ? 'errm' : 'help'} role="status">
          <bdi>
            {left < 0
              ? t('policies.pay.short', { amount: inRupees(-left) })
              : t('policies.pay.after', { amount: inRupees(left) })}
          </bdi>
        </p>
      </div>
      <ActionButtons
        label={t('policies.pay.do', { amount: inRupees(amountPaise) })}
        submit={action}
        isOff={left < 0}
        onCancel={onClose}
      />
    </ActionForm>
  );
}
