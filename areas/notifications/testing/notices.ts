import { expect } from 'vitest';
import { type CallAnswer, startTestProduct, type TestOptions } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Notice } from '#kit/server/notify/topic.ts';
import type { NoticeRow, Preferences } from '../notice-answers.contract.ts';

const people = {
  desk: 'operations@roadkeeper.test',
  support: 'support@roadkeeper.test',
  owner: 'client@roadkeeper.test',
  stranger: 'deccan@roadkeeper.test',
} as const;
export type Who = keyof typeof people;

/** A product whose people publish and read notices. */
export async function startNotices(options: TestOptions = {}) {
  const test = await startTestProduct({ at: '2026-11-23T06:00:00Z', ...options });
  const tokens = new Map<Who, string>();
  const call = async (
    who: Who,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<CallAnswer> => {
    const token = tokens.get(who) ?? (await test.login(people[who]));
    tokens.set(who, token);
    const answer = await test.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 401) return answer;
    // The clock was moved past the end of the token.
    tokens.delete(who);
    return call(who, method, path, body);
  };
  const must = async (answer: Promise<CallAnswer>) => {
    const { status, text, json } = await answer;
    expect(status, text).toBeLessThan(300);
    return json;
  };
  const sql = <Row>(text: string, params: (string | null)[] = []) =>
    transact(test.product.db, everything, (db) => db.query<Row>(text, params));
  return {
    test,
    call,
    must,
    sql,
    email: (who: Who) => people[who],
    async accountOf(who: Who): Promise<{ id: string; orgId: string | null }> {
      const [row] = await sql<{ id: string; orgId: string | null }>(
        'select id, org_id as "orgId" from account where email = $1',
        [people[who]],
      );
      if (!row) throw new Error(`${people[who]} has no account`);
      return row;
    },
    async list(who: Who, query = ''): Promise<NoticeRow[]> {
      return (await must(call(who, 'GET', `/notification${query}`))).data as NoticeRow[];
    },
    async unread(who: Who): Promise<number> {
      return (await must(call(who, 'GET', '/notification/unread-count'))).data.unread as number;
    },
    async preferences(who: Who): Promise<Preferences> {
      return (await must(call(who, 'GET', '/notification/preferences'))).data as Preferences;
    },
    choose: (who: Who, body: object) => must(call(who, 'PUT', '/notification/preferences', body)),
    publish: (...notices: readonly Notice[]) =>
      transact(test.product.db, everything, (db) => publish(db, test.clock.now(), ...notices)),
    run: () => test.product.jobs.runDue(),
    /** Mails to somebody, of a template, oldest first. */
    mails: (who: Who, template: string) =>
      sql<{ id: string; subject: string; text: string; dueAt: string | null; state: string }>(
        `select id, subject, body_text as text, due_at as "dueAt", state from mail where to_address = $1 and template = $2 order by created_at, id`,
        [people[who], template],
      ),
    close: () => test.close(),
  };
}
export type Notices = Awaited<ReturnType<typeof startNotices>>;
