import { useState } from 'react';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { moneyText } from '#kit/contract/formats/money.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { Suspense } from 'react';
import type { Wallet } from '../wallet-answers.contract.ts';
import styles from '../wallet.module.css';

const TopUp = lazyPage(async () => (await import('../dialogs/top-up.dialog.tsx')).TopUp);
const Pay = lazyPage(async () => (await import('../dialogs/pay.dialog.tsx')).Pay);
const Low = lazyPage(async () => (await import('../dialogs/threshold.dialog.tsx')).LowDialog);
const Adjust = lazyPage(async () => (await import('../dialogs/adjust.dialog.tsx')).Adjust);

/** What is in a wallet: what can be spent, what is held, and what both come to. */
export function Balance({ wallet }: { wallet: Wallet }) {
  const t = useT();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  return (
    <dl className={`sheet ${styles.balance}`} aria-label={t('wallet.balance')}>
      <div className={styles.first}>
        <dt>
          {t('wallet.available')}
          {wallet.isLow ? <span className="tag st bad">{t('wallet.low.is')}</span> : null}
        </dt>
        <dd>
          <bdi>{moneyText(wallet.availablePaise)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('wallet.held')}</dt>
        <dd>
          <bdi>{moneyText(wallet.heldPaise)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('wallet.balance')}</dt>
        <dd>
          <bdi>{moneyText(wallet.balancePaise)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('wallet.low.below')}</dt>
        <dd>
          <bdi>{wallet.lowPaise === 0 ? t('wallet.low.never') : moneyText(wallet.lowPaise)}</bdi>
          {can('wallet', 'create') ? (
            <button
              type="button"
              className="btn g sm"
              aria-label={t('wallet.low.changeOf')}
              onClick={() => setOpen(true)}
            >
              {t('wallet.low.change')}
            </button>
          ) : null}
          <Suspense>{isOpen ? <Low wallet={wallet} onClose={() => setOpen(false)} /> : null}</Suspense>
        </dd>
      </div>
    </dl>
  );
}

/** What can be done with a wallet. */
export function WalletActs({ wallet }: { wallet: Wallet }) {
  const t = useT();
  const can = useCan();
  const [open, setOpen] = useState<'top-up' | 'pay' | 'adjust'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {can('wallet', 'edit') ? (
        <button type="button" className="btn d" onClick={() => setOpen('adjust')}>
          {t('wallet.adjust')}
        </button>
      ) : null}
      {can('wallet', 'create') ? (
        <>
          <button type="button" className="btn d" onClick={() => setOpen('pay')}>
            <IconReceipt className="i s" aria-hidden="true" />
            {t('wallet.pay')}
          </button>
          <button type="button" className="btn p" onClick={() => setOpen('top-up')}>
            <IconPlus className="i s" aria-hidden="true" />
            {t('wallet.topUp')}
          </button>
        </>
      ) : null}
      <Suspense>
        {open === 'top-up' ? <TopUp wallet={wallet} onClose={close} /> : null}
        {open === 'pay' ? <Pay wallet={wallet} onClose={close} /> : null}
        {open === 'adjust' ? <Adjust wallet={wallet} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
