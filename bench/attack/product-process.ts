import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createProduct } from '#apps/server/product.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { loadDemo } from '#db/seed/run.ts';
import { systemClock } from '#kit/server/clock.ts';
import { serveParent } from '../child.ts';
import { serveLoop } from './loop.ts';

/** The product as `npm start` wires it, with the demo's fleet; its event loop is told of at a port of its own. */
serveParent(async ({ database, dataDir }) => {
  const product = await createProduct({
    database,
    dataDir,
    clock: systemClock,
    alone: true,
    demo: true,
    secure: false,
    // Emails may come in, so that strangers can send long ones.
    mail: { incoming: { secret: randomBytes(32).toString('hex') } },
    // Faults only.
    log: pino({ level: 'error' }, pino.destination(2)),
  });
  await loadDemo(product.db, product.passwords, systemClock.now());
  await loadDemoFleet(product.kit);
  await product.planJobs();
  product.jobs.start();
  product.sealer.start(1_000);
  product.refused.start(1_000);
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const address = product.app.server.address();
  const loop = await serveLoop();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    ports: { loop: loop.port },
    async close() {
      loop.close();
      product.app.server.closeAllConnections();
      await product.close();
    },
  };
});
