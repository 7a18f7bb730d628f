import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { importing } from '#kit/server/import/testing/importing.ts';

let product: TestProduct;
const tokens = { client: '', other: '', admin: '' };
let io: ReturnType<typeof importing>;
let [own, foreign]: [string[], string[]] = [[], []];
const count = 5_000;

beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-27T06:00:00Z' });
  for (const [who, email] of [
    ['client', 'client'],
    ['other', 'deccan'],
    ['admin', 'admin'],
  ] as const)
    tokens[who] = await product.login(`${email}@roadkeeper.test`);
  io = importing(product, () => tokens.client);
  const plates = async (organisation: string) =>
    (
      await transact(product.product.db, everything, (db) =>
        db.query<{ plate: string }>(
          `select v.registration_no as plate from vehicle v join organisation o on o.id = v.org_id
           where o.name = $1 and v.deleted_at is null and v.registration_no is not null order by 1`,
          [organisation],
        ),
      )
    ).map(({ plate }) => plate);
  [own, foreign] = [await plates('Sahyadri Logistics'), await plates('Deccan Cold Chain')];
}, 60_000);
afterAll(() => product?.close());

const head =
  'Source,Number,Offence,Vehicle,Day of the offence,Time of the offence,State,Place,Amount,Authority,Notified on,Who is to pay';
type Fault = 'foreign' | 'unknown' | 'amount' | 'notice' | 'own number' | 'twin' | 'later';
/** What is wrong with every so manyth row. */
const faults: readonly Fault[] = ['foreign', 'unknown', 'amount', 'notice', 'own number', 'twin', 'later'];
const every = 50;
const faultOf = (at: number): Fault | undefined =>
  at > 0 && at % every === 0 ? faults[(at / every - 1) % faults.length] : undefined;

/** A row of the file of an authority. */
function lineOf(at: number, fault: Fault | undefined): string {
  const day = String(1 + (at % 28)).padStart(2, '0');
  const no =
    fault === 'own number'
      ? `CN-2611-${String(at).padStart(5, '0')}`
      : `MH12/IMP/${String(fault === 'twin' ? at - 1 : at).padStart(6, '0')}`;
  const plate =
    fault === 'foreign'
      ? foreign[at % foreign.length]
      : fault === 'unknown'
        ? `MH12ZZ${String(at % 10_000).padStart(4, '0')}`
        : own[at % own.length];
  const notified = fault === 'notice' ? '2026-09-01' : fault === 'later' ? '2026-12-24' : '2026-11-20';
  const amount = fault === 'amount' ? '' : String(500 + (at % 4) * 500);
  const minute = String(at % 60).padStart(2, '0');
  return `Government challan,${no},"Disobeying a direction, or obstruction",${plate},2026-10-${day},10:${minute},Maharashtra,"Karve Road, Pune",${amount},Pune Traffic Police,${notified},Owner`;
}

/** What is said of each fault, at which field. */
const said: Readonly<Record<Fault, (at: number) => Record<string, string>>> = {
  foreign: (at) => ({ vehicleId: `Vehicle: no vehicle is called “${foreign[at % foreign.length]}”` }),
  unknown: (at) => ({ vehicleId: `Vehicle: no vehicle is called “MH12ZZ${String(at % 10_000).padStart(4, '0')}”` }),
  amount: () => ({ amountPaise: 'Enter the amount' }),
  notice: () => ({ notifiedOn: 'This day is before the offence' }),
  'own number': () => ({ challanNo: 'Numbers that begin with CN are those of company notices' }),
  twin: (at) => ({ challanNo: `The same as in line ${at + 1}` }),
  later: () => ({ notifiedOn: 'This day is yet to come' }),
};
const order = { mode: 'create', key: ['id'] };
const countOf = (who: keyof typeof tokens) =>
  product.call('GET', '/challan?q=MH12/IMP&take=1', { token: tokens[who] }).then(({ json }) => json.count as number);
const fileOf = (faulty: boolean) =>
  io.rowsOf(
    'challan',
    [head, ...Array.from({ length: count }, (_, at) => lineOf(at, faulty ? faultOf(at) : undefined))].join('\n'),
  );

test('5,000 challans of an authority with bad rows: checked, mended, imported and taken back', {
  timeout: 300_000,
}, async () => {
  const rows = await fileOf(true);
  const checked = await io.check('challan', rows, order);
  const expected = rows.flatMap((_, at) => {
    const fault = faultOf(at);
    return fault ? [{ line: at + 2, action: 'error', messages: said[fault](at) }] : [];
  });
  expect(expected.length).toBe(99);
  expect(checked.rows.filter(({ action }) => action === 'error')).toEqual(expected);
  expect(checked).toMatchObject({ create: count - 99, error: 99 });
  expect(await countOf('client'), 'a check writes nothing').toBe(0);

  // Nothing is imported where all or nothing is asked for.
  const refused = await io.run('challan', { ...order, rows, partial: false });
  expect([refused.state, await countOf('client')]).toEqual(['failed', 0]);

  // Mended in the grid, whose rows are checked again.
  const mended = (await fileOf(false)).filter((_, at) => faultOf(at) !== undefined);
  const again = await io.check('challan', mended, order);
  expect(again).toMatchObject({ create: 99, error: 0 });
  const right = new Map(mended.map((row) => [row.line, row]));
  const batch = await io.run('challan', { ...order, rows: rows.map((row) => right.get(row.line) ?? row) });
  expect(batch).toMatchObject({ state: 'done', created: count, failed: 0 });
  expect([await countOf('client'), await countOf('other')]).toEqual([count, 0]);
  const [one] = (await io.get('/challan?q=MH12/IMP/000123')).json.data;
  expect(one).toMatchObject({
    source: 'GOVERNMENT',
    challanStatus: 'NOTIFIED',
    amountPaise: 200_000,
    contestBy: '2027-01-04',
    dueOn: '2027-01-04',
  });
  expect((await product.call('GET', `/challan/${one.id}`, { token: tokens.other })).status).toBe(404);
  const timeline = (await io.get(`/challan/timeline/${one.id}`)).json.data;
  expect(timeline.map(({ what }: { what: string }) => what)).toEqual(['ADDED']);

  // What somebody has paid since stays.
  const paid = await io.post(`/challan/paid/${one.id}`, { on: '2026-11-25', receiptNo: 'GRN-1' });
  expect(paid.status, paid.text).toBe(200);
  expect((await product.call('POST', `/challan/import/${batch.id}/undo`, { token: tokens.other })).status).toBe(404);
  const undone = await io.post(`/challan/import/${batch.id}/undo`);
  expect(undone.json.data).toMatchObject({ removed: count - 1, put: 0 });
  expect(undone.json.data.left.length).toBe(1);
  expect(await countOf('client')).toBe(1);
});
