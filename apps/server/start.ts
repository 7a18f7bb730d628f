import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { prepareFirstAdmin } from '#areas/identity/accounts/setup.routes.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { hasDemo, loadDemo, loadReference } from '#db/seed/run.ts';
import { systemClock } from '#kit/server/clock.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { loopbackNames } from '#kit/server/http/site.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { buildWeb } from '#tools/build-web.ts';
import { openBackups } from './backups.ts';
import { type Config, proxyAdvice, readConfig } from './config.ts';
import { loadDemoRoads } from './demo-roads.ts';
import { type DemoTraffic, startDemoTraffic } from './demo-traffic.ts';
import { createLogOutput } from './log-output.ts';
import { createProduct } from './product.ts';
import { openTracing } from './telemetry.ts';

const root = join(import.meta.dirname, '../..');
const output = createLogOutput(1);
const say = (line: string) => output.write(`${line}\n`);

/** Starts what is needed for a database: the user's own, or ours in the data folder. */
async function openServer(config: Config) {
  if (config.database) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    return { ...config.database, isDiskFull: () => false, stop: async () => undefined };
  }
  return startPostgres({ dataDir: config.dataDir, log: (line) => say(`postgres: ${line}`) });
}

async function main(): Promise<void> {
  const config = readConfig(process.env, { demo: process.argv.includes('--demo') });
  const webDirectory = await buildWeb(root, say);
  const server = await openServer(config);
  try {
    await serve(config, server, webDirectory);
  } catch (error) {
    // A start that fails leaves no database running behind it.
    await server.stop();
    throw error;
  }
}

async function serve(
  config: Config,
  server: Awaited<ReturnType<typeof openServer>>,
  webDirectory: string,
): Promise<void> {
  const clock = systemClock;
  const directory = join(root, 'db/migrations');
  await migrate(server.owner, { directory, app: server.app, log: say });

  const backups = await openBackups(config, 'superuser' in server ? server : undefined, clock, say);

  // Without PUBLIC_URL the port stands here once it is known.
  let shown = config.publicUrl?.origin ?? `http://localhost:${config.port}`;
  const secure = config.publicUrl?.protocol === 'https:';
  const tracing = config.telemetry && (await openTracing(config.telemetry));
  const product = await createProduct({
    ...(tracing ? { tracing } : {}),
    database: server.app,
    dataDir: config.dataDir,
    clock,
    alone: config.database === undefined,
    demo: config.demo,
    secure,
    trustedProxies: config.trustedProxies,
    mail: config.mail,
    tracking: config.tracking,
    maps: config.maps,
    ...(config.payments ? { payments: config.payments } : {}),
    ...(config.publicUrl ? { origin: config.publicUrl.origin } : {}),
    // On this machine only: whoever is led here under another name has no business here.
    ...(config.publicUrl ? {} : { hosts: loopbackNames }),
    ...(config.natsUrl ? { natsUrl: config.natsUrl } : {}),
    ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
    ...(config.apiOrigins ? { apiOrigins: config.apiOrigins } : {}),
    ...(config.fileKey ? { fileKey: config.fileKey } : {}),
    ...(config.firebaseProjectId ? { firebaseProjectId: config.firebaseProjectId } : {}),
    publicBase: () => shown,
    log: pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] }, output),
    attention: () => [
      ...(server.isDiskFull()
        ? [{ name: 'disk_full', text: 'The disk of the database is nearly full: nothing is saved until there is room' }]
        : []),
      ...backups.attention(),
    ],
    measure: (register) => backups.measure(register),
    webDirectory,
  });
  await loadReference(product.db, clock.now());
  if (!config.demo && (await hasDemo(product.db)))
    throw new Error(
      'This database holds the demo’s accounts, whose password is public. Give npm run serve another DATA_DIR',
    );
  if (config.demo) {
    await loadDemoRoads(product.kit);
    await loadDemo(product.db, product.passwords, clock.now());
    await loadDemoFleet(product.kit);
  }
  const setupToken = config.demo
    ? undefined
    : await prepareFirstAdmin({ db: product.db, clock, passwords: product.passwords }, config.admin);

  await product.planJobs();
  product.jobs.start();
  product.sealer.start(1_000);
  product.refused.start(1_000);

  let traffic: DemoTraffic | undefined;
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`${signal}: finishing what is under way`);
    // Whatever hangs, the process ends: acknowledged writes are safe in the database.
    setTimeout(() => process.exit(1), 45_000).unref();
    // What has not come to its end by then is a connection that sends nothing.
    setTimeout(() => product.app.server.closeAllConnections(), 5_000).unref();
    await traffic?.stop();
    await Promise.race([product.close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
    await backups.stop();
    await server.stop();
    // A receiver that is away keeps nobody.
    await Promise.race([tracing?.close().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 2_000))]);
    await output.flush(500);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  await product.tracking?.start();
  await product.app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(`port ${config.port} is taken by another program. Stop that one, or set PORT to another number`);
    throw error;
  });
  const address = product.app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  shown = config.publicUrl?.origin ?? `http://localhost:${port}`;
  if (setupToken) say(`No administrator yet. Open this link once: ${shown}/setup#${setupToken}`);
  const listeners = Object.entries(product.tracking?.ports ?? {}).map(([name, port]) => `${name} ${port}`);
  if (listeners.length > 0) say(`devices at ${config.tracking.host}: ${listeners.join(', ')}`);
  for (const line of proxyAdvice(config)) say(line);
  say(`ready ${shown}`);
  if (config.traffic && product.tracking)
    traffic = await startDemoTraffic(product.db, {
      host: config.tracking.host,
      ports: product.tracking.ports,
      now: () => clock.now().getTime(),
    });
}

main().catch(async (error: unknown) => {
  const errors = createLogOutput(2);
  errors.write(`Roadkeeper did not start: ${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) errors.write(`${error.stack}\n`);
  await Promise.all([output.flush(500), errors.flush(500)]);
  process.exit(1);
});
