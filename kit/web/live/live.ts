import { watchChanges } from './live-changes.ts';
import { reloadRights } from './live-permissions.ts';
import { connect, disconnect } from './live-socket.ts';

/** Hears of what others do until what it gives back is called: lists refresh, rights follow, an ended session leaves. */
export function startLive(): () => void {
  const unwatch = watchChanges();
  connect(reloadRights);
  return () => {
    unwatch();
    disconnect();
  };
}
