import { useEffect } from 'react';
import { useT } from '../i18n.ts';
import { useLive } from '../live/live-state.ts';
import { useKept } from '../storage/store.ts';

/** The page comes first. */
const startAfterMs = 400;

/** Connects the tab as long as somebody is signed in, and says whether it is. */
export function LiveMark() {
  const t = useT();
  const isLive = useLive();
  const [user] = useKept('userData');
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    let isOver = false;
    let stop = () => {};
    const start = async () => {
      const { startLive } = await import('../live/live.ts');
      if (!isOver) stop = startLive();
    };
    // Without it the product works as well.
    const timer = setTimeout(() => void start().catch(() => undefined), startAfterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [userId]);
  return (
    <span className="row" style={{ gap: 6 }} title={t(isLive ? 'live.onText' : 'live.offText')}>
      <span className={`dot ${isLive ? 'ok' : 'off'}`} aria-hidden="true" />
      {t(isLive ? 'live.on' : 'live.off')}
    </span>
  );
}
