import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { statesOn } from './document-states.rules.ts';
import { documentsOf } from '../testing/documents.ts';
import { currentDocument } from '#areas/compliance/status/status.contract.ts';

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T04:00:00Z' });
  papers = await documentsOf(product);
  await product.product.planJobs();
  await product.product.jobs.runDue();
});
afterAll(() => product?.close());

const dayMs = 86_400_000;
const kinds = ['INSURANCE', 'PUC', 'DL'] as const;
type Kind = (typeof kinds)[number];
type Act =
  | { do: 'upload'; kind: Kind; from: number | null; lasts: number }
  | { do: 'verify' | 'reject' | 'delete' | 'off' | 'on' | 'restore'; at: number }
  | { do: 'days'; count: number; night: boolean };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      kind: fc.constantFrom(...kinds),
      from: fc.option(fc.integer({ min: -40, max: 40 })),
      lasts: fc.integer({ min: 0, max: 60 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('verify' as const), at: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('reject', 'reject', 'delete', 'off', 'on', 'restore'), at: fc.nat(9) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('days' as const),
      count: fc.integer({ min: 1, max: 25 }),
      night: fc.boolean(),
    }),
  },
);

interface Row {
  id: string;
  kind: string;
  state: string;
  from: string | null;
  upto: string | null;
  out: boolean;
  deleted: boolean;
}
const today = () => indiaDay(product.clock.now());
const rowsOf = (subjects: string[]) =>
  papers.sql<Row>(
    `select d.id, t.code as kind, d.review_state as state, d.valid_from as "from", d.valid_upto as upto, d.status = 0 as out,
       d.deleted_at is not null as deleted
     from vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id where coalesce(d.vehicle_id, d.driver_id) = any($1) order by d.id`,
    [subjects],
  );
/** Decisions that were taken, so that the runs are about something. */
const said = { VERIFY: 0, REJECT: 0, refused: 0 };
const dated = new Set(['VERIFIED', 'EXPIRING_SOON', 'EXPIRED', 'UPCOMING']);

/** What must hold at any moment, whether the night has been or not. */
async function holdsNow(vehicleId: string, driverId: string): Promise<void> {
  const rows = await rowsOf([vehicleId, driverId]);
  const [forVehicle, forDriver] = await Promise.all([
    papers.get(`/vehicle/${vehicleId}/verdict`),
    papers.get(`/drivers/${driverId}/verdict`),
  ]);
  for (const kind of kinds) {
    const live = rows.filter((row) => row.kind === kind && !row.out && !row.deleted);
    const current = live.filter(({ state }) => state === 'VERIFIED' || state === 'EXPIRING_SOON');
    expect(current.length, `${kind}: one counts at most`).toBeLessThanOrEqual(1);
    const covers = live.some(
      ({ state, from, upto }) => dated.has(state) && (from ?? '') <= today() && (upto ?? '9') >= today(),
    );
    const { lines } = (kind === 'DL' ? forDriver : forVehicle).json.data;
    const red = lines.some((line: { about: string; colour: string }) => line.about === kind && line.colour === 'RED');
    expect(red, `${kind} on ${today()}: ${JSON.stringify(live)}`).toBe(!covers);
  }
}

/** What must hold besides once the night has been. */
async function holdsAfterMidnight(vehicleId: string, driverId: string): Promise<void> {
  for (const { state, from, upto, out, deleted } of await rowsOf([vehicleId, driverId])) {
    if (state === 'VERIFIED' || state === 'EXPIRING_SOON') expect((upto ?? '9') >= today()).toBe(true);
    if (state === 'UPCOMING' && !out && !deleted) expect((from ?? '') > today()).toBe(true);
  }
  for (const [list, id] of [
    ['vehicle', vehicleId],
    ['drivers', driverId],
  ] as const) {
    const fresh = (await papers.get(`/${list}/${id}/verdict`)).json.data;
    const [shown] = (await papers.get(`/${list}?id=${id}`)).json.data;
    expect([shown.verdict, shown.verdictLine]).toEqual([fresh.colour, fresh.lines[0]?.text ?? null]);
  }
}

async function perform(one: Act, vehicleId: string, driverId: string): Promise<void> {
  const token = papers.as.operations;
  const rows = await rowsOf([vehicleId, driverId]);
  const pick = (which: (row: Row) => boolean, at: number) => {
    const fit = rows.filter(which);
    return fit[at % Math.max(1, fit.length)]?.id;
  };
  if (one.do === 'days') {
    product.clock.move(one.count * dayMs);
    if (one.night) await product.product.jobs.runDue();
    return papers.signIn();
  }
  if (one.do === 'upload') {
    const from = one.from === null ? undefined : addDays(today(), one.from);
    const subject = one.kind === 'DL' ? { driverId } : { vehicleId };
    const before = await verdicts(vehicleId, driverId);
    const made = await papers.upload(one.kind, {
      ...subject,
      validFrom: from,
      validUpto: addDays(from ?? today(), one.lasts),
    });
    expect(made.status, made.text).toBe(201);
    const after = await verdicts(vehicleId, driverId);
    expect(after, 'handing a paper in takes nothing away').toEqual(before);
    return;
  }
  const lives = (row: Row) => !row.deleted;
  if (one.do === 'verify' || one.do === 'reject') {
    const id = pick((row) => lives(row) && !row.out && row.state === 'PENDING', one.at);
    if (!id) return;
    const decision = one.do === 'verify' ? 'VERIFY' : 'REJECT';
    const done = await papers.decide(id, decision, one.do === 'reject' ? { reasonCode: 'BLURRED' } : {});
    expect([200, 409], done.text).toContain(done.status);
    said[done.status === 200 ? decision : 'refused'] += 1;
    return;
  }
  const id = pick(
    {
      delete: lives,
      off: (row: Row) => lives(row) && !row.out,
      on: (row: Row) => lives(row) && row.out,
      restore: (row: Row) => row.deleted,
    }[one.do],
    one.at,
  );
  if (!id) return;
  const path = { delete: '', off: 'status/', on: 'status/', restore: 'restore/' }[one.do];
  const method = { delete: 'DELETE', off: 'PUT', on: 'PUT', restore: 'POST' } as const;
  const done = await product.call(method[one.do], `/vehicle-kyc-doc/${path}${id}`, { token });
  expect([200, 409], done.text).toContain(done.status);
}
const verdicts = async (vehicleId: string, driverId: string) =>
  Promise.all(
    [`/vehicle/${vehicleId}/verdict`, `/drivers/${driverId}/verdict`].map(async (path) =>
      (await papers.get(path)).json.data.lines
        .filter(({ text }: { text: string }) => !/is missing|awaiting review|was rejected/.test(text))
        // Whether another paper waits for review is no part of what is against it.
        .map((line: object) => ({ ...line, waits: undefined })),
    ),
  );

test('over acts and days in any order one paper of a kind counts, nothing verified is past its end after the night, and lists say what is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 40, size: 'max' }), async (acts) => {
      const { id: vehicleId } = await papers.vehicle();
      const { id: driverId } = await papers.driver();
      for (const one of acts) {
        await perform(one, vehicleId, driverId);
        await holdsNow(vehicleId, driverId);
        if (one.do !== 'days' || one.night) continue;
        // The night comes late, and brings all of it in line.
        await product.product.jobs.runDue();
        await holdsNow(vehicleId, driverId);
      }
      await product.product.jobs.runDue();
      await holdsAfterMidnight(vehicleId, driverId);
    }),
    { numRuns: 14, seed: 20_261_121 },
  );
  expect([said.VERIFY > 25, said.REJECT > 10, said.refused > 10], JSON.stringify(said)).toEqual([true, true, true]);
}, 240_000);

test('nights one by one and a single late one leave the same states', () => {
  const day = '2026-11-21';
  const paper = fc
    .record({ from: fc.option(fc.integer({ min: -60, max: 60 })), lasts: fc.option(fc.integer({ min: 0, max: 90 })) })
    .map(({ from, lasts }) => ({
      from: from === null ? null : addDays(day, from),
      upto: lasts === null ? null : addDays(day, (from ?? 0) + lasts),
    }));
  fc.assert(
    fc.property(fc.array(paper, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 120 }), (given, count) => {
      const all = given.map((one, at) => ({ id: String(at), ...one }));
      let left = all;
      for (let step = 0; step <= count; step += 1) {
        const states = statesOn(left, addDays(day, step), 30);
        left = left.filter(({ id }) => states.get(id) !== 'SUPERSEDED');
      }
      const last = addDays(day, count);
      const stepwise = statesOn(left, last, 30);
      const atOnce = statesOn(all, last, 30);
      for (const [id, state] of stepwise) expect(atOnce.get(id)).toBe(state);
      for (const [id, state] of atOnce) if (!stepwise.has(id)) expect(state).toBe('SUPERSEDED');
      const counts = [...atOnce.values()].filter((state) => state === 'VERIFIED' || state === 'EXPIRING_SOON');
      expect(counts.length).toBeLessThanOrEqual(1);
      const current = currentDocument({ verified: all }, last);
      if (current) expect(['VERIFIED', 'EXPIRING_SOON', 'EXPIRED']).toContain(atOnce.get(current.id));
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
});
