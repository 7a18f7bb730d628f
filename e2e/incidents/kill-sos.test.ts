import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Client } from '#areas/gateway/testing/client.ts';
import { randomOf } from '#telematics/matching/testing/planted.ts';
import { gt06Login, gt06Sos } from '#telematics/simulator/gt06-frames.ts';
import { foreign, postmasterOf } from '../support/kills.ts';
import { demoDataDir, startProduct } from '../support/product.ts';
import { call, login } from '../support/writers.ts';

/** Enough to notice in the suite, and as often as one says for a proof. */
const kills = Number(process.env['KILL_ROUNDS'] ?? 2);
const random = randomOf(28);

interface Tracker {
  imei: string;
  vehicleId: string;
}

/** Trackers of the demo that are in vehicles. */
async function trackers(url: string, token: string): Promise<Tracker[]> {
  const answer = await call(url, token, 'GET', '/device?take=100&status=1');
  const devices: { identifier: string; vehicleId: string | null }[] = answer?.json.data;
  return devices.flatMap(({ identifier, vehicleId }) =>
    vehicleId && /^\d{15}$/.test(identifier) ? [{ imei: identifier, vehicleId }] : [],
  );
}

const portOf = (output: string): number => Number(/gt06 (\d+)/.exec(output)?.[1]);

/** Does as a tracker does: the frame goes out again over a new connection until it was answered. */
async function press({ imei }: Tracker, port: () => number, frame: Buffer): Promise<void> {
  for (;;) {
    try {
      const client = await Client.to(port());
      client.send(gt06Login(imei));
      await client.got(10);
      client.send(frame);
      const enough = await Promise.race([client.got(20), pause(4_000)]);
      client.end();
      if (enough && enough.length >= 20) return;
    } catch {
      // Nobody is there yet.
    }
    await pause(200);
  }
}

const sosNow = () =>
  gt06Sos(
    { time: Math.floor(Date.now() / 1_000) * 1_000, lat: 18.87, lon: 73.89, speedKmh: 0, course: 0, ignition: true },
    3,
  );

test.skipIf(foreign)(
  `an SOS is one emergency, though the product is killed ${kills} times amid one, and the database stands still`,
  { timeout: 300_000 },
  async () => {
    const dataDir = await demoDataDir();
    const settings = { GATEWAY_HOST: '127.0.0.1', GATEWAY_GT06_PORT: 'auto' };
    let product = await startProduct(dataDir, settings);
    try {
      const token = await login(product.url);
      const some = (await trackers(product.url, token)).slice(0, kills + 1);
      expect(some).toHaveLength(kills + 1);
      const isPort = () => portOf(product.output());
      const incidentsOf = async ({ vehicleId }: Tracker) =>
        (await call(product.url, token, 'GET', `/incident?vehicleId=${vehicleId}`))?.json.data as { id: string }[];
      for (const [round, tracker] of some.entries()) {
        const pressed = press(tracker, isPort, sosNow());
        if (round < kills) {
          await pause(random() * 120);
          await product.kill();
          product = await startProduct(dataDir, settings);
        } else {
          const postmaster = postmasterOf(dataDir);
          process.kill(postmaster, 'SIGSTOP');
          try {
            await pause(3_000);
          } finally {
            process.kill(postmaster, 'SIGCONT');
          }
        }
        await pressed;
        await expect.poll(() => incidentsOf(tracker), { timeout: 30_000 }).toHaveLength(1);
      }
      // Those of the first rounds are still one each.
      for (const tracker of some) {
        const all = await incidentsOf(tracker);
        expect(all, tracker.imei).toHaveLength(1);
        const history = await call(product.url, token, 'GET', `/incident/${all[0]?.id}/history`);
        expect(history?.json.data.filter(({ action }: { action: string }) => action === 'create')).toHaveLength(1);
      }
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
