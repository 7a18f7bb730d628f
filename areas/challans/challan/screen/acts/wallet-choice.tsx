import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { Wallet } from '#areas/wallet/wallet-answers.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { useWallets } from '../challan.queries.ts';
import { inRupees } from '../state-words.web.ts';

/** What is drawn once there are wallets to choose from. */
export interface ChosenWallet {
  walletId: string;
  /** It has not enough for the amount. */
  isShort: boolean;
  field: ReactNode;
}

/** Waits for the wallets of an organisation, and says so where there is none. */
export function WithWallets(props: {
  orgId: string;
  amountPaise: number;
  children: (chosen: ChosenWallet) => ReactNode;
}) {
  const t = useT();
  const { data } = useWallets(props.orgId);
  if (!data) return <span className="sk" style={{ height: 120 }} aria-hidden="true" />;
  if (data.length === 0)
    return (
      <div className="col gap-16">
        <p>{t('challan.pay.none')}</p>
        <Link to="/wallet" className="btn p">
          {t('challan.pay.wallets')}
        </Link>
      </div>
    );
  return <Choice {...props} wallets={data} />;
}

function Choice({
  wallets,
  amountPaise,
  children,
}: {
  wallets: readonly Wallet[];
  amountPaise: number;
  children: (chosen: ChosenWallet) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  const usual = wallets.find(({ appUserId }) => appUserId === null) ?? wallets[0];
  const [walletId, setWallet] = useState(usual?.id ?? '');
  const left = (wallets.find((one) => one.id === walletId)?.availablePaise ?? 0) - amountPaise;
  const field = (
    <div className="fld">
      <label htmlFor={id}>{t('challan.pay.wallet')}</label>
      <select id={id} className="inp" value={walletId} onChange={(event) => setWallet(event.currentTarget.value)}>
        {wallets.map((one) => (
          <option key={one.id} value={one.id}>
            {t('challan.pay.option', { name: one.appUser ?? one.org, amount: inRupees(one.availablePaise) })}
          </option>
        ))}
      </select>
      <p className={left < 0 ? 'errm' : 'help'} role="status">
        <bdi>
          {left < 0
            ? t('challan.pay.short', { amount: inRupees(-left) })
            : t('challan.pay.after', { amount: inRupees(left) })}
        </bdi>
      </p>
    </div>
  );
  return children({ walletId, isShort: left < 0, field });
}
