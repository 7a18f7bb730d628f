import type { FastifyInstance } from 'fastify';
import { areas as shippedAreas } from '#areas/areas.ts';
import { createAlarmFollower } from '#areas/alarms/alarms.server.ts';
import { createFenceFollower } from '#areas/geofences/geofences.server.ts';
import { createSosFollower } from '#areas/incidents/incidents.server.ts';
import type { IdentityParts } from '#areas/identity/identity.server.ts';
import type { Mail } from '#areas/mail/mail.server.ts';
import { createSpeedingTiers } from '#areas/speeding/speeding.server.ts';
import { createMoves, createTracking, type Tracking } from '#areas/trips/trips.server.ts';
import { openPayments } from '#areas/wallet/wallet.server.ts';
import { cataloguesOf, pagesOf } from '#kit/contract/area.ts';
import { chartsOf, dutiesOf, topicsOf, workOf } from '#kit/server/areas/area-parts.ts';
import { measureCaches } from '#kit/server/bounded/bounded-cache.ts';
import { type CappedActs, createCappedActs } from '#kit/server/capped-acts.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { createSealer, type Sealer } from '#kit/server/chain/sealer.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { connectEvents } from '#kit/server/events.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { createHub } from '#kit/server/live/hub.ts';
import { jobQueues, measureQueues } from '#kit/server/queues.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import type { ProductOptions } from './options.ts';
import { openBase } from './parts/base.ts';
import { catalogueCalls } from './parts/catalogue-calls.ts';
import { followChanges } from './parts/changes.ts';
import { openHttp } from './parts/http.ts';
import { openIdentity } from './parts/identity.ts';
import { createLateJobs, planSweep } from './parts/jobs.ts';
import { openKit } from './parts/kit.ts';
import { openMail } from './parts/mail.ts';
import { addPages } from './parts/pages.ts';
import type { ServedArea } from './parts/served.ts';
import { openSessions } from './parts/sessions.ts';

export type { ProductOptions } from './options.ts';

/** The product, wired and ready to listen. */
export interface Product extends Pick<IdentityParts, 'passwords' | 'issuer'> {
  app: FastifyInstance;
  specs: readonly RouteSpec[];
  db: Database;
  kit: CatalogueKit;
  sessions: SessionStore;
  jobs: Jobs;
  mail: Mail;
  /** Listens to devices once it is started; null without `tracking`. */
  tracking: Tracking | null;
  /** Chains the history. */
  sealer: Sealer;
  /** Refused sign-ins and calls on their way to the history. */
  refused: CappedActs;
  /** Plans the recurring jobs; to be called once before `jobs.start()`. */
  planJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Puts the product together: what everything stands on, then the areas on top of it, in the order of areas.ts. */
export async function createProduct(options: ProductOptions): Promise<Product> {
  const areas: readonly ServedArea[] = [catalogueCalls, ...(options.areas ?? shippedAreas)];
  const contracts = areas.map(({ contract }) => contract);
  const definitions = options.catalogues ?? cataloguesOf(contracts);
  connectEvents(areas.flatMap(({ listeners = [] }) => listeners));

  const base = await openBase(options);
  const { db, clock, log } = base;
  const late = createLateJobs(base);
  const sessions = openSessions(base, definitions);
  const live = createHub({ sessions, clock, log, ...(options.live ? { limits: options.live } : {}) });
  const changes = followChanges(base, sessions, live, areas, definitions);
  const refused = createCappedActs(base);
  const sealer = createSealer(base);
  const { app, specs, metrics } = await openHttp(options, { ...base, sessions, refused, live });
  const shared = { ...base, sessions, metrics, versions: changes.versions, jobs: late.jobs };
  const topics = topicsOf(areas);
  const mail = openMail(options, { ...shared, app, topics });
  const identity = await openIdentity(options, { ...shared, mail, refused });

  const parts = {
    ...shared,
    mail,
    identity,
    moves: createMoves(),
    positionDays: options.tracking?.kept.positions ?? null,
    maps: options.maps ?? {},
    payments: openPayments(options.payments, options.demo),
    webhooks: options.webhooks ?? {},
    push: options.push ?? {},
    exportStepRows: options.exportStepRows ?? 2_000,
  };
  const kit = openKit(parts, live, areas, definitions, options.caches);
  measureCaches(metrics, {
    answers: () => kit.answers.bytes,
    counts: () => kit.counts.bytes,
    thumbnails: () => kit.thumbnails.bytes,
  });
  measureQueues(metrics, base, [jobQueues, ...areas.flatMap(({ queues }) => (queues ? [queues] : []))]);
  const catalogues = definitions.map((definition) => catalogueParts(kit, definition));
  const product = {
    ...parts,
    kit,
    catalogues,
    pages: pagesOf(contracts),
    work: workOf(areas),
    charts: chartsOf(areas),
    duties: dutiesOf(areas),
    finds: areas.flatMap(({ finds = [] }) => finds),
    topics,
  };
  late.connect(areas, product);
  for (const { prepare } of areas) if (prepare) await transact(db, everything, (db) => prepare(db, product));
  for (const { routes } of areas) routes?.(app, product);
  const origins = areas.flatMap(({ contentOrigins }) => contentOrigins?.(product) ?? []);
  await addPages(app, options, specs, definitions, product.pages, origins);
  const tracking = options.tracking
    ? createTracking({
        ...parts,
        database: options.database,
        register: metrics,
        settings: options.tracking,
        followers: [
          // Emergencies first: what comes after them may take its time.
          (registry) => createSosFollower({ ...parts, versions: changes.versions, registry, places: kit.places, live }),
          (registry) =>
            createFenceFollower({ ...parts, versions: changes.versions, registry, places: kit.places, live }),
          (registry) => createAlarmFollower({ ...parts, versions: changes.versions, registry, places: kit.places }),
          (registry) => createSpeedingTiers({ ...parts, versions: changes.versions, registry, live }),
        ],
      })
    : null;

  return {
    app,
    specs,
    db,
    kit,
    sessions,
    passwords: identity.passwords,
    issuer: identity.issuer,
    jobs: late.jobs,
    mail,
    tracking,
    sealer,
    refused,
    planJobs: () =>
      transact(db, everything, async (db) => {
        await planSweep(db, late.jobs, clock.now());
        for (const { plan } of areas) await plan?.(db, product, clock.now());
      }),
    async close() {
      await tracking?.close();
      changes.stop();
      await app.close();
      for (const one of [late.jobs, mail, refused, sealer]) await one.stop();
      await base.relay.close();
      await db.close();
    },
  };
}
