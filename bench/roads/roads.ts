import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { argv } from 'node:process';
import type { OneRoadImport } from '#areas/roads/import/road-import.contract.ts';
import { roadFileLimits } from '#areas/roads/import/road-import.contract.ts';
import { forgetPeak, peakBytes } from '#tools/memory.ts';
import { makeNetwork } from '#tools/roads/road-network.ts';
import { geoJsonOf, pbfOf } from '#tools/roads/write-network.ts';
import { startServer } from '../child.ts';
import { signIn, startBench } from '../setup.ts';

// A network of a state’s size goes in, the next file changes little of it, and all of it goes out, while somebody else looks at lists.
const roads = Number(argv[argv.indexOf('--roads') + 1]) || 300_000;

const network = makeNetwork({ seed: 1, roads });
const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  const headers = await signIn(product);
  const others = await signIn(product, 'operations@roadkeeper.test');
  const call = async <Answer>(method: string, path: string, body?: FormData | object): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text).data as Answer;
  };
  const figures: Record<string, string | number>[] = [];

  /** Times of lists that others ask for, until told to stop. */
  const ask = () => {
    const times: number[] = [];
    const over = new AbortController();
    const paths = [
      '/vehicle?take=25&q=MH',
      '/rto?take=25',
      '/road?take=25',
      '/road?take=25&q=street',
      '/drivers?take=25',
    ];
    const asking = (async () => {
      for (let at = 0; !over.signal.aborted; at += 1) {
        const began = performance.now();
        const answer = await fetch(`${product.url}/api/v1${paths[at % paths.length]}`, { headers: others });
        await answer.arrayBuffer();
        if (answer.ok) times.push(performance.now() - began);
        else times.push(Number.POSITIVE_INFINITY);
        await wait(100);
      }
    })();
    return async () => {
      over.abort();
      await asking;
      return times.toSorted((a, b) => a - b);
    };
  };
  /** The process that reads files, while there is one. */
  const readerOf = (): number | undefined =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => {
        try {
          const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
          return (
            Number(parent) === product.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('road-process')
          );
        } catch {
          return false;
        }
      });

  const step = async <T>(name: string, work: (look: () => void) => Promise<T>): Promise<T> => {
    forgetPeak(product.pid);
    const stop = ask();
    let reader = 0;
    const look = () => {
      reader = Math.max(reader, (peakBytes(readerOf()) ?? 0) / 2 ** 20);
    };
    const began = performance.now();
    const result = await work(look);
    const seconds = (performance.now() - began) / 1_000;
    const times = await stop();
    figures.push({
      step: name,
      seconds: seconds.toFixed(1),
      'roads/s': Math.round(roads / seconds),
      'RSS MB': Math.round((peakBytes(product.pid) ?? 0) / 2 ** 20),
      'reader MB': Math.round(reader),
      'lists p50 ms': Math.round(times[Math.floor(times.length / 2)] ?? 0),
      'p95 ms': Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
      'most ms': Math.round(times.at(-1) ?? 0),
    });
    return result;
  };
  const until = async (id: string, states: readonly string[], look: () => void = () => undefined) => {
    for (;;) {
      const one = await call<OneRoadImport>('GET', `/road-import/${id}`);
      if (states.includes(one.state)) return one;
      if (one.state === 'FAILED' || one.message) throw new Error(JSON.stringify(one));
      look();
      await wait(100);
    }
  };
  const upload = async (fileName: string, content: Buffer): Promise<string> => {
    const { id } = await call<OneRoadImport>('POST', '/road-import', {
      fileName,
      bytes: content.length,
      dataSet: 'bench',
    });
    for (let from = 0; from < content.length; from += roadFileLimits.pieceBytes) {
      const form = new FormData();
      form.set('file', new Blob([content.subarray(from, from + roadFileLimits.pieceBytes)]), 'piece');
      await call('PUT', `/road-import/${id}/piece?from=${from}`, form);
    }
    return id;
  };
  const pbf = pbfOf(network);
  console.error(`${roads} roads, ${network.nodes.length} points, ${(pbf.length / 2 ** 20).toFixed(1)} MB of .osm.pbf`);
  await step('nothing', async () => {
    await wait(5_000);
  });
  const first = await step('check .osm.pbf', async (look) =>
    until(await upload('all.osm.pbf', pbf), ['CHECKED'], look),
  );
  await step('import', async () => {
    await call('POST', `/road-import/${first.id}/start`, {});
    await until(first.id, ['DONE']);
  });
  for (let at = 0; at < network.ways.length; at += 100) {
    const way = network.ways[at];
    if (way) way.tags['name'] = 'Renamed';
  }
  const json = geoJsonOf(network);
  const next = await step(`check GeoJSON, ${Math.round(json.length / 2 ** 20)} MB`, async (look) =>
    until(await upload('next.geojson', json), ['CHECKED'], look),
  );
  if (next.changed !== Math.ceil(roads / 100) || next.made + next.gone !== 0) throw new Error(JSON.stringify(next));
  await step(`update ${next.changed}`, async () => {
    await call('POST', `/road-import/${next.id}/start`, {});
    await until(next.id, ['DONE']);
  });
  for (const { id } of [next, first])
    await step(id === first.id ? 'undo import' : 'undo update', async () => {
      await call('POST', `/road-import/${id}/undo`);
      await until(id, ['UNDONE']);
    });
  console.table(figures);
} finally {
  await close();
}
