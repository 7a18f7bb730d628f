import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { systemClock } from '#kit/server/clock.ts';
import { createProduct, type Product } from '../product.ts';

// The product with its gateway in a process of its own, so that it can be killed.

export interface TrackedOrder {
  kind: 'start' | 'settle';
  database: ConnectionConfig;
  dataDir: string;
  ports: Readonly<Record<string, number | 'auto'>>;
}

let product: Product | undefined;

async function obey({ kind, database, dataDir, ports }: TrackedOrder): Promise<Readonly<Record<string, number>>> {
  if (kind === 'settle') {
    await product?.tracking?.catchUp();
    return {};
  }
  product = await createProduct({
    database,
    dataDir,
    clock: systemClock,
    alone: true,
    demo: true,
    secure: false,
    log: false,
    tracking: { ports, host: '127.0.0.1', busyPort: 'fail', kept: { positions: 90, frames: 30 } },
  });
  await product.app.ready();
  await product.tracking?.start();
  return product.tracking?.ports ?? {};
}

process.on('message', (order: TrackedOrder) => {
  obey(order)
    .then((answer) => process.send?.(answer))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
// A parent that was killed leaves nothing behind.
process.on('disconnect', () => process.exit());
