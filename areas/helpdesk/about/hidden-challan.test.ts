import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChallans } from '#areas/challans/testing/challans.ts';
import { everything } from '#kit/server/db/database.ts';

let its: Awaited<ReturnType<typeof startChallans>>;
beforeAll(async () => {
  its = await startChallans();
}, 120_000);
afterAll(() => its?.close());

test('a draft that the desk linked to a ticket is hidden from its customer, who can still change the ticket', async () => {
  const draft = await its.draft();
  const [category] = await its.must(its.call('safety', 'GET', '/help-category?take=1'));
  const words = {
    subject: 'Measured while I was parked',
    description: 'The vehicle stood in the yard all day long.',
    categoryId: category.id as string,
    priority: 'NORMAL',
  };
  const { id, orgId, appUserId } = await its.must(its.call('client', 'POST', '/help-desk', words));
  const ofDesk = { ...words, orgId, appUserId, challanId: draft.id };
  await its.must(its.call('safety', 'PUT', `/help-desk/${id}`, ofDesk));
  const seen = async (who: 'safety' | 'client') => its.must(its.call(who, 'GET', `/help-desk/${id}`));
  expect((await seen('safety')).challan.id).toBe(draft.id);
  const theirs = await seen('client');
  expect([theirs.challanId, theirs.challan]).toEqual([null, null]);
  const listed = await its.must(its.call('client', 'GET', '/help-desk?take=100'));
  expect(JSON.stringify(listed)).not.toContain(draft.id);
  // What they save says nothing of it, and it stays for the desk.
  const changed = await its.call('client', 'PUT', `/help-desk/${id}`, {
    ...words,
    description: 'It stood in the yard all day long, and I can prove it.',
    challanId: theirs.challanId,
  });
  expect([changed.status, changed.json.data?.challanId], changed.text).toEqual([200, null]);
  expect((await seen('safety')).challan.id).toBe(draft.id);
  // Once it is issued they see it as well.
  await its.must(its.call('safety', 'POST', `/challan/issue/${draft.id}`, { amountPaise: draft.amountPaise }));
  expect((await seen('client')).challan.id).toBe(draft.id);
  const links = await its.product.product.db.transact(everything, (db) =>
    db.query<{ challanId: string }>('select challan_id as "challanId" from help_desk where id = $1', [id]),
  );
  expect(links).toEqual([{ challanId: draft.id }]);
});
