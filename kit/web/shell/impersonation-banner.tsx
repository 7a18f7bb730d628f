import { IconArrowBackUp, IconUserShield } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { UserData } from '#kit/contract/rights.ts';
import { api, navigation } from '../api.ts';
import { useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';
import './impersonation-banner.css';

/** How often it is asked whether this may still go on: it ends as well when somebody takes the right away. */
const askEveryMs = 30_000;
/** The time left at which it is told once more. */
const soonMs = 2 * 60_000;

/** As whom one is signed in, for how much longer, and the way back: on every page, and always in sight. */
export function ActingBanner({ user }: { user: UserData }) {
  const t = useT();
  const [expiresAt] = useKept('accessTokenExpiresAt');
  const [now, setNow] = useState(Date.now);
  const [busy, setBusy] = useState(false);
  const [spoken, setSpoken] = useState('');
  const leftMs = Math.max(0, Date.parse(expiresAt ?? '') - now);
  const isOver = leftMs <= 0;
  const isSoon = leftMs <= soonMs;
  const as = t('acting.as', { name: user.name, where: user.orgName ?? user.roleName });
  const announced = isSoon ? t('acting.soon') : `${as} ${t('acting.minutes')}`;

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const ask = () => void api.get('/token', { quiet: true }).catch(() => undefined);
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) void navigation.toOwn('ended');
  }, [isOver]);
  // Once when it begins and once before it ends; the seconds are there for whoever looks for them.
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(announced), 300);
    return () => clearTimeout(timer);
  }, [announced]);
  const back = async () => {
    setBusy(true);
    await navigation.toOwn('asked').finally(() => setBusy(false));
  };
  return (
    <section className="acting" aria-label={t('acting.label')}>
      <p className="sr" role="status">
        {spoken}
      </p>
      <IconUserShield className="i s" aria-hidden="true" />
      <p>
        <bdi>{as}</bdi>{' '}
        <bdi className="nowrap" role="timer">
          {t('acting.left', { time: clockOf(leftMs) })}
        </bdi>
      </p>
      <button type="button" className="btn sm" disabled={busy} onClick={() => void back()}>
        <IconArrowBackUp className="i s flip" aria-hidden="true" />
        {t('acting.return')}
      </button>
    </section>
  );
}

/** '27:14', minutes and seconds. */
function clockOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
