import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { foreign, postmasterOf } from './support/kills.ts';
import { demoDataDir, startProduct } from './support/product.ts';
import { login } from './support/writers.ts';

test.skipIf(foreign)('a product whose log nobody reads any more goes on, and brings its database back', async () => {
  const dataDir = await demoDataDir();
  const product = await startProduct(dataDir, { LOG_LEVEL: 'trace' });
  try {
    product.hangUp();
    const before = postmasterOf(dataDir);
    // Each step of this is a line.
    process.kill(before, 'SIGKILL');
    const signIn = () => login(product.url).catch(() => undefined);
    await expect.poll(signIn, { timeout: 20_000 }).toMatch(/^rka_/);
    expect(postmasterOf(dataDir)).not.toBe(before);
    expect(product.ended()).toBe(false);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
