import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';

/** The way back: to the wallets, and from a transaction to the wallet that it moved. */
export function Trail({ wallet, name }: { wallet?: { id: string; name: string }; name: string }) {
  const t = useT();
  return (
    <nav className="crumb" aria-label={t('catalogue.trail')}>
      <Link to="/wallet">{t('wallet.wallets')}</Link>
      <IconChevronRight className="i s flip" aria-hidden="true" />
      {wallet ? (
        <>
          <Link to={`/wallet/${wallet.id}`} className="cut">
            <bdi>{wallet.name}</bdi>
          </Link>
          <IconChevronRight className="i s flip" aria-hidden="true" />
        </>
      ) : null}
      <bdi className="cut">{name}</bdi>
    </nav>
  );
}
