import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Who } from '../testing/notices.ts';
import { startPushService, type PushService } from '../testing/push-service.ts';
import { type Pushes, startPushes } from '../testing/pushes.ts';
import { subjectOf } from './push-subject.rules.ts';
import { createSlots, most } from './push-slots.rules.ts';

/** Longer than what counts as no answer. */
const timeoutMs = 4_000;
const lines: string[] = [];
let its: Pushes;
const services: PushService[] = [];
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  its = await startPushes({ push: { allowLoopback: true, timeoutMs }, site: { log } });
}, 120_000);
afterAll(async () => {
  await its?.close();
  for (const service of services) await service.close();
});

const open = () => services.reduce((sum, service) => sum + service.open.now, 0);
/** Browsers of somebody, each at a service of its own that takes messages and never answers. */
async function atSilentServices(who: Who, count: number): Promise<string> {
  let token = '';
  for (let number = 0; number < count; number += 1) {
    const service = await startPushService();
    services.push(service);
    service.answer.hangs = true;
    ({ token } = await its.turnOn(who, service.browser()));
  }
  return token;
}

test('whatever hangs, somebody else’s urgent push goes at once, and what hung before waits behind', async () => {
  const silent: [Who, string][] = [];
  for (const who of ['owner', 'stranger', 'support'] as const) silent.push([who, await atSilentServices(who, 7)]);
  const quick = await startPushService();
  services.push(quick);
  await its.turnOn('desk', quick.browser());
  const everybodyTests = async () => {
    for (const [, token] of silent)
      await its.must(its.test.call('POST', '/notification/browser/test', { token, body: {} }));
    await its.run();
  };
  await everybodyTests();
  await expect.poll(open).toBe(most.unproven);
  const began = performance.now();
  await its.urgent(['desk']);
  await its.run();
  await expect.poll(() => quick.pushed.length, { timeout: 2_000 }).toBe(1);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(open(), 'all of them hang still').toBe(most.unproven);
  // Each takes its time; the last of them are known as slow before they are asked.
  await its.send();
  await its.send();
  for (const service of services) service.open.most = 0;
  its.test.clock.move(30_000);
  await everybodyTests();
  await expect.poll(open).toBe(most.slow);
  await its.urgent(['desk']);
  await its.run();
  await expect.poll(() => quick.pushed.length, { timeout: 2_000 }).toBe(2);
  expect(open()).toBe(most.slow);
  expect(
    await its.sql(
      'select subscription_id from push_message where notice_id is null group by subscription_id having count(*) > 1',
    ),
    'a test takes the place of the one before',
  ).toEqual([]);
  await its.sql('delete from push_subscription');
  await its.test.product.mail.idle();
}, 60_000);

test('places are kept for urgent messages, for other people, for other services, and for services that answer', () => {
  const now = new Date(0);
  const quick = { status: 201, ms: 20 };
  const silent = { status: null, ms: 10_000 };
  const one = (number: number, more: object = {}) => ({
    id: String(number),
    service: `s${number}`,
    accountId: `a${number}`,
    isUrgent: false,
    ...more,
  });
  const many = (more: (number: number) => object) =>
    Array.from({ length: 30 }, (_, number) => one(number, more(number)));
  const chosen = (more: (number: number) => object, noted?: object) => {
    const slots = createSlots();
    for (let number = 0; number < 30; number += 1) if (noted) slots.note(`s${number}`, noted as typeof quick, now);
    return slots.choose(many(more), now).length;
  };
  expect(chosen(() => ({}))).toBe(most.unproven);
  expect(chosen(() => ({ isUrgent: true }))).toBe(most.unprovenUrgent);
  expect(chosen(() => ({}), quick)).toBe(most.notUrgent);
  expect(chosen(() => ({ isUrgent: true }), quick)).toBe(most.all);
  expect(chosen(() => ({ isUrgent: true }), silent)).toBe(most.slow);
  expect(chosen(() => ({ accountId: 'one' }), quick)).toBe(most.ofAccount);
  expect(chosen(() => ({ service: 's1' }), quick)).toBe(most.ofService);

  const slots = createSlots();
  slots.note('s1', quick, now);
  slots.note('s2', silent, now);
  expect(slots.state(now)).toMatchObject({ good: ['s1'], slow: ['s2'] });
  // Nobody is there: that keeps no place, and says nothing of how it answers.
  slots.note('s1', { status: null, ms: 5 }, now);
  slots.note('s2', { status: 500, ms: 5 }, now);
  expect(slots.state(now)).toMatchObject({ good: ['s1', 's2'], slow: [] });
  expect(slots.state(new Date(3_600_000))).toMatchObject({ good: [], slow: [] });
  for (let number = 0; number < 5; number += 1) slots.start(one(number, { accountId: 'one', service: 'same' }));
  expect(slots.state(now)).toMatchObject({ busyServices: ['same'], busyAccounts: ['one'] });
  slots.end(one(3));
  expect(slots.state(now)).toMatchObject({ busyServices: [], busyAccounts: [] });
});

test('the log says once an hour that a push service refuses the signature, why, and what it named', async () => {
  const { path } = await its.turnOn('owner');
  const refusals = () => lines.filter((line) => line.includes('refused the signature'));
  its.service.answerOf.set(path, { status: 403, headers: {}, hangs: false, body: '{"reason":"BadJwtToken"}' });
  for (let time = 0; time < 2; time += 1) {
    await its.urgent(['owner']);
    await its.send();
  }
  expect(refusals()).toHaveLength(1);
  expect(refusals()[0]).toContain(
    `${new URL(its.service.origin).host} refused the signature of this installation: 403 BadJwtToken; it names mailto:no-reply@localhost`,
  );
  its.test.clock.move(3_600_000);
  its.service.answerOf.set(path, { status: 403, headers: {}, hangs: false, body: '{"reason":"a\\nb"}' });
  await its.urgent(['owner']);
  await its.send();
  expect(refusals()).toHaveLength(2);
  expect(refusals()[1]).toContain('403; it names');
});

test('push services are told an address that others know: of the product, else of who sends its mails', () => {
  const sender = 'no-reply@fleet.example.in';
  expect(subjectOf('https://app.fleet.in:8443', sender)).toBe('https://app.fleet.in:8443');
  for (const origin of [
    'http://app.fleet.in',
    'https://localhost',
    'https://10.0.0.5',
    'https://[::1]',
    'https://fleet',
    'https://a.local',
  ])
    expect(subjectOf(origin, sender), origin).toBe(`mailto:${sender}`);
  // Nothing better is known.
  expect(subjectOf('https://fleet.local', 'no-reply@localhost')).toBe('https://fleet.local');
  expect(subjectOf('http://localhost:3000', 'no-reply@localhost')).toBe('mailto:no-reply@localhost');
});
