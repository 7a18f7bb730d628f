import { useT } from '#kit/web/i18n.ts';
import styles from './sign-in.module.css';

const accounts = [
  { email: 'admin@roadkeeper.test', label: 'login.demoStaff' },
  { email: 'client@roadkeeper.test', label: 'login.demoClient' },
] as const;
const password = 'Demo-Roadkeeper-2026';
const isDemo = () => document.querySelector<HTMLMetaElement>('meta[name="rk-demo"]')?.content === '1';

/** The demo's accounts, which fill in the form; nothing outside the demo profile. */
export function DemoAccounts({ onUse }: { onUse: (email: string, password: string) => void }) {
  const t = useT();
  if (!isDemo()) return null;
  return (
    <section className={styles.demo} aria-label={t('login.demo')}>
      <span className="mid">{t('login.demo')}</span>
      {accounts.map((account) => (
        <span key={account.email} className="row">
          <span className="grow cut">
            <span className="t2">{t(account.label)}</span> <bdi dir="ltr">{account.email}</bdi>
          </span>
          <button
            type="button"
            className="btn d sm"
            aria-label={t('login.demoUseFor', { account: t(account.label) })}
            onClick={() => onUse(account.email, password)}
          >
            {t('login.demoUse')}
          </button>
        </span>
      ))}
      <span className="t3">
        {t('login.demoPassword')}{' '}
        <bdi dir="ltr" className="mono">
          {password}
        </bdi>
      </span>
    </section>
  );
}
