import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fewRounds, foreign } from './support/kills.ts';
import { demoDataDir, startProduct } from './support/product.ts';
import { type CallAnswer, call, login } from './support/writers.ts';

const atOnce = 1_000;

/** Answers of a storm that was cut off; those that never came are left out. */
async function storm(url: string, token: string, name: string, key: string, kill: (answered: () => number) => unknown) {
  const answers: CallAnswer[] = [];
  const all = Array.from({ length: atOnce }, async () => {
    const answer = await call(url, token, 'POST', '/vehicle-brand', { body: { name }, key });
    if (answer) answers.push(answer);
  });
  await kill(() => answers.length);
  await Promise.all(all);
  return answers;
}

test.skipIf(foreign)(
  `the product is killed ${fewRounds} times amid ${atOnce} requests with one key: the key still makes one record`,
  { timeout: fewRounds * 60_000 },
  async () => {
    const dataDir = await demoDataDir();
    let product = await startProduct(dataDir);
    try {
      const token = await login(product.url);
      const cut = { before: 0, amid: 0 };
      for (let round = 1; round <= fewRounds; round += 1) {
        const [name, key, running] = [`Storm${round}x`, randomUUID(), product];
        const answers = await storm(running.url, token, name, key, async (answered) => {
          // Some rounds before anything is answered, whatever is written by then; others half-way.
          if (round % 2 === 0) await pause(Math.random() * 400);
          else await expect.poll(answered, { timeout: 30_000, interval: 1 }).toBeGreaterThan(20);
          await running.kill();
        });
        cut[answers.length === 0 ? 'before' : 'amid'] += 1;
        expect(answers.length).toBeLessThan(atOnce);
        expect(answers.filter(({ status }) => ![201, 409, 429, 503].includes(status))).toEqual([]);
        const given = answers.filter(({ status }) => status === 201).map(({ json }) => JSON.stringify(json));

        product = await startProduct(dataDir);
        const again = await call(product.url, token, 'POST', '/vehicle-brand', { body: { name }, key });
        expect(again?.status).toBe(201);
        expect(new Set([...given, JSON.stringify(again?.json)]).size).toBe(1);
        const found = await call(product.url, token, 'GET', `/vehicle-brand?q=${name}&take=100`);
        expect(found?.json.data.map(({ id }: { id: string }) => id)).toEqual([again?.json.data.id]);
        const history = await call(product.url, token, 'GET', `/vehicle-brand/${again?.json.data.id}/history`);
        expect(history?.json.count).toBe(1);
        const other = await call(product.url, token, 'POST', '/vehicle-brand', { body: { name: `${name} two` }, key });
        expect(other?.status).toBe(422);
      }
      console.log(`storms cut off: ${cut.before} before the first answer, ${cut.amid} amid answers; one record each`);
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
