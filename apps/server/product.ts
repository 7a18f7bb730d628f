import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { addAccessRoutes } from '#areas/access/access.server.ts';
import { addMissingModules, shippedModules } from '#areas/access/modules.ts';
import { createPasswords, type Passwords } from '#areas/access/passwords.ts';
import { addSetupRoutes } from '#areas/access/setup.ts';
import { createThrottle } from '#areas/access/throttle.ts';
import { checks } from '#areas/checks.ts';
import { guards } from '#areas/guards.ts';
import { catalogues as shippedCatalogues } from '#areas/contracts.ts';
import { addAreaRoutes } from '#areas/servers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { inputSchema } from '#kit/contract/input.ts';
import { createAnswers } from '#kit/server/catalogue/answers.ts';
import { createRegistry } from '#kit/server/catalogue/registry.ts';
import { catalogueParts, isLiveIn } from '#kit/server/catalogue/parts.ts';
import { addCatalogueRoutes } from '#kit/server/catalogue/routes.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addTrashRoute } from '#kit/server/catalogue/trash.ts';
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
import { addDocs } from '#kit/server/http/docs.ts';
import { addHealth } from '#kit/server/http/health.ts';
import { openApiDocument } from '#kit/server/http/openapi.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { createServer } from '#kit/server/http/server.ts';
import { addWebApp } from '#kit/server/http/web-app.ts';
import { asReachable } from '#kit/server/sessions/client-reach.ts';
import { createSessionIssuer, type SessionIssuer } from '#kit/server/sessions/issue.ts';
import { createSessionStore, loadSession, type SessionStore } from '#kit/server/sessions/session.ts';
import { giveUpImport, importStep } from '#kit/server/import/job.ts';
import { addImportRoutes } from '#kit/server/import/routes.ts';
import { createJobs, type Jobs } from '#kit/server/jobs.ts';
import { ownVersions, sharedVersions } from '#kit/server/versions.ts';
import { loadSecret } from './secrets.ts';

export interface ProductOptions {
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
  jobs: Jobs;
  /** Plans the recurring jobs; to be called once before `jobs.start()`. */
  planJobs(): Promise<void>;
  close(): Promise<void>;
}

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

  const sessions = createSessionStore({ clock, load: asReachable(loadSession(db), catalogues) });
  const issuer = createSessionIssuer({ db, clock, key: await loadSecret(dataDir, 'session.key'), store: sessions });
  const passwords = await createPasswords(await loadSecret(dataDir, 'password.key'));
  const throttle = createThrottle(db);
  const master = await loadMasterKey(join(dataDir, 'keys'), options.fileKey);
  const files = await openFileStore({
    directory: join(dataDir, 'files'),
    masterKey: master.key,
    keyId: master.keyId,
    db,
    clock,
    log,
  });
  const kit: CatalogueKit = {
    db,
    clock,
    files,
    registry: createRegistry(catalogues),
    versions: options.alone ? ownVersions() : sharedVersions(db),
    answers: createAnswers(),
    checks,
    guards,
  };

  const { app, specs } = await createServer({
    sessions,
    log: options.log,
    secure: options.secure,
    ...(options.hosts ? { hosts: options.hosts } : {}),
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
  });
  addHealth(app, db);
  addAccessRoutes(app, { db, clock, passwords, throttle, issuer, sessions, secure: options.secure });
  addSetupRoutes(app, { db, clock, passwords });
  const parts = catalogues.map((definition) => catalogueParts(kit, definition));
  addFileRoute(app, files, isLiveIn(parts));
  const planSweep = async (db: Queryable, now: Date) => {
    const runAt = new Date(Math.floor(now.getTime() / sweepEveryMs + 1) * sweepEveryMs);
    await jobs.add(db, { name: 'sweep', runAt, key: runAt.toISOString() });
  };
  const jobs: Jobs = createJobs({
    db,
    clock,
    log,
    tasks: {
      import: (db, payload, now) => importStep(db, kit, parts, jobs, String(payload['batchId']), now),
      export: (db, payload, now) => exportStep(db, exports, String(payload['exportId']), now),
      /** Removes what has ended: sessions, tries, kept answers, files nobody refers to, exports. */
      sweep: async (db, _, now) => {
        await issuer.sweep();
        await throttle.sweep(now);
        await db.query('delete from idempotency where created_at < $1', [
          new Date(now.getTime() - 86_400_000).toISOString(),
        ]);
        await files.sweep();
        await db.query('delete from import_row using import_batch b where b.id = batch_id and b.at < $1', [
          new Date(now.getTime() - importKeptMs).toISOString(),
        ]);
        await sweepExports(db, now);
        await planSweep(db, now);
      },
    },
    givenUp: {
      import: (db, payload, now) => giveUpImport(db, String(payload['batchId']), now),
      export: (db, payload, now) =>
        failExport(db, String(payload['exportId']), 'It could not be made, though it was tried several times', now),
    },
  });
  const exports: ExportKit = {
    db,
    clock,
    registry: kit.registry,
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
  addAreaRoutes(app, kit);
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
      'dashboard',
      'history',
      'trash',
      'exports',
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
    jobs,
    planJobs: () => transact(db, everything, (db) => planSweep(db, clock.now())),
    async close() {
      await app.close();
      await jobs.stop();
      await db.close();
    },
  };
}

/** The second wall between organisations stands only while the runtime role cannot step over it. */
async function refuseBypass(db: Database): Promise<void> {
  const [role] = await db.query<{ name: string; over: boolean; owns: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as over,
       exists (select 1 from pg_class c where c.relname = 'account' and pg_has_role(current_user, c.relowner, 'member')) as owns
     from pg_roles where rolname = current_user`,
  );
  if (role?.over || role?.owns)
    throw new Error(
      `The database role ${role.name} could bypass row security. DATABASE_URL must name a role that is no superuser, has no BYPASSRLS and does not own the tables`,
    );
}
