import { createProduct } from '#apps/server/product.ts';
import { systemClock } from '#kit/server/clock.ts';
import { serveParent } from './child.ts';

/** The product as `npm start` wires it, with its gateway on free ports. */
serveParent(async ({ database, dataDir }) => {
  const product = await createProduct({
    database,
    dataDir,
    clock: systemClock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    tracking: {
      ports: { gt06: 'auto', teltonika: 'auto', osmand: 'auto' },
      host: '127.0.0.1',
      busyPort: 'fail',
      kept: { positions: 90, frames: 30 },
    },
  });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  await product.tracking?.start();
  const address = product.app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    ports: product.tracking?.ports ?? {},
    close: () => product.close(),
  };
});
