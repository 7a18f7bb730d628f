import type { CappedActs } from '#kit/server/capped-acts.ts';
import { addHealth } from '#kit/server/http/health.ts';
import { recordRefused } from '#kit/server/http/refused-call.ts';
import { createServer } from '#kit/server/http/server.ts';
import { addLive } from '#kit/server/live/endpoint.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import { measureLive } from '#kit/server/live/metrics.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import type { ProductOptions } from '../options.ts';
import { subkey } from '../secrets.ts';
import type { Base } from './base.ts';

/** The HTTP server with what belongs to no area: health, measurements and the live endpoint. Nothing listens yet. */
export async function openHttp(
  { log, secure, hosts, trustedProxies, origin }: ProductOptions,
  { db, clock, masterKey, sessions, refused, live }: Base & { sessions: SessionStore; refused: CappedActs; live: Hub },
) {
  const { app, specs } = await createServer({
    sessions,
    log,
    secure,
    refused: recordRefused(refused, clock),
    onceKey: subkey(masterKey, 'fingerprints of requests'),
    ...(hosts ? { hosts } : {}),
    ...(trustedProxies ? { trustedProxies } : {}),
  });
  const metrics = addHealth(app, db);
  measureLive(metrics, live.figures);
  addLive(app, { hub: live, ...(origin ? { origin } : {}), ...(hosts ? { hosts } : {}) });
  return { app, specs, metrics };
}
