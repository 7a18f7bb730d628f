import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import {
  addAccessRoutes,
  addImpersonationRoutes,
  type Firebase,
  sweepImpersonations,
  withNewAccounts,
} from '#areas/access/access.server.ts';
import { forgottenJob, mailForgotten } from '#areas/access/forgotten.ts';
import { addMissingModules, shippedModules, tablesOfRights } from '#areas/access/modules.ts';
import { createPasswords, type Passwords } from '#areas/access/passwords.ts';
import { sweepLinks } from '#areas/access/password-link.ts';
import { addSetupRoutes } from '#areas/access/setup.ts';
import { createThrottle } from '#areas/access/throttle.ts';
import { checks } from '#areas/checks.ts';
import {
  nightJob,
  nightTask,
  planNight,
  recheckJob,
  recheckTask,
  releaseLeft,
  withPapers,
} from '#areas/documents/documents.server.ts';
import { guards } from '#areas/guards.ts';
import { catalogues as shippedCatalogues } from '#areas/contracts.ts';
import { createMail, type Mail, mailJob, type MailKit } from '#areas/mail/mail.server.ts';
import {
  addDriverRoutes,
  createDriverQuestions,
  sweepInvitations,
  sweepQuestions,
  withDriverQuestions,
} from '#areas/people/people.server.ts';
import { addProofRoutes } from '#areas/records/records.server.ts';
import { addAreaRoutes } from '#areas/servers.ts';
import { createTracking, type Tracking, type TrackingSettings } from '#areas/tracking/tracking.server.ts';
import { settleDue } from '#areas/vehicles/vehicles.server.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { inputSchema } from '#kit/contract/input.ts';
import { createAnswers } from '#kit/server/catalogue/answers.ts';
import { createRegistry } from '#kit/server/catalogue/registry.ts';
import { catalogueParts, isLiveIn } from '#kit/server/catalogue/parts.ts';
import { addCatalogueRoutes } from '#kit/server/catalogue/routes.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addTrashRoute } from '#kit/server/catalogue/trash.ts';
import { type CappedActs, createCappedActs } from '#kit/server/capped-acts.ts';
import { checkJob, checkStep, dailyCheck, failCheck } from '#kit/server/chain/check.ts';
import { createSealer, type Sealer } from '#kit/server/chain/sealer.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { type Database, everything, openDatabase, type Queryable, transact } from '#kit/server/db/database.ts';
import { addExportRoutes } from '#kit/server/export/routes.ts';
import { exportStep } from '#kit/server/export/step.ts';
import { type ExportKit, failExport } from '#kit/server/export/store.ts';
import { sweepExports } from '#kit/server/export/sweep.ts';
import { addFileRoute } from '#kit/server/files/route.ts';
import { loadMasterKey } from '#kit/server/files/seal.ts';
import { openFileStore } from '#kit/server/files/store.ts';
import { productWriter } from '#kit/server/history.ts';
import { addDocs } from '#kit/server/http/docs.ts';
import { addHealth } from '#kit/server/http/health.ts';
import { openApiDocument } from '#kit/server/http/openapi.ts';
import { tellRefused } from '#kit/server/http/refused-call.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { createServer } from '#kit/server/http/server.ts';
import { addWebApp } from '#kit/server/http/web-app.ts';
import { createSealedTexts } from '#kit/server/sealed.ts';
import { createSessionIssuer, type SessionIssuer } from '#kit/server/sessions/issue.ts';
import { createSessionStore, loadLiveSessions, loadSession, type SessionStore } from '#kit/server/sessions/session.ts';
import { giveUpImport, importStep } from '#kit/server/import/job.ts';
import { addImportRoutes } from '#kit/server/import/routes.ts';
import { createJobs, type Jobs } from '#kit/server/jobs.ts';
import { bumpAll, markAll, ownVersions, sharedVersions, withListener } from '#kit/server/versions.ts';
import { tellChanges } from '#kit/server/live/changes.ts';
import { addLive } from '#kit/server/live/door.ts';
import { measureLive } from '#kit/server/live/figures.ts';
import { createHub } from '#kit/server/live/hub.ts';
import type { LiveLimits } from '#kit/server/live/limits.ts';
import { accessMail, impersonationMail } from './access-mail.ts';
import { type AccessOptions, createAccess, firebaseOf } from './access.ts';
import { refuseBypass } from './runtime-role.ts';
import { loadSecret, subkey } from './secrets.ts';

export interface ProductOptions extends AccessOptions {
  database: ConnectionConfig;
  dataDir: string;
  clock: Clock;
  /** True when this process is the only one that writes: then it knows by itself when remembered answers are old. */
  alone: boolean;
  demo: boolean;
  secure: boolean;
  trustedProxies?: number;
  /** See ServerOptions. */
  hosts?: readonly string[];
  fileKey?: string;
  log: FastifyBaseLogger | false;
  /** Folder of the built web app; left out, only the API is served. */
  webDirectory?: string;
  catalogues?: readonly AnyCatalogue[];
  /** Rows that one step of an export writes. Default 2,000. */
  exportStepRows?: number;
  /** Address that people type, for links in mails. Left out: this machine, at the port it listens on. */
  origin?: string;
  /** How mails leave. Left out: they do not, and are kept. */
  mail?: Partial<Pick<MailKit, 'from' | 'smtp' | 'timeouts'>>;
  /** Other bounds than usual for the live hub. */
  live?: Partial<LiveLimits>;
  /** Where devices are listened to. Left out: nowhere. */
  tracking?: TrackingSettings;
}

/** The product, wired and ready to listen. */
export interface Product {
  app: FastifyInstance;
  specs: readonly RouteSpec[];
  db: Database;
  kit: CatalogueKit;
  passwords: Passwords;
  issuer: SessionIssuer;
  sessions: SessionStore;
  firebase: Firebase;
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

const assignmentJob = 'assignments';
const sweepEveryMs = 10 * 60_000;
/** How long an import can be taken back and its report read. */
const importKeptMs = 30 * 86_400_000;

export async function createProduct(options: ProductOptions): Promise<Product> {
  const { clock, dataDir } = options;
  const log = (line: string) => options.log && options.log.warn(line);
  const db = openDatabase(options.database, { log });
  await refuseBypass(db);
  const catalogues = options.catalogues ?? shippedCatalogues;
  await transact(db, everything, (db) => addMissingModules(db, shippedModules(catalogues)));

  const lookOnly = new Set(['module', ...catalogues.filter(({ sensitive }) => sensitive).map(({ path }) => path)]);
  const sessions = createSessionStore({
    clock,
    load: loadSession(db, lookOnly),
    loadLive: loadLiveSessions(db, lookOnly),
  });
  const issuer = createSessionIssuer({ db, clock, key: await loadSecret(dataDir, 'session.key'), store: sessions });
  const passwords = await createPasswords(await loadSecret(dataDir, 'password.key'));
  const throttle = createThrottle(db);
  const sealer = createSealer({ db, clock, dataDir, log });
  const refused = createCappedActs({ db, clock, log });
  const master = await loadMasterKey(join(dataDir, 'keys'), options.fileKey);
  const files = await openFileStore({
    directory: join(dataDir, 'files'),
    masterKey: master.key,
    keyId: master.keyId,
    db,
    clock,
    log,
  });
  const live = createHub({ sessions, clock, log, ...(options.live ? { limits: options.live } : {}) });
  const changes = tellChanges(live, catalogues, options.alone ? ownVersions() : sharedVersions(db));
  const firebase = firebaseOf(options, clock);
  const sealed = createSealedTexts(master.key);
  const questions = createDriverQuestions(db);
  const kit: CatalogueKit = {
    db,
    clock,
    files,
    live,
    registry: createRegistry(catalogues),
    sealed,
    // What a person may do acts on the next request, and who lost the right to act as somebody does not get it back.
    versions: withListener(changes.versions, tablesOfRights, () => {
      sessions.forgetAll();
      void transact(db, everything, (db) => sweepImpersonations(db, clock.now())).catch(() => undefined);
    }),
    answers: createAnswers(),
    checks,
    guards: withDriverQuestions(
      withNewAccounts(
        withPapers(guards, sealed, (db, job) => jobs.add(db, job)),
        () => access,
        firebase,
      ),
      () => ({ sealed: kit.sealed, questions }),
    ),
  };

  const mail = createMail({
    db,
    clock,
    log,
    masterKey: master.key,
    origin: () => options.origin ?? localOrigin(app),
    from: { name: 'Roadkeeper', address: 'no-reply@localhost' },
    ...options.mail,
    jobs: { add: (db, job) => jobs.add(db, job), wake: () => jobs.wake() },
  });

  const { app, specs } = await createServer({
    sessions,
    log: options.log,
    secure: options.secure,
    refused: tellRefused(refused, clock),
    onceKey: subkey(master.key, 'fingerprints of requests'),
    ...(options.hosts ? { hosts: options.hosts } : {}),
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
  });
  const register = addHealth(app, db);
  measureLive(register, live.figures);
  const { database, tracking: settings } = options;
  const { versions } = kit;
  const tracking = settings ? createTracking({ database, db, clock, log, sealed, versions, register, settings }) : null;
  addLive(app, {
    hub: live,
    ...(options.origin ? { origin: options.origin } : {}),
    ...(options.hosts ? { hosts: options.hosts } : {}),
  });
  addSetupRoutes(app, { db, clock, passwords });
  const parts = catalogues.map((definition) => catalogueParts(kit, definition));
  const people = parts.map(({ reads }) => reads).filter(({ definition }) => definition.base === 'account');
  addImpersonationRoutes(app, { db, clock, sessions, people, notify: impersonationMail(mail) });
  addFileRoute(app, files, isLiveIn(parts));
  const planSweep = async (db: Queryable, now: Date) => {
    const runAt = new Date(Math.floor(now.getTime() / sweepEveryMs + 1) * sweepEveryMs);
    await jobs.add(db, { name: 'sweep', runAt, key: runAt.toISOString() });
  };
  const planAssignments = (db: Queryable, now: Date) => {
    const runAt = new Date(Math.floor(now.getTime() / 60_000 + 1) * 60_000);
    return jobs.add(db, { name: assignmentJob, runAt, key: runAt.toISOString() });
  };
  const jobs: Jobs = createJobs({
    db,
    clock,
    log,
    tasks: {
      [mailJob]: (db, _, now) => mail.take(db, now),
      import: (db, payload, now) => importStep(db, kit, parts, jobs, String(payload['batchId']), now),
      [forgottenJob]: (db, payload) => mailForgotten(db, access, payload),
      export: (db, payload, now) => exportStep(db, exports, String(payload['exportId']), now),
      [nightJob]: (db, payload, now) => nightTask(kit, jobs, mail)(db, payload, now),
      [recheckJob]: (db, payload, now) => recheckTask(kit, jobs)(db, payload, now),
      [checkJob]: (db, payload, now) => checkStep(db, jobs, String(payload['checkId']), now, log),
      /** Periods of drivers that begin or end in this minute. */
      [assignmentJob]: async (db, _, now) => {
        const touched = await settleDue(db, now);
        await planAssignments(db, now);
        await markAll(kit.versions, db, touched);
        return () => bumpAll(kit.versions, touched);
      },
      /** Removes what has ended: sessions, tries, kept answers, files nobody refers to, exports. */
      sweep: async (db, _, now) => {
        await issuer.sweep();
        await sweepImpersonations(db, now);
        await throttle.sweep(now);
        await sweepLinks(db, now);
        await sweepInvitations(db, productWriter(now));
        await sweepQuestions(db, now);
        await db.query('delete from idempotency where created_at < $1', [
          new Date(now.getTime() - 86_400_000).toISOString(),
        ]);
        await files.sweep();
        await db.query('delete from import_row using import_batch b where b.id = batch_id and b.at < $1', [
          new Date(now.getTime() - importKeptMs).toISOString(),
        ]);
        await sweepExports(db, now);
        await releaseLeft(db, now);
        await mail.sweep(db, now);
        await dailyCheck(db, jobs, dataDir, now).catch((error: Error) => log(`history: not checked: ${error.message}`));
        await planSweep(db, now);
      },
    },
    givenUp: {
      import: (db, payload, now) => giveUpImport(db, String(payload['batchId']), now),
      export: (db, payload, now) =>
        failExport(db, String(payload['exportId']), 'It could not be made, though it was tried several times', now),
      [checkJob]: (db, payload, now) => failCheck(db, String(payload['checkId']), now),
    },
  });
  await transact(db, everything, (db) => mail.prepare(db, options.alone));
  const access = await createAccess(
    { sendMail: accessMail(mail), publicBase: mail.origin, ...options },
    { db, clock, versions: kit.versions, passwords, throttle, issuer, sessions, jobs, refused, secure: options.secure },
  );
  addAccessRoutes(app, access);
  const exports: ExportKit = {
    db,
    clock,
    registry: kit.registry,
    sealed: kit.sealed,
    parts,
    jobs,
    masterKey: master.key,
    stepRows: options.exportStepRows ?? 2_000,
  };
  for (const one of parts) {
    addCatalogueRoutes(app, kit, one);
    if (!one.definition.ownWrites) addImportRoutes(app, kit, one, jobs);
  }
  addExportRoutes(app, kit, exports);
  addTrashRoute(app, kit, parts);
  addAreaRoutes(app, kit, mail);
  if (catalogues.some(({ path }) => path === 'drivers')) addDriverRoutes(app, kit, mail, questions);
  addProofRoutes(app, { kit, jobs, dataDir });
  const bodies = new Map(
    catalogues.flatMap((definition) => {
      const schema = inputSchema(definition);
      const names = Object.keys(definition.fields);
      const body = { schema, files: names.filter((name) => definition.fields[name].kind === 'file') };
      return [
        [`POST /${definition.path}`, body],
        [`PUT /${definition.path}/{id}`, body],
      ] as const;
    }),
  );
  addDocs(app, () => openApiDocument(specs, bodies, '1'));
  if (options.webDirectory) {
    const routes = [
      'login',
      'setup',
      'forgot',
      'reset',
      'profile',
      'dashboard',
      'history',
      'trash',
      'exports',
      'mail',
      'impersonation',
      'ownership-transfer',
      'module',
      'access',
      'document-review',
      'obligations',
      'vehicle-trips',
      'vehicle-invitation',
      'invited',
      'doctor-report',
      'device-health',
      ...catalogues.map((definition) => definition.path),
    ];
    await addWebApp(app, { directory: options.webDirectory, routes, demo: options.demo });
  }

  return {
    app,
    specs,
    db,
    kit,
    passwords,
    issuer,
    sessions,
    firebase,
    jobs,
    mail,
    tracking,
    sealer,
    refused,
    planJobs: () =>
      transact(db, everything, async (db) => {
        await planSweep(db, clock.now());
        await planAssignments(db, clock.now());
        await planNight(db, jobs, clock.now());
      }),
    async close() {
      await tracking?.close();
      changes.stop();
      await app.close();
      await jobs.stop();
      await mail.stop();
      await refused.stop();
      await sealer.stop();
      await db.close();
    },
  };
}

function localOrigin(app: FastifyInstance): string {
  const address = app.server.address();
  return `http://localhost:${typeof address === 'object' && address ? address.port : 3000}`;
}
