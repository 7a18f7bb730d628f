import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Ask, formOf, jsonOf, openLine } from './asks.ts';
import type { Statuses } from './flood.ts';
import { driverRows, importOrder, pdfOf } from './material.ts';
import type { Bench } from './measure.ts';
import { goals } from './report.ts';
import { attackerEmail, type Scene, victimEmail } from './scene.ts';

const stepS = 30;
const desksOf = ['deccan@roadkeeper.test', victimEmail, 'iyer@roadkeeper.test', attackerEmail];
const api = '/api/v1';

/**
 * Mixed ordinary work for some minutes: people at their lists and records, and every second something larger. Prints the resident
 * memory of each half minute, and how it goes on after the first third.
 * @returns whether it stays where it is.
 */
export async function soak({ scene, loads }: Bench, minutes: number): Promise<boolean> {
  const samples: { minute: number; rssMb: number }[] = [];
  const statuses: Statuses = {};
  const failures: Statuses = {};
  const steps = Math.round((minutes * 60) / stepS);
  const larger = await largerWork(scene);
  for (let step = 1; step <= steps; step += 1) {
    // Anew each time: sessions are short.
    const desks = await Promise.all(desksOf.map((email) => scene.deskOf(email)));
    const line = openLine(scene.product.url, await scene.signIn(attackerEmail), 4);
    const from = performance.now();
    const seen: number[] = [];
    const ordinary = loads.ordinary({
      url: scene.product.url,
      desks,
      perSecond: 60,
      readyPerSecond: 2,
      seconds: stepS - 2,
    });
    while (performance.now() - from < (stepS - 2) * 1_000) {
      const outcome = await line.ask(larger()).outcome;
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
      seen.push((await scene.product.usage()).rss / 2 ** 20);
      await wait(1_000);
    }
    for (const [status, times] of Object.entries((await ordinary).failures))
      failures[status] = (failures[status] ?? 0) + times;
    line.close();
    const sample = { minute: (step * stepS) / 60, rssMb: Math.round(middleOf(seen)) };
    samples.push(sample);
    console.error(`${sample.minute} min: ${sample.rssMb} MB, load ${loadavg()[0]?.toFixed(1)}`);
  }
  const slope = slopeOf(samples.slice(Math.floor(samples.length / 3)));
  const most = Math.max(...samples.map(({ rssMb }) => rssMb));
  const isFlat = slope <= goals.slope && most <= goals.rssMb && Object.keys(failures).length === 0;
  console.log(
    JSON.stringify({ soak: minutes, samples, slopeMbPerMinute: Number(slope.toFixed(2)), statuses, failures }),
  );
  console.table(samples);
  console.log(
    `${isFlat ? 'ok' : 'MISS'}  ${slope.toFixed(2)} MB a minute after the first third (goal ${goals.slope}), at most ${most} MB (goal ${goals.rssMb})`,
  );
  return isFlat;
}

/** Imports, exports, papers, pictures and files, as they come in an office: one after the other. */
async function largerWork({ facts }: Scene): Promise<() => Ask> {
  const picture = await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer();
  let at = 0;
  const asks: (() => Ask)[] = [
    () => ({
      method: 'POST',
      path: `${api}/drivers/import/check`,
      ...jsonOf(importOrder(driverRows(200, 700_000_000 + at))),
    }),
    () => ({ method: 'POST', path: `${api}/drivers/export`, ...jsonOf({ format: 'csv', filter: {} }) }),
    () => ({ method: 'POST', path: `${api}/vehicle/export`, ...jsonOf({ format: 'xlsx', filter: {} }) }),
    () => {
      const front = { name: 'a.pdf', type: 'application/pdf', content: pdfOf(1_000_000) };
      const form = formOf({ typeId: facts.paperType, vehicleId: facts.vehicles[at % 50] as string, front });
      return { method: 'POST', path: `${api}/vehicle-kyc-doc`, ...form };
    },
    () => {
      const photo = { name: 'a.jpg', type: 'image/jpeg', content: picture };
      const mobile = `75${String(at).padStart(8, '0')}`;
      return { method: 'POST', path: `${api}/drivers`, ...formOf({ name: 'Pictured', mobile, photo }) };
    },
    () => ({ method: 'GET', path: `${api}/file/${facts.pictures[at % facts.pictures.length]}?size=256` }),
    () => ({ method: 'GET', path: `${api}/file/${facts.largeFile}` }),
    () => ({ method: 'GET', path: `${api}/search?q=${at % 2 ? 'ra' : 'mh12'}` }),
  ];
  return () => {
    at += 1;
    return (asks[at % asks.length] as () => Ask)();
  };
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** MB a minute of the straight line that is nearest to the samples. */
function slopeOf(samples: readonly { minute: number; rssMb: number }[]): number {
  const mean = (of: (one: (typeof samples)[number]) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ rssMb }) => rssMb)];
  const over = samples.reduce((sum, { minute, rssMb }) => sum + (minute - x) * (rssMb - y), 0);
  return over / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}
