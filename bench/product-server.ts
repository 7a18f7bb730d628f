import { createProduct } from '#apps/server/product.ts';
import { catalogues } from '#areas/areas.ts';
import { loadDemo } from '#db/seed/run.ts';
import { systemClock } from '#kit/server/clock.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { promoteAskers } from './askers.ts';
import { serveParent } from './child.ts';
import { benchVehicle } from './vehicles.ts';

/** The product as `npm start` wires it, with one catalogue more where its table is. */
serveParent(async ({ database, dataDir }) => {
  // Made only where it is measured.
  const { rows } = await withClient(database, (client) =>
    client.query<{ there: boolean }>(`select to_regclass('bench_vehicle') is not null as there`),
  );
  const product = await createProduct({
    database,
    dataDir,
    clock: systemClock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    catalogues: rows[0]?.there ? [...catalogues, benchVehicle] : catalogues,
  });
  await loadDemo(product.db, product.passwords, systemClock.now());
  await promoteAskers(product.db);
  product.jobs.start();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const address = product.app.server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => product.close() };
});
