import type { Query } from '@tanstack/react-query';
import { type ChangesData, changesTopic } from '#kit/contract/live.ts';
import { isEditingCell } from '../catalogue/inline/inline-moves.ts';
import { follow } from './live-socket.ts';
import { queryClient } from '../queries.ts';

/** Not everybody who looks at a list fetches it in the same moment. */
const spreadMs = 1_000;
/** A list that changes all the time is fetched anew this often. */
const restMs = 5_000;
/** Rows do not move under the hands of whoever edits one of them. */
const editingMs = 1_000;
/** No answer is older than this when it arrives. */
const answerMs = 3_000;

/**
 * Fetches what the page shows anew when others have changed it: lists, records, and what else is kept below the path of a
 * catalogue. What is not on the page is fetched when it is next shown. Gives back what ends it.
 */
export function watchChanges(): () => void {
  /** When a query's last fetch began, by its hash: what was written before that is in it. */
  const begunAt = new Map<string, number>();
  const changedAt = new Map<string, number>();
  const fetchedAt = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const isOlder = (query: Query, at: number): boolean => {
    const { dataUpdatedAt } = query.state;
    return (begunAt.get(query.queryHash) ?? (dataUpdatedAt > 0 ? dataUpdatedAt - answerMs : Infinity)) <= at;
  };
  const arm = (path: string, afterMs: number) => {
    timers.set(
      path,
      setTimeout(() => fetchShown(path), afterMs),
    );
  };
  const fetchShown = (path: string) => {
    timers.delete(path);
    // It is marked as stale: the query client fetches it when the tab is looked at.
    if (document.visibilityState === 'hidden') return;
    if (isEditingCell()) return arm(path, editingMs);
    const at = changedAt.get(path) ?? 0;
    fetchedAt.set(path, Date.now());
    void queryClient.refetchQueries({ queryKey: [path], type: 'active', predicate: (query) => isOlder(query, at) });
  };
  const note = (path: string, at: number) => {
    changedAt.set(path, Math.max(at, changedAt.get(path) ?? 0));
    const older = { queryKey: [path], predicate: (query: Query) => isOlder(query, at) };
    void queryClient.invalidateQueries({ ...older, refetchType: 'none' });
    if (timers.has(path) || queryClient.getQueryCache().findAll({ ...older, type: 'active' }).length === 0) return;
    const restedMs = Date.now() - (fetchedAt.get(path) ?? 0);
    arm(path, Math.max(0, restMs - restedMs) + Math.random() * spreadMs);
  };

  const unlisten = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') begunAt.set(event.query.queryHash, Date.now());
    else if (event.type === 'removed') begunAt.delete(event.query.queryHash);
  });
  const unfollow = follow(changesTopic, (_, change) => {
    const data = change as ChangesData;
    const now = Date.now();
    if ('path' in data) return note(data.path, now);
    for (const { path, agoMs } of data.changed) note(path, now - agoMs);
    // Nobody knows what happened before the server looked.
    const paths = new Set(
      queryClient
        .getQueryCache()
        .findAll({ type: 'active' })
        .map(({ queryKey }) => queryKey[0]),
    );
    for (const path of paths) if (typeof path === 'string') note(path, now - data.watchedMs);
  });
  return () => {
    unlisten();
    unfollow();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
