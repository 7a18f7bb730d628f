import '../node-version.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#apps/server/config.ts';
import { createProduct } from '#apps/server/product.ts';
import { systemClock } from '#kit/server/clock.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { runningDatabase } from '#kit/server/postgres/running.ts';

// Reads kept frames again by the readers of this version, and stores the fixes that are missing. Nothing else may listen to devices meanwhile.

const usage =
  'npm run reread -- [--device IDENTIFIER] [--protocol gt06] [--from 2026-11-20T00:00:00Z] [--to …] [--dry-run]\n';

function refuse(why: string): never {
  process.stderr.write(`${why}\n${usage}`);
  process.exit(2);
}

function timeOf(name: string, text: string | undefined): { [name: string]: number } {
  if (text === undefined) return {};
  const time = Date.parse(text);
  return Number.isNaN(time) ? refuse(`--${name} is a time`) : { [name]: time };
}

async function openServer(dataDir: string) {
  const running = await runningDatabase(dataDir);
  if (running) return { app: running, stop: async () => undefined };
  if (!existsSync(join(dataDir, 'postgres-passwords.json')))
    return refuse(`There is no database in ${dataDir}. Set DATA_DIR to the folder that Roadkeeper runs on`);
  const server = await startPostgres({ dataDir, log: () => undefined });
  return { app: server.app, stop: () => server.stop() };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      device: { type: 'string' },
      protocol: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  // Before a server is started: whoever is refused leaves none behind.
  const asked = {
    ...(values.device === undefined ? {} : { identifier: values.device }),
    ...(values.protocol === undefined ? {} : { protocol: values.protocol }),
    ...timeOf('from', values.from),
    ...timeOf('to', values.to),
    isDry: values['dry-run'],
  };
  const config = readConfig(process.env, { demo: false });
  const server = config.database
    ? { app: config.database.app, stop: async () => undefined }
    : await openServer(config.dataDir);
  try {
    const product = await createProduct({
      database: server.app,
      dataDir: config.dataDir,
      clock: systemClock,
      alone: false,
      demo: false,
      secure: false,
      log: false,
      tracking: { ...config.tracking, ports: {} },
      ...(config.fileKey ? { fileKey: config.fileKey } : {}),
    });
    try {
      await product.tracking?.start();
      const done = await product.tracking?.reread(asked);
      if (done) process.stdout.write(`${JSON.stringify(done)}\n`);
      else {
        process.stderr.write('Roadkeeper listens to devices just now: stop it, run this, and start it again\n');
        process.exitCode = 2;
      }
    } finally {
      await product.close();
    }
  } finally {
    await server.stop();
  }
}

await main();
