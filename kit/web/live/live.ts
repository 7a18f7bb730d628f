import { heardTopics } from './heard.ts';
import { watchChanges } from './live-changes.ts';
import { reloadRights } from './live-permissions.ts';
import { connect, disconnect, follow } from './live-socket.ts';

/** Hears of what others do until what it gives back is called: lists refresh, rights follow, an ended session leaves. */
export function startLive(): () => void {
  const ends = [
    watchChanges(),
    ...heardTopics().map(({ topic, load }) =>
      follow(topic, (key, data) => void load().then((hear) => hear(key, data))),
    ),
  ];
  connect(reloadRights);
  return () => {
    for (const end of ends) end();
    disconnect();
  };
}
