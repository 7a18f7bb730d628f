import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createProduct } from '#apps/server/product.ts';
import { loadDemo } from '#db/seed/run.ts';
import { systemClock } from '#kit/server/clock.ts';
import { serveParent } from '../child.ts';

const webDirectory = join(import.meta.dirname, '../../dist/web');

/** The product with its gateway; one person may look from many windows. */
serveParent(async ({ database, dataDir }) => {
  const product = await createProduct({
    database,
    dataDir,
    clock: systemClock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    // Where a build is: a bench may look at a screen.
    ...(existsSync(webDirectory) ? { webDirectory } : {}),
    live: { socketsPerPerson: 1_000, ticketsPerSession: 1_000 },
    tracking: {
      ports: { teltonika: 'auto', gt06: 'auto' },
      host: '127.0.0.1',
      busyPort: 'fail',
      kept: { positions: 90, frames: 30 },
    },
  });
  await loadDemo(product.db, product.passwords, systemClock.now());
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  await product.tracking?.start();
  const address = product.app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    ports: product.tracking?.ports ?? {},
    close: async () => {
      product.app.server.closeAllConnections();
      await product.close();
    },
  };
});
