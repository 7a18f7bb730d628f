import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type ChangesData, changesTopic } from '#kit/contract/live.ts';
import { can } from '#kit/contract/rights.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { Hub } from './hub.ts';
import { seesOrganisation } from './topics.ts';

/** At most one message of a path in this time. */
const everyMs = 500;
/** How often what other processes wrote is asked for, where there are any. */
const askMs = 1_000;
/** How far back a browser that comes is told of. */
const lookBackMs = 10 * 60_000;

/** What changed at a path: when, by organisation; '' stands for rows of none, which are everybody's. */
type Times = Map<string, number>;

/**
 * Tells open browsers which catalogue has changed: those who may view it and whose organisation is concerned.
 * @param versions where writes are told.
 * @returns what writes are to be told to from now on, and what ends the telling.
 */
export function publishChanges(
  hub: Hub,
  catalogues: readonly AnyCatalogue[],
  versions: Versions,
): { versions: Versions; stop: () => void } {
  const pathOf = new Map(catalogues.map(({ table, path }) => [table, path]));
  /** Since when nothing was missed. */
  let since = versions.everything ? undefined : performance.now();
  const changed = new Map<string, Times>();
  /** Paths that were told of a moment ago, with the organisations that something happened to since. */
  const resting = new Map<string, Set<string>>();
  const timers = new Set<NodeJS.Timeout>();

  hub.addTopic({
    name: changesTopic,
    authorise: () => true,
    opening: (session) => {
      const now = performance.now();
      const latest = [...changed].flatMap(([path, times]) => {
        if (!can(session.grants, path, 'view')) return [];
        const seen = [...times].flatMap(([org, at]) => (org === '' || seesOrganisation(session, org) ? [at] : []));
        return seen.length > 0 ? [{ path, agoMs: Math.ceil(now - Math.max(...seen)) }] : [];
      });
      const data: ChangesData = {
        watchedMs: since === undefined ? 0 : Math.floor(Math.min(now - since, lookBackMs)),
        changed: latest.filter(({ agoMs }) => agoMs <= lookBackMs),
      };
      return [{ key: '', data }];
    },
  });

  const notify = (path: string, organisations: ReadonlySet<string>) => {
    resting.set(path, new Set());
    const timer = setTimeout(() => {
      timers.delete(timer);
      const more = resting.get(path);
      resting.delete(path);
      if (more && more.size > 0) notify(path, more);
    }, everyMs).unref();
    timers.add(timer);
    const data: ChangesData = { path };
    const right = { module: path, action: 'view' } as const;
    hub.publish(
      changesTopic,
      organisations.has('') ? { right } : { right, organisations: [...organisations] },
      path,
      data,
    );
  };
  const note = (table: string, orgId: string | null) => {
    const path = pathOf.get(table);
    if (path === undefined) return;
    const times: Times = changed.get(path) ?? new Map();
    const now = performance.now();
    // The latest stands last; what is too long ago is asked for by nobody.
    times.delete(orgId ?? '');
    changed.set(path, times.set(orgId ?? '', now));
    for (const [org, at] of times) {
      if (now - at <= lookBackMs) break;
      times.delete(org);
    }
    const later = resting.get(path);
    if (later) later.add(orgId ?? '');
    else notify(path, new Set([orgId ?? '']));
  };

  let asking = false;
  let known: ReadonlyMap<string, string> | undefined;
  /** Where other processes write, all writes are learnt from the database, those of this process too. */
  const ask = async () => {
    if (asking || !versions.everything) return;
    asking = true;
    try {
      const now = await versions.everything();
      for (const [key, state] of known ? now : []) {
        const [table = '', orgId = ''] = key.split(':');
        if (known?.get(key) !== state) note(table, orgId === '' ? null : orgId);
      }
      known = now;
      since ??= performance.now();
    } catch {
      // The database is away. It is asked again, and nothing is missed by then.
    } finally {
      asking = false;
    }
  };
  const asker = versions.everything && setInterval(() => void ask(), askMs).unref();

  return {
    versions: versions.everything
      ? versions
      : {
          ...versions,
          bump(table, orgId) {
            versions.bump(table, orgId);
            note(table, orgId);
          },
        },
    stop() {
      clearInterval(asker);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
