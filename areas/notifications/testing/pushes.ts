import { expect } from 'vitest';
import type { CallAnswer, TestOptions } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { Notice } from '#kit/server/notify/topic.ts';
import type { Browser } from '../notice-answers.contract.ts';
import { pushJob } from '../push/push-queue.store.ts';
import { startNotices, type Who } from './notices.ts';
import { startPushService, type TestBrowser } from './push-service.ts';

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A product whose people have browsers, and the push service that carries what these are sent. */
export async function startPushes(options: TestOptions = {}) {
  const service = await startPushService();
  const its = await startNotices({ push: { allowLoopback: true, timeoutMs: 1_000 }, ...options });
  let serial = 0;
  /** Signs in for a week in a browser of its own. */
  const signIn = async (who: Who) => {
    const answer = await its.test.call('POST', '/login', {
      body: { email: its.email(who), password: demoPassword, keep: true },
      headers: { 'user-agent': agent },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.accessToken as string;
  };
  const say = (token: string, body: unknown): Promise<CallAnswer> =>
    its.test.call('PUT', '/notification/browser', { token, body, headers: { 'user-agent': agent } });
  /** Turns notifications on in a browser of its own. */
  const turnOn = async (who: Who, browser: TestBrowser = service.browser()) => {
    const token = await signIn(who);
    const answer = await say(token, browser.body);
    expect(answer.status, answer.text).toBe(200);
    const id = (answer.json.data.browsers as Browser[]).find(({ isThis }) => isThis)?.id ?? '';
    return { ...browser, token, id };
  };
  /** Sends what is due, and waits until nothing is on its way. */
  const send = async () => {
    await its.run();
    await its.test.product.mail.idle();
    // What came of it has added a look of its own.
    await its.run();
    await its.test.product.mail.idle();
  };
  return {
    ...its,
    service,
    signIn,
    say,
    turnOn,
    send,
    waiting: () =>
      its.sql<{ dueAt: string; tries: number }>(
        'select due_at as "dueAt", tries from push_message order by due_at, id',
      ),
    /** Looks for what is due, as the job that lies behind would. */
    async later(ms: number) {
      its.test.clock.move(ms);
      await transact(its.test.product.db, everything, (db) => its.test.product.jobs.add(db, { name: pushJob }));
      await send();
    },
    /** Something urgent of the organisation of the owner. */
    async urgent(who: readonly Who[], more: Partial<Notice> = {}): Promise<void> {
      const no = (serial += 1);
      const accounts = (await Promise.all(who.map((one) => its.accountOf(one)))).map(({ id }) => id);
      const { orgId } = await its.accountOf('owner');
      await its.publish({
        topic: { key: 'device-alarm-urgent' },
        to: { accounts },
        orgId,
        params: { alarm: 'Power cut', vehicle: 'MH12AB1234', at: its.test.clock.now().toISOString() },
        link: `/alarm/01a1fc17-27e9-7627-921e-d6ed73${String(no).padStart(6, '0')}`,
        record: { module: 'alarm', id: `01a1fc17-27e9-7627-921e-d6ed73${String(no).padStart(6, '0')}` },
        onceKey: `urgent ${no}`,
        ...more,
      });
    },
    async close() {
      await its.close();
      await service.close();
    },
  };
}
export type Pushes = Awaited<ReturnType<typeof startPushes>>;
