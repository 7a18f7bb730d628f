import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NoticeRow } from '#areas/notifications/notice-answers.contract.ts';
import { midnightAfter } from '../hiding/off-duty.rules.ts';
import { type Carrier, give, type Night, owner, receiver, startNight, workingHours } from '../testing/night.ts';

let night: Night;
/** With a driver who has an email address, with one who has none, and with nobody. */
let mailed: Carrier;
let unmailed: Carrier;
const minute = 60_000;
const email = 'driver.of.the.night@example.in';
/** Of the same organisation as the owner, with a role that may look at rules. */
const colleague = 'dispatch@roadkeeper.test';
let last: Date;

beforeAll(async () => {
  night = await startNight();
  [mailed, unmailed] = [await night.carrier(), await night.carrier()];
  await night.carrier();
  const driverId = await give(night.fleet, mailed.vehicleId);
  const other = await give(night.fleet, unmailed.vehicleId);
  await night.sql('update driver set email = $2 where id = $1', [driverId, email]);
  await night.sql('update driver set email = null where id = $1', [other]);
}, 120_000);
afterAll(() => night?.product.close());
beforeEach(() => forget());

const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await night.call(method, path, body);
  expect([200, 201], `${method} ${path} ${answer.text}`).toContain(answer.status);
  await night.fleet.move(minute);
  return answer.json.data;
};
let serial = 0;
const rule = (over: object = {}) =>
  write('POST', '/off-duty-rule', { ...workingHours, name: `Hours ${(serial += 1)}`, ...over });
const change = async (id: string, over: object) => {
  const { days, fromTime, toTime, note, vehicleGroupId, orgId, name } = (
    await night.call('GET', `/off-duty-rule/${id}`)
  ).json.data;
  return write('PUT', `/off-duty-rule/${id}`, { days, fromTime, toTime, note, vehicleGroupId, orgId, name, ...over });
};
/** What somebody was told since the test began, or since it was asked last: earliest first. */
async function told(who: string, language = 'en'): Promise<[topic: string, title: string][]> {
  await night.product.product.jobs.runDue();
  const token = await night.product.login(who);
  const answer = await night.product.call('GET', '/notification?take=100', {
    token,
    headers: { 'accept-language': language },
  });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.data as NoticeRow[])
    .filter(({ topic, at }) => topic.startsWith('off-duty') && at >= last.toISOString())
    .map(({ topic, title }): [string, string] => [topic, title])
    .toReversed();
}
/** Mails to drivers since then. */
async function mails() {
  await night.product.product.jobs.runDue();
  return night.sql<{ to: string; subject: string; text: string }>(
    `select to_address as "to", subject, body_text as text from mail where template = 'off-duty-driver' and created_at >= $1 order by created_at, to_address`,
    [last.toISOString()],
  );
}
/** What was told until now counts no longer. */
const forget = async () => {
  await night.product.product.jobs.runDue();
  await night.fleet.move(minute);
  last = night.product.clock.now();
};
const inWords = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(ms));

test('whoever may look at rules is told when one is switched off, and from when; who did it, and others, are not', async () => {
  const { id } = await rule({ name: 'Nights' });
  await forget();
  await write('PUT', `/off-duty-rule/status/${id}`);
  const from = inWords(midnightAfter(last.getTime()));
  expect(from).toMatch(/^\d+ \w+ 2026, 00:00$/);
  const [actor] = await night.sql<{ name: string }>('select name from account where email = $1', [owner]);
  expect(await told(colleague)).toEqual([
    [
      'off-duty-shows',
      `Off-duty rule Nights: Switched off by ${actor?.name}. From ${from} vehicles are shown at times when they were hidden`,
    ],
  ]);
  expect(await told(colleague, 'hi')).toEqual([
    ['off-duty-shows', expect.stringMatching(/ड्यूटी के बाद का नियम Nights: बंद किया गया/)],
  ]);
  for (const who of [owner, receiver, 'admin@roadkeeper.test', 'operations@roadkeeper.test'])
    expect(await told(who), who).toEqual([]);
  await write('DELETE', `/off-duty-rule/${id}`);
});

test('its drivers are written to, where they have an email address', async () => {
  const { id } = await rule({ name: 'Written' });
  const [made, ...others] = await mails();
  expect([made?.to, others]).toEqual([email, []]);
  expect(made?.subject).toMatch(
    /^Off-duty rule Written for vehicle \w+: Added · वाहन \w+ के लिए ड्यूटी के बाद का नियम Written: जोड़ा गया$/,
  );
  expect(made?.text).toContain('it is hidden where the vehicle is at times when that was shown.');
  await forget();
  const from = inWords(midnightAfter(last.getTime()));
  await write('DELETE', `/off-duty-rule/${id}`);
  const [gone, ...more] = await mails();
  expect([gone?.to, more]).toEqual([email, []]);
  expect(gone?.subject).toContain(': Deleted · ');
  expect(gone?.text).toContain(`From ${from} it is shown where the vehicle is at times when that was hidden.`);
  expect(gone?.text).toContain('Sahyadri Logistics');
  // Nobody knows what a driver reads: the same stands in Hindi below it, with the words of that language.
  const [english = '', hindi = ''] = (gone?.text ?? '').split('\n———\n');
  expect(english).not.toMatch(/[\u0900-\u097F]/);
  expect(hindi).toMatch(/^\s*नमस्ते /);
  expect(hindi).toMatch(/से वाहन कहाँ है, यह उन समयों में भी दिखाया जाएगा जब यह छिपा रहता था।/);
  expect(hindi).toContain('Written: हटाया गया');
  expect(`${english}${hindi}`).not.toContain('{{');
});

test('making a rule and shorter hours are told as hiding, longer hours as showing, moved hours as both', async () => {
  const { id } = await rule();
  await change(id, { fromTime: '10:00' });
  await change(id, { toTime: '20:00' });
  await change(id, { fromTime: '11:00', toTime: '21:00' });
  const news = (await told(colleague)).map(([topic, title]) => [topic, /: ([^:]+) by/.exec(title)?.[1]]);
  expect(news.map(([topic, what]) => `${topic} ${what}`).toSorted()).toEqual(
    [
      'off-duty-hides Added',
      'off-duty-hides Working hours changed',
      'off-duty-hides Working hours changed',
      'off-duty-shows Working hours changed',
      'off-duty-shows Working hours changed',
    ].toSorted(),
  );
  await write('DELETE', `/off-duty-rule/${id}`);
});

test('it stands in the history of the organisation, and in that of each vehicle that somebody has', async () => {
  const { id } = await rule({ name: 'Noted' });
  await forget();
  await write('PUT', `/off-duty-rule/status/${id}`);
  const after = {
    offDutyRule: 'Noted',
    offDutyChange: 'Switched off',
    shownFrom: new Date(midnightAfter(last.getTime())).toISOString(),
  };
  const notes = await night.sql<{ module: string; id: string; after: object; orgId: string }>(
    `select module, record_id as id, after, org_id as "orgId" from history
     where after ? 'offDutyRule' and at >= $1 order by module, record_id`,
    [last.toISOString()],
  );
  expect(notes).toEqual([
    { module: 'organisation', id: night.orgId, after, orgId: night.orgId },
    ...[mailed.vehicleId, unmailed.vehicleId]
      .toSorted()
      .map((vehicle) => ({ module: 'vehicle', id: vehicle, after, orgId: night.orgId })),
  ]);
  await write('DELETE', `/off-duty-rule/${id}`);
});

test('a name and a note change nothing that anybody has to be told', async () => {
  const { id } = await rule();
  await forget();
  await change(id, { note: 'As agreed with the drivers', name: 'Agreed' });
  expect([await told(colleague), await mails()]).toEqual([[], []]);
  await write('DELETE', `/off-duty-rule/${id}`);
});

test('a vehicle that leaves the group of a rule is told of, and to its driver alone', async () => {
  const { id: group } = await write('POST', '/vehicle-group', { name: 'Night cars', colour: 'BLUE' });
  await write('POST', `/vehicle-group/${group}/vehicles`, { ids: [mailed.vehicleId, unmailed.vehicleId] });
  const { id } = await rule({ vehicleGroupId: group });
  await forget();
  await write('POST', `/vehicle-group/${group}/remove-vehicles`, { ids: [unmailed.vehicleId] });
  expect((await told(colleague)).map(([topic, title]) => [topic, title.includes('Vehicles changed')])).toEqual([
    ['off-duty-shows', true],
  ]);
  expect(await mails()).toEqual([]);
  await write('POST', `/vehicle-group/${group}/remove-vehicles`, { ids: [mailed.vehicleId] });
  expect((await mails()).map(({ to }) => to)).toEqual([email]);
  await write('DELETE', `/off-duty-rule/${id}`);
});

test('a vehicle that leaves the group of two rules is told of once, by what comes of it in the end', async () => {
  const { id: group } = await write('POST', '/vehicle-group', { name: 'Evening cars', colour: 'BLUE' });
  const ids = [mailed.vehicleId];
  await write('POST', `/vehicle-group/${group}/vehicles`, { ids });
  const rules = [
    await rule({ name: 'By day', vehicleGroupId: group, fromTime: '09:00', toTime: '18:00' }),
    await rule({ name: 'In the evening', vehicleGroupId: group, fromTime: '20:00', toTime: '22:00' }),
  ];
  await forget();
  for (const [act, topic] of [
    ['remove-vehicles', 'off-duty-shows'],
    ['vehicles', 'off-duty-hides'],
  ] as const) {
    await write('POST', `/vehicle-group/${group}/${act}`, { ids });
    expect(await told(colleague), act).toEqual([
      [topic, expect.stringMatching(/^Off-duty rule By day, In the evening: Vehicles changed by /)],
    ]);
    expect(
      (await mails()).map(({ to }) => to),
      act,
    ).toEqual([email]);
    await forget();
  }
  for (const { id } of rules) await write('DELETE', `/off-duty-rule/${id}`);
});

test('a rule beside another may show more by being made: that is told as what it is', async () => {
  const { id } = await rule();
  await forget();
  const { id: second } = await rule({ fromTime: '20:00', toTime: '22:00' });
  expect((await told(colleague)).map(([topic]) => topic)).toEqual(['off-duty-shows']);
  await forget();
  // And its end hides more.
  await write('DELETE', `/off-duty-rule/${second}`);
  expect((await told(colleague)).map(([topic]) => topic)).toEqual(['off-duty-hides']);
  await write('DELETE', `/off-duty-rule/${id}`);
});

test('an act on several rules is told of once, by what comes of all of them', async () => {
  const rules = [
    await rule({ name: 'By day', fromTime: '09:00', toTime: '18:00' }),
    await rule({ name: 'In the evening', fromTime: '20:00', toTime: '22:00' }),
  ];
  const ids = rules.map(({ id }) => id);
  await forget();
  for (const [action, topic, words] of [
    ['deactivate', 'off-duty-shows', 'Switched off'],
    ['activate', 'off-duty-hides', 'Switched on'],
    ['delete', 'off-duty-shows', 'Deleted'],
  ] as const) {
    const { done } = await write('POST', '/off-duty-rule/bulk', { action, ids });
    expect(done).toBe(2);
    expect(await told(colleague), action).toEqual([
      [topic, expect.stringContaining(`Off-duty rule By day, In the evening: ${words} by `)],
    ]);
    expect(await told(owner), action).toEqual([]);
    expect(
      (await mails()).map(({ to }) => to),
      action,
    ).toEqual([email]);
    const notes = await night.sql<{ module: string; source: string }>(
      `select module, source from history where after ? 'offDutyRule' and at >= $1 order by module`,
      [last.toISOString()],
    );
    expect(notes.map(({ module }) => module)).toEqual(['organisation', 'vehicle', 'vehicle']);
    await forget();
  }
});
