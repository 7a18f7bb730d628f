import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { actsIn, type DriverAct } from './employment.contract.ts';
import { readyOf } from '../testing/ready.ts';

let product: TestProduct;
let fleet: Awaited<ReturnType<typeof readyOf>>;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await readyOf(product);
});
afterAll(() => product.close());

const dayMs = 86_400_000;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  product.call(method, path, { token: fleet.admin, ...(body === undefined ? {} : { body }) });
const act = (what: string, id: string) => call('POST', `/drivers/${what}/${id}`, { reason: 'A good reason' });
const periodsOf = async (id: string) =>
  (await call('GET', `/drivers/${id}/vehicles`)).json.data as { state: string; fromAt: string; toAt: string | null }[];

test('a vehicle is free again when its driver is suspended, leaves, is switched off or deleted; leave keeps it', async () => {
  for (const end of ['suspend', 'exit', 'status', 'leave'] as const) {
    const vehicle = await fleet.readyVehicle();
    const driver = await fleet.readyDriver();
    expect((await fleet.give(vehicle, driver)).status).toBe(200);
    await fleet.move(60_000);
    const done = end === 'status' ? await call('PUT', `/drivers/status/${driver}`) : await act(end, driver);
    expect(done.status, `${end} ${done.text}`).toBe(200);
    const { driverId, verdict, verdictLine } = await fleet.row('vehicle', vehicle);
    expect([end, driverId]).toEqual([end, end === 'leave' ? driver : null]);
    if (end === 'leave') expect([verdict, verdictLine]).toEqual(['RED', 'The driver is on leave']);
    else expect((await periodsOf(driver))[0]).toMatchObject({ state: 'PAST' });
  }
});

test('who left may drive for another organisation with the same number and licence, and comes back only when it is free', async () => {
  const mobile = '9811155501';
  const dlNo = 'MH12 20150055501';
  const first = await fleet.driver({ mobile, dlNo });
  const orgId = fleet.orgNamed('Kulkarni family');
  const body = { name: 'Same Person', dob: '1990-01-15', orgId, mobile, dlNo };
  expect((await call('POST', '/drivers', body)).status).toBe(409);
  await act('exit', first);
  const second = await call('POST', '/drivers', body);
  expect(second.status, second.text).toBe(201);
  expect((await act('return', first)).status).toBe(409);
  await act('exit', second.json.data.id);
  expect((await act('return', first)).status).toBe(200);
});

const acts = ['leave', 'suspend', 'exit', 'return'] as const;
type Step = DriverAct | 'off-on' | 'give' | 'wait';

test('over random acts and days: a state is the one that was said last, and nobody away or gone holds a vehicle', async () => {
  const vehicle = await fleet.readyVehicle();
  const steps = fc.array(fc.constantFrom<Step>(...acts, 'return', 'off-on', 'give', 'give', 'wait'), {
    minLength: 3,
    maxLength: 9,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const driver = await fleet.readyDriver();
      let said: string = 'AVAILABLE';
      const states: Readonly<Record<DriverAct, string>> = {
        leave: 'ON_LEAVE',
        suspend: 'SUSPENDED',
        exit: 'EXITED',
        return: 'AVAILABLE',
      };
      for (const step of all) {
        if (step === 'wait') await fleet.move(dayMs);
        else if (step === 'give') {
          const given = await fleet.give(vehicle, driver);
          if (said !== 'AVAILABLE') expect(given.status).toBe(409);
        } else if (step === 'off-on') {
          await fleet.move(1_000);
          await call('PUT', `/drivers/status/${driver}`);
          expect((await fleet.row('drivers', driver)).vehicleId).toBeNull();
          await call('PUT', `/drivers/status/${driver}`);
        } else {
          const may = actsIn(said as Parameters<typeof actsIn>[0]).includes(step);
          await fleet.move(1_000);
          const done = await act(step, driver);
          expect([step, said, done.status]).toEqual([step, said, may ? 200 : 409]);
          if (may) said = states[step];
        }
        const row = await fleet.row('drivers', driver);
        expect(row.state).toBe(said);
        const periods = await periodsOf(driver);
        const open = periods.filter(({ state }) => state !== 'PAST');
        expect(open.length).toBeLessThanOrEqual(1);
        if (said === 'SUSPENDED' || said === 'EXITED') expect([open, row.vehicleId]).toEqual([[], null]);
        if (said !== 'AVAILABLE') expect(row.verdict).toBe('RED');
        for (const { fromAt, toAt } of periods) expect(toAt === null || fromAt < toAt).toBe(true);
      }
      // The next one finds it free.
      await fleet.move(1_000);
      await act('exit', driver);
    }),
    { numRuns: 12, seed: 20261122 },
  );
});
