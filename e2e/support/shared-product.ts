import { createProduct } from '#apps/server/product.ts';
import { systemClock } from '#kit/server/clock.ts';

/**
 * A product of several that share a database: SHARED holds its connection and its data folder as JSON; `alone` makes it believe
 * that it is the only one, `web` is the folder of a web app that it serves.
 */
const { database, dataDir, alone, web, port } = JSON.parse(process.env['SHARED'] ?? '{}');
const product = await createProduct({
  database,
  dataDir,
  clock: systemClock,
  alone,
  demo: true,
  secure: false,
  log: false,
  ...(web ? { webDirectory: web } : {}),
});
await product.app.listen({ port: port ?? 0, host: '127.0.0.1' });
const address = product.app.server.address();
process.stdout.write(`ready http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`);
process.on('SIGTERM', () => void product.close().then(() => process.exit(0)));
