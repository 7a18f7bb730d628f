import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { usualPorts } from '#areas/gateway/gateway.server.ts';
import { addCarriers } from '#areas/gateway/testing/many-devices.ts';
import { startTrackers } from '#apps/server/testing/remembering-trackers.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { keepAsking, nothingAsked, stayLive } from './support/clients.ts';
import { foreign } from './support/kills.ts';
import { demoDataDir, startProduct } from './support/product.ts';
import { login } from './support/writers.ts';

const given = process.env['RESTART_ROUNDS'];
/** Enough to notice in the suite; twenty with 50,000 requests for a proof. */
const rounds = Number(given ?? 2);
const requestsEach = given ? 2_600 : 200;
const [askers, sockets, devices] = [8, 5, 12];

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
const until = async (what: string, holds: () => boolean, withinMs = 60_000) => {
  for (const end = performance.now() + withinMs; !holds(); await pause(20))
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1_000} s: ${what}`);
};
const most = (of: readonly number[]) => Math.round(Math.max(0, ...of));

test.skipIf(foreign)(
  `${rounds} restarts under load cut nothing that was taken, and lose nothing that was acknowledged`,
  { timeout: 240_000 + rounds * 60_000 },
  async () => {
    const dataDir = await demoDataDir();
    const before = await startPostgres({ dataDir, log: () => undefined });
    const identifiers = await addCarriers(before.owner, devices);
    await before.stop();
    const doors = { gt06: await freePort(), teltonika: await freePort(), osmand: await freePort() };
    const environment = {
      PORT: String(await freePort()),
      ...Object.fromEntries(
        Object.keys(usualPorts).map((name) => [
          `GATEWAY_${name.toUpperCase()}_PORT`,
          String(doors[name as keyof typeof doors] ?? 0),
        ]),
      ),
    };
    let product = await startProduct(dataDir, environment);
    const { url } = product;
    const token = await login(url);
    const asked = nothingAsked();
    const { acknowledged, fleet, finishReports } = startTrackers({ identifiers, ports: doors, seed: 21 });
    const live = Array.from({ length: sockets }, () => stayLive(url, token));
    let isOver = false;
    const asking = Array.from({ length: askers }, (_, at) =>
      keepAsking(url, token, `Restart ${at}`, asked, () => isOver),
    );
    const stopMs: number[] = [];
    const afterReadyMs: number[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const [requests, fixes] = [asked.answered, acknowledged.length];
        await until('requests are answered', () => asked.answered >= requests + requestsEach);
        await until('devices are answered', () => acknowledged.length > fixes);
        await until('sockets are open', () => live.every((one) => one.isReady()));
        const began = performance.now();
        await product.stop();
        stopMs.push(performance.now() - began);
        product = await startProduct(dataDir, environment);
        const readyAt = performance.now();
        await until('sockets are open again', () => live.every((one) => one.isReady()));
        afterReadyMs.push(...live.map((one) => (one.returns.at(-1)?.readyAt ?? 0) - readyAt));
      }
      isOver = true;
      await Promise.all(asking);
      finishReports();
      await until('every report is acknowledged', () => fleet.owed === 0);
      for (const one of live) one.close();
    } finally {
      isOver = true;
      await fleet.finish(0);
      await product.stop();
    }
    const after = await startPostgres({ dataDir, log: () => undefined });
    const [stored] = await withClient({ ...after.superuser, database: after.app.database }, async (client) => {
      const { rows } = await client.query<{ brands: number; fixes: number }>(
        `select (select count(*)::int from unnest($1::text[]) as m (made) where (select count(*) from vehicle_brand b where b.name = m.made) <> 1) as brands,
           (select count(*)::int from unnest($2::text[], $3::bigint[]) as a (identifier, ms)
            where (select count(*) from device d join position p on p.device = d.slot and p.fix_at = to_timestamp(a.ms / 1000.0)
              where d.identifier = a.identifier) <> 1) as fixes`,
        [asked.made, acknowledged.map(({ identifier }) => identifier), acknowledged.map(({ time }) => time)],
      );
      return rows;
    });
    await after.stop();
    await rm(dataDir, { recursive: true, force: true });
    const returns = live.flatMap((one) => one.returns);
    const { wrong, made, ...counts } = asked;
    console.log(
      `${rounds} restarts: ${JSON.stringify({ ...counts, wrong: wrong.length, made: made.length })}, stopped in ${most(stopMs)} ms at most, sockets back ` +
        `${most(returns.map(({ ms }) => ms))} ms after their end and ${most(afterReadyMs)} ms after the start at most, codes ${[...new Set(returns.map(({ code }) => code))].join()}, ` +
        `${acknowledged.length} fixes acknowledged, ${stored?.fixes} of them and ${stored?.brands} records not there once`,
    );
    // What the server never took is asked again: it waited to be let in when the door was closed.
    expect({ cut: asked.cut, unable: asked.unable, wrong }).toEqual({ cut: 0, unable: 0, wrong: [] });
    expect(stored).toEqual({ brands: 0, fixes: 0 });
    expect(most(afterReadyMs)).toBeLessThan(5_000);
  },
);
