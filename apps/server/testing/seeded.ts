import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { manualClock } from '#kit/server/clock.ts';
import { patiently } from '#kit/server/db/patiently.ts';
import { type ClonedDatabase, cloneFilled, type Stocked } from '#kit/server/testing/database.ts';
import { createProduct } from '../product.ts';

interface Seeds {
  /** When the product of these rows began, ISO. */
  at: string;
  /** With the vehicles, drivers and papers of the demo. */
  fleet?: boolean;
}

/**
 * A database with reference data and the demo's accounts, and its keys and files at `dataDir`. Seeding takes a second or two and is
 * done once in a run for each moment; files get copies.
 */
export function cloneSeeded({ at, fleet = false }: Seeds, dataDir: string): Promise<ClonedDatabase> {
  const key = `${fleet ? 'fleet' : 'demo'}_${Date.parse(at).toString(36)}`;
  return cloneFilled(key, dataDir, (stocked) => fill(stocked, at, fleet));
}

async function fill({ database, dataDir }: Stocked, at: string, fleet: boolean): Promise<void> {
  const product = await patiently(() =>
    createProduct({
      database: database.app,
      dataDir,
      clock: manualClock(at),
      alone: true,
      demo: true,
      secure: false,
      log: false,
    }),
  );
  try {
    await loadReference(product.db, new Date(at));
    await loadDemo(product.db, product.passwords, new Date(at));
    if (fleet) await loadDemoFleet(product.kit);
    await product.app.ready();
    // What a start leaves to be done is done.
    await product.jobs.runDue();
  } finally {
    await product.close();
  }
}
