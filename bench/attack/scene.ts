import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import type { MeasuredServer } from '../child.ts';
import { startServer } from '../child.ts';
import { addFleet } from '../scale-rows.ts';
import { startBench } from '../setup.ts';
import { formOf } from './asks.ts';
import type { Facts } from './kinds.ts';
import { largePdf } from './material.ts';
import type { Desk } from './ordinary.ts';

/** Who attacks, and who must not notice: owners of two organisations. */
export const attackerEmail = 'client@roadkeeper.test';
export const victimEmail = 'kulkarni@roadkeeper.test';

/** Drivers and as many vehicles beside those of the demo; a tenth of them the attacker's own. */
const fleet = 30_000;

/** A product of the bench's own, with everything that it is attacked with. */
export interface Scene {
  product: MeasuredServer;
  facts: Facts;
  /** Signs in; gives the access token, which is good for a quarter of an hour. */
  signIn(email: string): Promise<string>;
  /** Signs in, and gives somebody drivers of their own to work on, once. */
  deskOf(email: string): Promise<Desk>;
  /** Lets uploads weigh nothing, as if many accounts sent them: else the quota of one would end the attack. */
  forgetUploads(): Promise<void>;
  /** Waits until the product has nothing to do, so that what one attack left behind does not meet the next. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
  try {
    const order = { database: postgres.app, dataDir };
    const owner = { ...postgres.owner, query_timeout: 0 } as typeof postgres.owner;
    // What is written behind its back a product does not know of: it begins anew afterwards.
    await (await startServer('attack/product-process.ts', order)).stop();
    await withClient(owner, async (client) => {
      await addFleet(client, 0, fleet);
      // As much as an administrator can allow for the pages of a paper.
      await client.query(`update kyc_doc set max_file_mb = 25 where code = 'NOC'`);
    });
    const product = await startServer('attack/product-process.ts', order);
    started.push(product);
    const signIn = createSignIn(product.url);
    const desks = new Map<string, Desk['drivers']>();
    const facts = await factsOf(product.url, await signIn(attackerEmail));
    return {
      product,
      signIn,
      facts,
      async deskOf(email) {
        const token = await signIn(email);
        const drivers = desks.get(email) ?? (await makeDrivers(product.url, token));
        desks.set(email, drivers);
        return { token, drivers };
      },
      forgetUploads: () =>
        withClient(owner, async (client) => {
          await client.query(`select set_config('app.scope', 'staff', false)`);
          await client.query('update file set bytes = 1 where bytes > 20000000 and id <> $1', [facts.largeFile]);
        }),
      settle: () => settle(product),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function settle(product: MeasuredServer): Promise<void> {
  for (let second = 0; second < 30; second += 1) {
    const before = await product.usage();
    await wait(1_000);
    const after = await product.usage();
    if (after.cpuMs - before.cpuMs < 150) return;
  }
}

/** A browser that the accounts are known from: it gets in whatever strangers try. */
function createSignIn(url: string): Scene['signIn'] {
  let known = '';
  return async (email) => {
    const answer = await fetch(`${url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(known ? { cookie: known } : {}) },
      body: JSON.stringify({ email, password: demoPassword }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${email} could not sign in: ${text}`);
    for (const cookie of answer.headers.getSetCookie())
      if (cookie.startsWith('kd=')) known = cookie.split(';')[0] ?? '';
    return (JSON.parse(text) as { accessToken: string }).accessToken;
  };
}

interface Row {
  id: string;
  [name: string]: unknown;
}
async function call<Data>(url: string, token: string, path: string, init: RequestInit = {}): Promise<Data> {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Data }).data;
}

async function factsOf(url: string, token: string): Promise<Facts> {
  const get = (path: string) => call<Row[]>(url, token, path);
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
  const vehicles = idsOf(await get('/vehicle?take=100'));
  const papers = [0, 100, 200].map((skip) => get(`/vehicle-kyc-doc?take=100&skip=${skip}`));
  const pages = (await Promise.all(papers)).flat().map(({ front }) => front as { id: string; mime: string } | null);
  const pictures = pages.flatMap((page) => (page?.mime.startsWith('image/') ? [page.id] : []));
  const paperType = (await get('/kyc-doc?take=100')).find(({ code }) => code === 'NOC')?.id;
  const [vehicleId] = vehicles;
  if (!paperType || !vehicleId || pictures.length === 0) throw new Error('The demo has no papers');
  const front = { name: 'noc.pdf', type: 'application/pdf', content: largePdf() };
  const form = formOf({ typeId: paperType, vehicleId, front });
  const paper = await call<{ front: { id: string } }>(url, token, '/vehicle-kyc-doc', {
    method: 'POST',
    headers: { ...form.headers },
    body: new Blob([form.body as never]),
  });
  const drivers = idsOf(await get('/drivers?take=100'));
  return { vehicles, drivers, pictures, paperType, largeFile: paper.front.id };
}

/** Some drivers of an organisation, to be read and written. */
async function makeDrivers(url: string, token: string): Promise<Desk['drivers']> {
  const mobiles = Array.from({ length: 8 }, () => `8${String(randomInt(1_000_000_000)).padStart(9, '0')}`);
  return Promise.all(
    mobiles.map(async (mobile) => {
      const body = JSON.stringify({ name: 'Ordinary', mobile });
      const headers = { 'content-type': 'application/json' };
      const { id } = await call<Row>(url, token, '/drivers', { method: 'POST', headers, body });
      return { id, mobile };
    }),
  );
}
