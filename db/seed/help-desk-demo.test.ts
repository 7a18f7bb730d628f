import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { loadDemoFleet } from './demo-fleet.ts';
import { demoTickets } from './help-desk-demo.data.ts';

let product: TestProduct;
const rowsOf = <T>(text: string) => transact(product.product.db, everything, (db) => db.query<T>(text));

beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-27T06:00:00Z' });
  await loadDemoFleet(product.product.kit);
}, 120_000);
afterAll(() => product?.close());

test('the tickets of the demo stand in every state, with words of both sides and of the desk alone, and nobody is mailed', async () => {
  const tickets = await rowsOf<{ subject: string; state: string; promise: string; linked: boolean }>(
    `select subject, request_status as state, promise, num_nonnulls(vehicle_id, driver_id, policy_id, challan_id, device_id, document_id, transaction_id) > 0 as linked
     from help_desk order by ticket_no`,
  );
  expect(tickets.map(({ subject }) => subject)).toEqual(demoTickets.map(({ subject }) => subject));
  expect([...new Set(tickets.map(({ state }) => state))].sort()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  expect([...new Set(tickets.map(({ promise }) => promise))].sort()).toEqual(
    expect.arrayContaining(['LATE', 'MET', 'ON_TIME', 'PAUSED']),
  );
  const asked = new Map(demoTickets.map((one) => [one.subject, one.about !== undefined]));
  expect(tickets.filter(({ subject, linked }) => linked !== asked.get(subject))).toEqual([]);
  const [counts] = await rowsOf<Record<string, number>>(
    `select (select count(*)::int from ticket_reply where by_staff = 'STAFF') as answers,
       (select count(*)::int from ticket_reply where by_staff = 'CUSTOMER') as questions,
       (select count(*)::int from ticket_note where kind = 'NOTE') as notes, (select count(*)::int from ticket_note where kind = 'FORWARD') as forwards,
       (select count(*)::int from mail where template like 'ticket%') as mails`,
  );
  expect(counts).toEqual({ answers: 11, questions: 2, notes: 2, forwards: 3, mails: 0 });
  const meant = (
    await rowsOf<{ kind: string }>(
      `select distinct satisfaction::text as kind from help_desk where satisfaction is not null order by 1`,
    )
  ).map(({ kind }) => kind);
  expect(meant).toEqual(['2', '4', '5']);
});
