import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeNetwork } from '#tools/roads/road-network.ts';
import { pbfOf } from '#tools/roads/write-network.ts';
import { foreign } from './support/kills.ts';
import { demoDataDir, startProduct } from './support/product.ts';
import { login } from './support/writers.ts';

const roads = 12_000;

interface Import {
  id: string;
  state: string;
  done: number;
  total: number;
  made: number;
  same: number;
}

test.skipIf(foreign)(
  'a product that is killed amid an import of roads goes on after its start, and neither loses a road nor doubles one',
  { timeout: 240_000 },
  async () => {
    const dataDir = await demoDataDir();
    const content = pbfOf(makeNetwork({ seed: 11, roads }));
    let product = await startProduct(dataDir);
    try {
      let token = await login(product.url);
      const call = async (method: string, path: string, body?: object | FormData) => {
        const isForm = body instanceof FormData;
        const answer = await fetch(`${product.url}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
        });
        const json = (await answer.json()) as { message: string; count: number; data: Import };
        if (!answer.ok) throw new Error(`${method} ${path}: ${json.message}`);
        return json;
      };
      const until = async (id: string, isThere: (one: Import) => boolean) => {
        for (;;) {
          const { data } = await call('GET', `/road-import/${id}`);
          if (isThere(data)) return data;
          if (data.state === 'FAILED') throw new Error('the import failed');
          await wait(20);
        }
      };
      const check = async () => {
        const begun = await call('POST', '/road-import', {
          fileName: 'city.osm.pbf',
          bytes: content.length,
          dataSet: 'City',
        });
        const form = new FormData();
        form.append('file', new File([Buffer.from(content)], 'piece'));
        await call('PUT', `/road-import/${begun.data.id}/piece?from=0`, form);
        return until(begun.data.id, ({ state }) => state === 'CHECKED');
      };
      const before = (await call('GET', '/road?take=1')).count;
      const first = await check();
      expect(first).toMatchObject({ made: roads, total: roads });
      await call('POST', `/road-import/${first.id}/start`, {});
      const amid = await until(first.id, ({ done }) => done > 0);
      await product.kill();
      expect(amid.done).toBeLessThan(roads);
      product = await startProduct(dataDir);
      token = await login(product.url);
      const done = await until(first.id, ({ state }) => state === 'DONE');
      expect(done).toMatchObject({ done: roads });
      expect((await call('GET', '/road?take=1')).count).toBe(before + roads);
      // Each of them is whole: the same file finds nothing to write.
      expect(await check()).toMatchObject({ made: 0, same: roads, total: 0 });
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
