import { afterAll, beforeAll, describe, vi } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type OwnClients, setUpOwnClients, testOwnClients } from '../testing/own-clients.ts';

// The fence in the statements taken away: row security alone must hold.
vi.mock('#kit/server/db/tenant-filter.ts', async (original) => ({
  ...(await original<object>()),
  tenantFilter: () => '',
  tenantFilterOrUnowned: () => '',
  tenantFilterApart: () => '',
}));

describe('own clients, with the fence in the statements switched off', () => {
  let set: OwnClients;
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct();
    set = await setUpOwnClients(product);
  });
  afterAll(() => product?.close());

  testOwnClients(() => set);
});
