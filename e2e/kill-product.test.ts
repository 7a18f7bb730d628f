import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { foreign, rounds, wanted, workUntil } from './support/kills.ts';
import { demoDataDir, startProduct } from './support/product.ts';
import { compare, login } from './support/writers.ts';

test.skipIf(foreign)(
  `killing the product ${rounds} times amid writes loses nothing and doubles nothing`,
  { timeout: rounds * 30_000 },
  async () => {
    const dataDir = await demoDataDir();
    let product = await startProduct(dataDir);
    try {
      const total = { acknowledged: 0, lost: 0, doubled: 0 };
      const token = await login(product.url);
      for (let round = 1; round <= rounds; round += 1) {
        const prefix = `Kill${round}x`;
        const running = product;
        const journal = await workUntil(running, token, prefix, () => running.kill());
        product = await startProduct(dataDir);
        const seen = await compare(product.url, token, journal, prefix);
        console.log(
          `product killed, round ${round}: ${seen.acknowledged} acknowledged, ${seen.lost} lost, ${seen.doubled} doubled`,
        );
        expect(seen.acknowledged).toBeGreaterThanOrEqual(wanted);
        total.acknowledged += seen.acknowledged;
        total.lost += seen.lost;
        total.doubled += seen.doubled;
      }
      console.log(
        `product killed ${rounds} times: ${total.acknowledged} acknowledged, ${total.lost} lost, ${total.doubled} doubled`,
      );
      expect(total).toMatchObject({ lost: 0, doubled: 0 });
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
