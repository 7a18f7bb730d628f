import { expect } from 'vitest';
import type { CallAnswer, TestProduct } from '#apps/server/testing.ts';
import type { ConversationItem } from '#areas/helpdesk/tickets/conversation.contract.ts';

const people = {
  agent: 'operations@roadkeeper.test',
  admin: 'admin@roadkeeper.test',
  client: 'client@roadkeeper.test',
  stranger: 'deccan@roadkeeper.test',
} as const;
export type Who = keyof typeof people;

// A body as it comes from the wire.
// oxlint-disable-next-line typescript/no-explicit-any -- tests read what was answered
export type Json = Record<string, any>;

/** Tickets through the door: of a client, of an agent of the desk, and of somebody of another organisation. */
export async function deskOf(product: TestProduct) {
  const tokens = {} as Record<Who, string>;
  const signIn = async (who: Who) => {
    tokens[who] = await product.login(people[who]);
  };
  for (const who of Object.keys(people)) await signIn(who as Who);
  /** Signs in again where the clock was moved past the end of a token. */
  const call = async (
    who: Who,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<CallAnswer> => {
    // Nothing happens in the same moment as something else.
    if (method !== 'GET') product.clock.move(1);
    const ask = () =>
      product.call(method, path, { token: tokens[who], ...(body === undefined ? {} : { body }), headers });
    const answer = await ask();
    if (answer.status !== 401) return answer;
    await signIn(who);
    return ask();
  };
  const must = async (answer: Promise<CallAnswer> | CallAnswer): Promise<Json> => {
    const { status, text, json } = await answer;
    expect(status, text).toBeLessThan(300);
    return json.data as Json;
  };
  const get = async (who: Who, path: string): Promise<Json> => must(call(who, 'GET', path));
  // A desk that is open from Monday to Saturday, 09:30 to 18:30, without holidays: what tests of others count in.
  const [hours] = (await product.product.db.query<{ id: string }>(
    `insert into business_hours (id, name, is_usual, monday, tuesday, wednesday, thursday, friday, saturday, holidays)
     values (gen_random_uuid(), 'Tests', false, '09:30-18:30', '09:30-18:30', '09:30-18:30', '09:30-18:30', '09:30-18:30', '09:30-18:30', 'NONE') returning id`,
  )) as [{ id: string }];
  const category = await must(
    call('admin', 'POST', '/help-category', {
      name: 'Questions of tests',
      slaFirstResponseMin: 60,
      slaResolutionMin: 240,
      slaReopenMin: 60,
      businessHoursId: hours.id,
      position: 900,
    }),
  );
  return {
    tokens,
    call,
    must,
    get,
    category,
    team: async (name = 'Insurance desk') =>
      (await get('admin', `/help-team?q=${encodeURIComponent(name)}`))[0] as Json,
    /** A question, of the client unless told otherwise. */
    ask: async (more: Json = {}, who: Who = 'client'): Promise<Json> =>
      must(
        call(who, 'POST', '/help-desk', {
          subject: 'Challan for a vehicle I sold',
          description: 'I sold this vehicle in March and still get challans for it.',
          categoryId: category['id'],
          priority: 'NORMAL',
          ...more,
        }),
      ),
    reply: (who: Who, ticketId: string, text: string) => must(call(who, 'POST', '/ticket-reply', { ticketId, text })),
    note: (ticketId: string, text: string, who: Who = 'agent') =>
      must(call(who, 'POST', '/ticket-note', { ticketId, text })),
    turn: (who: Who, id: string, requestStatus: number, remark?: string) =>
      call(who, 'PUT', `/help-desk/request-status/${id}`, { requestStatus, ...(remark ? { remark } : {}) }),
    ticket: (id: string, who: Who = 'agent') => get(who, `/help-desk/${id}`),
    talk: async (id: string, who: Who = 'agent') =>
      (await get(who, `/help-desk/get-remarks/${id}`)) as ConversationItem[],
  };
}
