import { useT } from '../i18n.ts';
import { reach, useServerAway } from '../live/reach.ts';
import { useOnline } from './window.ts';

/** Says that this browser has no network, or that the server does not answer. It goes by itself when that is over. */
export function ReachBanner() {
  const t = useT();
  const online = useOnline();
  const away = useServerAway();
  return (
    <div role="status">
      {online && !away ? null : (
        <div className="offline row">
          <span className="dot due" aria-hidden="true" />
          <span>{t(online ? 'shell.away' : 'shell.offline')}</span>
          {online ? (
            <button type="button" className="btn sm" onClick={reach.retry}>
              {t('action.retry')}
            </button>
          ) : null}
        </div>
      )}
    </div>
  );
}
