import { createKeyCalls } from '#areas/integrations/integrations.server.ts';
import type { CappedActs } from '#kit/server/capped-acts.ts';
import { measureClients } from '#kit/server/http/clients/metrics.ts';
import { addHealth } from '#kit/server/http/health.ts';
import { recordRefused } from '#kit/server/http/refused-call.ts';
import { createServer } from '#kit/server/http/server.ts';
import { subkey } from '#kit/server/keys.ts';
import { addLive } from '#kit/server/live/endpoint.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import { measureLive } from '#kit/server/live/metrics.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import { measurePools, measureTurns } from '#kit/server/turns/metrics.ts';
import type { ProductOptions } from '../options.ts';
import type { Base } from './base.ts';
import { browserNames } from './identity.ts';

/** The HTTP server with what belongs to no area: health, measurements and the live endpoint. Nothing listens yet. */
export async function openHttp(
  {
    log,
    secure,
    hosts,
    trustedProxies,
    origin,
    attention,
    measure,
    metricsToken,
    apiOrigins,
    tracing,
    clients: limits,
  }: ProductOptions,
  {
    db,
    rooms,
    clock,
    masterKey,
    sessions,
    refused,
    live,
  }: Base & { sessions: SessionStore; refused: CappedActs; live: Hub },
) {
  const { app, specs, clients, lanes } = await createServer({
    sessions,
    log,
    secure,
    refused: recordRefused(refused, clock),
    keyCalls: createKeyCalls({ db, clock }),
    browserOf: browserNames(masterKey, secure).of,
    onceKey: subkey(masterKey, 'fingerprints of requests'),
    ...(hosts ? { hosts } : {}),
    ...(origin ? { origin } : {}),
    ...(trustedProxies ? { trustedProxies } : {}),
    ...(apiOrigins ? { apiOrigins } : {}),
    ...(limits ? { limits } : {}),
    ...(tracing ? { tracing } : {}),
  });
  const metrics = addHealth(app, db, { attention, token: metricsToken });
  measure?.(metrics);
  measureLive(metrics, live.figures);
  measureClients(metrics, clients);
  const { quick, long, searches } = rooms;
  measureTurns(metrics, { 'quick connections': quick, 'long connections': long, searches, ...lanes.turns });
  measurePools(metrics, rooms.pools);
  addLive(app, live);
  return { app, specs, metrics };
}
