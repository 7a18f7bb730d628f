import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import { type Linked, startLinked, stranger } from './testing/linked.ts';

let linked: Linked;
const admin = 'admin@roadkeeper.test';
beforeAll(async () => {
  linked = await startLinked(30);
});
afterAll(() => linked?.close());

const sql = <Row = Record<string, unknown>>(text: string, params: readonly string[] = []) =>
  linked.gateway.sql<Row>(text, params);
const gone = { status: 404, message: 'This link is not valid, or it has ended' };
const answerTo = async (token: string, pin?: string) => {
  const { status, json } = await linked.open(token, pin);
  return { status, message: json.message };
};
const rowOf = async (id: string) =>
  (await linked.call('GET', '/share-link?take=100')).json.data.find((row: { id: string }) => row.id === id);

test('a link is answered once with its address, of which the hash alone is kept', async () => {
  const vehicleId = linked.nextVehicle();
  const made = await linked.call('POST', '/share-link', { vehicleId, minutes: 120, label: '  Warehouse gate  ' });
  expect(made.status, made.text).toBe(201);
  const { link, ...row } = made.json.data;
  expect(link).toMatch(/^https?:\/\/[^/]+\/s\/rkl_[\w-]{43}$/);
  expect(row).toMatchObject({ kind: 'VEHICLE', state: 'ACTIVE', label: 'Warehouse gate', hasPin: false, views: 0 });
  expect(Date.parse(row.expiresAt) - Date.parse(row.createdAt)).toBe(2 * 3_600_000);
  const token = link.split('/s/')[1];
  expect(await rowOf(row.id)).toEqual(row);
  const stored = await sql('select * from share_link where id = $1', [row.id]);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(stored[0]?.['token_hash']).toEqual(hashToken(token));
  const history = await linked.call('GET', `/history?module=share-link`, undefined, admin);
  expect(history.text).toContain('Warehouse gate');
  expect(history.text).not.toContain(token);
});

test('what is sent is checked: vehicle or trip, a time within limits, digits, nothing else', async () => {
  const vehicleId = linked.nextVehicle();
  const { tripId } = await linked.trip();
  const now = linked.product.clock.now().getTime();
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const cases: [body: Record<string, unknown>, field: string][] = [
    [{ minutes: 120 }, 'vehicleId'],
    [{ vehicleId, tripId, minutes: 120 }, 'vehicleId'],
    [{ vehicleId: 'x', minutes: 120 }, 'vehicleId'],
    [{ vehicleId }, 'minutes'],
    [{ vehicleId, minutes: 120, until: at(60) }, 'minutes'],
    [{ vehicleId, minutes: 4 }, 'minutes'],
    [{ vehicleId, minutes: 7 * 1440 + 1 }, 'minutes'],
    [{ vehicleId, minutes: 1e300 }, 'minutes'],
    [{ vehicleId, minutes: '120' }, 'minutes'],
    [{ vehicleId, until: at(-60) }, 'until'],
    [{ vehicleId, until: at(7 * 1440 + 5) }, 'until'],
    [{ vehicleId, until: 'tomorrow' }, 'until'],
    [{ vehicleId, minutes: 120, pin: '123' }, 'pin'],
    [{ vehicleId, minutes: 120, pin: '123456789' }, 'pin'],
    [{ vehicleId, minutes: 120, pin: '12a4' }, 'pin'],
    [{ vehicleId, minutes: 120, pin: 1234 }, 'pin'],
    [{ vehicleId, minutes: 120, label: 'x'.repeat(81) }, 'label'],
    [{ vehicleId, minutes: 120, label: 'a\u0000b' }, 'label'],
    [{ vehicleId, minutes: 120, orgId: vehicleId }, 'orgId'],
  ];
  for (const [body, field] of cases) {
    const answer = await linked.call('POST', '/share-link', body);
    expect(answer.status, `${JSON.stringify(body)} ${answer.text}`).toBe(400);
    expect(Object.keys(answer.json.fields), JSON.stringify(body)).toContain(field);
  }
  expect((await linked.call('POST', '/share-link', { vehicleId, until: at(60) })).status).toBe(201);
  expect((await linked.product.call('POST', '/share-link/open', { body: { token: 'x', to: 'y' } })).status).toBe(400);
  expect(
    (await linked.product.call('POST', '/share-link/open?to=//evil.example', { body: { token: 'x' } })).status,
  ).toBe(400);
});

test('another organisation’s vehicles, trips and links are not there; one that only looks makes and revokes none', async () => {
  const vehicleId = linked.nextVehicle();
  const { tripId } = await linked.trip();
  const { id, token } = await linked.link({ vehicleId });
  for (const body of [{ vehicleId }, { tripId }])
    expect((await linked.call('POST', '/share-link', { ...body, minutes: 60 }, stranger)).status).toBe(404);
  expect((await linked.call('GET', '/share-link?take=100', undefined, stranger)).json.data).toEqual([]);
  expect((await linked.call('GET', `/share-link/${id}/views`, undefined, stranger)).status).toBe(404);
  expect((await linked.call('DELETE', `/share-link/${id}`, undefined, stranger)).status).toBe(404);
  expect((await linked.open(token)).status).toBe(200);
  await linked.product.addStaff('looker@roadkeeper.test', 'Client viewer', linked.orgId);
  expect((await linked.call('GET', '/share-link', undefined, 'looker@roadkeeper.test')).status).toBe(200);
  expect((await linked.call('POST', '/share-link', { vehicleId, minutes: 60 }, 'looker@roadkeeper.test')).status).toBe(
    403,
  );
  expect((await linked.call('DELETE', `/share-link/${id}`, undefined, 'looker@roadkeeper.test')).status).toBe(403);
});

test('what is behind a link names no person, no organisation and no id', async () => {
  const vehicleId = linked.nextVehicle();
  await sql(
    'update vehicle set category_id = (select id from vehicle_category where is_transport limit 1) where id = $1',
    [vehicleId],
  );
  const { id, token } = await linked.link({ vehicleId, label: 'Canary <b>label</b>' });
  const opened = await linked.open(token);
  expect(opened.json.data).toMatchObject({
    needs: 'NOTHING',
    kind: 'VEHICLE',
    isMasked: false,
    position: null,
    trip: null,
  });
  const [facts] = await sql<{ org: string; plate: string; slot: number }>(
    'select o.name as org, v.registration_no as plate, v.slot from vehicle v join organisation o on o.id = v.org_id where v.id = $1',
    [vehicleId],
  );
  expect(opened.json.data).toMatchObject({ plate: facts?.plate, plateUse: 'COMMERCIAL' });
  for (const secret of [id, vehicleId, linked.orgId, facts?.org ?? '', 'Canary', token])
    expect(opened.text.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(opened.headers['cache-control']).toBe('no-store');
  expect(opened.headers['x-robots-tag']).toBe('noindex');
  expect(opened.headers['referrer-policy']).toBe('no-referrer');
  const masked = await linked.link({ vehicleId, maskPlate: true });
  const shown = await linked.open(masked.token);
  expect(shown.json.data).toMatchObject({ isMasked: true, plate: expect.stringMatching(/^..•+..$/), plateUse: null });
  expect(shown.text).not.toContain(facts?.plate);
});

test('a trip shows its line and its ends; speed and the times between only where that is allowed', async () => {
  const { tripId, vehicleId } = await linked.trip();
  const hidden = (await linked.open((await linked.link({ tripId })).token)).json.data;
  expect(hidden).toMatchObject({ kind: 'TRIP', ticket: null, position: null, showsSpeed: false });
  expect(hidden.trip).toMatchObject({ startAt: '2026-11-20T06:00:00.000Z', maxKmh: null, distanceM: 12_345.6 });
  expect(hidden.trip.parts).toHaveLength(1);
  expect(hidden.trip.parts[0]).toHaveLength(60);
  expect(hidden.trip.parts[0][0]).toEqual([23, 72.475255]);
  expect(JSON.stringify(hidden)).not.toContain(tripId);
  expect(JSON.stringify(hidden)).not.toContain(vehicleId);
  const shown = (await linked.open((await linked.link({ tripId, showSpeed: true })).token)).json.data;
  expect(shown.trip.maxKmh).toBe(71.5);
  const live = await linked.trip('LIVE');
  const refused = await linked.call('POST', '/share-link', { tripId: live.tripId, minutes: 60 });
  expect({ status: refused.status, message: refused.json.message }).toMatchObject({
    status: 409,
    message: expect.stringContaining('in progress'),
  });
});

test('a token that is wrong, expired, revoked or never was is answered alike', async () => {
  const vehicleId = linked.nextVehicle();
  const [expired, revoked] = [
    await linked.link({ vehicleId, minutes: 5 }),
    await linked.link({ vehicleId, pin: '4821' }),
  ];
  expect((await linked.call('DELETE', `/share-link/${revoked.id}`)).status).toBe(200);
  linked.wait(5);
  const answers = [];
  for (const [token, pin] of [
    [expired.token],
    [revoked.token],
    [revoked.token, '4821'],
    [revoked.token, '0000'],
    ['rkl_nothing'],
    [''],
    [`${expired.token.slice(0, -1)}_`],
  ] as const) {
    const { status, headers, json } = await linked.open(token, pin);
    const { requestId: _, ...body } = json;
    const { date: __, 'x-request-id': ___, ...rest } = headers;
    answers.push({ status, body, rest });
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 404, body: { message: gone.message } });
  expect(await rowOf(expired.id)).toMatchObject({ state: 'EXPIRED', endedWhy: 'EXPIRED' });
});

test('revoked twice, it stays revoked once; what has expired is not revoked', async () => {
  const vehicleId = linked.nextVehicle();
  const { id, token } = await linked.link({ vehicleId });
  const over = await linked.link({ vehicleId, minutes: 5 });
  for (let n = 0; n < 2; n += 1) expect((await linked.call('DELETE', `/share-link/${id}`)).status).toBe(200);
  const entries = await sql(`select 1 from history where record_id = $1 and action = 'update'`, [id]);
  expect(entries).toHaveLength(1);
  expect(await answerTo(token)).toEqual(gone);
  linked.wait(6);
  expect((await linked.call('DELETE', `/share-link/${over.id}`)).status).toBe(409);
  expect((await linked.call('DELETE', '/share-link/nothing')).status).toBe(404);
  expect(await rowOf(id)).toMatchObject({ state: 'REVOKED', endedWhy: 'REVOKED' });
});

test('a PIN is asked for, compared, and locked after five wrong ones, whoever guesses', async () => {
  const { id, token } = await linked.link({ vehicleId: linked.nextVehicle(), pin: '4821' });
  const [stored] = await sql<{ pin_hash: string }>('select pin_hash from share_link where id = $1', [id]);
  expect(stored?.pin_hash).toMatch(/^[\w-]{43}$/);
  expect((await linked.open(token)).json.data).toEqual({ needs: 'PIN' });
  expect((await linked.open(token, '4821', { from: '198.51.100.1' })).json.data.needs).toBe('NOTHING');
  for (let n = 1; n <= 4; n += 1) {
    const wrong = await linked.open(token, '0000', { from: `198.51.100.${n}` });
    expect(wrong.json).toMatchObject({ code: 'bad_input', fields: { pin: 'Wrong PIN' } });
  }
  const fifth = await linked.open(token, '0000', { from: '198.51.100.9' });
  expect({ status: fifth.status, wait: fifth.headers['retry-after'] }).toEqual({ status: 429, wait: '900' });
  // The right one neither, while it is locked.
  expect((await linked.open(token, '4821', { from: '198.51.100.10' })).status).toBe(429);
  linked.wait(16);
  expect((await linked.open(token, '4821', { from: '198.51.100.11' })).status).toBe(200);
  const views = (await linked.call('GET', `/share-link/${id}/views`)).json.data;
  expect(views.reduce((sum: number, one: { pinFailures: number }) => sum + one.pinFailures, 0)).toBe(5);
  expect(await rowOf(id)).toMatchObject({ pinFailures: 5 });
});

test('many guesses at once are counted one by one, and after fifty the link has ended', async () => {
  const { id, token } = await linked.link({ vehicleId: linked.nextVehicle(), pin: '482193', minutes: 7 * 1440 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => linked.open(token, '0000', { from: `203.0.113.${n}` })),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  await sql('update share_link set pin_failures = 0, locked_until = null, pin_failures_total = 49 where id = $1', [id]);
  expect((await linked.open(token, '0000', { from: '203.0.113.99' })).status).toBe(404);
  expect(await answerTo(token, '482193')).toEqual(gone);
  expect(await rowOf(id)).toMatchObject({ state: 'ENDED', endedWhy: 'PIN' });
});

test('one address does not guess at many links', async () => {
  const vehicleId = linked.nextVehicle();
  const links = [];
  for (let n = 0; n < 6; n += 1) links.push(await linked.link({ vehicleId, pin: '4821' }));
  const answers = [];
  for (const { token } of links) answers.push((await linked.open(token, '0000', { from: '192.0.2.77' })).status);
  expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
});

test('views are told by hour, network and kind of browser; ten thousand of them fill no table', async () => {
  const { id, token } = await linked.link({ vehicleId: linked.nextVehicle() });
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36' };
  await linked.open(token, undefined, { from: '198.51.100.7', headers: phone });
  await linked.open(token, undefined, { from: '198.51.100.201', headers: phone });
  await linked.open(token, undefined, { from: '2001:db8:1:2::5', headers: phone });
  const views = (await linked.call('GET', `/share-link/${id}/views`)).json.data;
  expect(views.map(({ network, browser, views: count }: Record<string, unknown>) => [network, browser, count])).toEqual(
    [
      ['198.51.100.x', 'Chrome on Android', 1],
      ['2001:db8:1::', 'Chrome on Android', 1],
    ],
  );
  const last = views[0].lastAt;
  linked.wait(11);
  await linked.open(token, undefined, { from: '198.51.100.9', headers: phone });
  const later = (await linked.call('GET', `/share-link/${id}/views`)).json.data[0];
  expect(later).toMatchObject({ network: '198.51.100.x', views: 2 });
  expect(Date.parse(later.lastAt)).toBeGreaterThan(Date.parse(last));
  await sql(
    `insert into share_link_view (link_id, org_id, hour, network, browser, views, pin_failures, first_at, last_at)
     select $1, $2, date_trunc('hour', $3::timestamptz), 'n' || n, 'Firefox', 1, 0, $3, $3 from generate_series(1, 298) n`,
    [id, linked.orgId, linked.product.clock.now().toISOString()],
  );
  for (let n = 0; n < 50; n += 1) await linked.open(token, undefined, { from: `100.64.${n}.1`, headers: phone });
  const rows = (await linked.call('GET', `/share-link/${id}/views`)).json.data;
  expect(rows).toHaveLength(301);
  expect(rows.find(({ network }: { network: string }) => network === '')).toMatchObject({ browser: '', views: 50 });
  expect((await rowOf(id)).views).toBe(3 + 298 + 50);
});

test('a link ends with its vehicle, its maker and its trip, for good', async () => {
  const { tripId, vehicleId } = await linked.trip();
  const [ofTrip, ofVehicle] = [await linked.link({ tripId }), await linked.link({ vehicleId })];
  await sql('delete from trip where id = $1', [tripId]);
  expect(await answerTo(ofTrip.token)).toEqual(gone);
  expect((await linked.open(ofVehicle.token)).status).toBe(200);
  const token = await linked.product.login(admin);
  const turn = () => linked.product.call('PUT', `/vehicle/status/${vehicleId}`, { token });
  expect((await turn()).json.data.status).toBe(0);
  expect(await answerTo(ofVehicle.token)).toEqual(gone);
  expect((await turn()).json.data.status).toBe(1);
  expect(await answerTo(ofVehicle.token)).toEqual(gone);
  expect(await rowOf(ofVehicle.id)).toMatchObject({ state: 'ENDED', endedWhy: 'VEHICLE' });

  await linked.product.addStaff('maker@roadkeeper.test', 'Client owner', linked.orgId);
  const other = linked.nextVehicle();
  const made = await linked.link({ vehicleId: other }, 'maker@roadkeeper.test');
  const own = await linked.link({ vehicleId: other });
  expect((await linked.open(made.token)).status).toBe(200);
  await sql(`update account set role_id = (select id from role where name = 'Client viewer') where email = $1`, [
    'maker@roadkeeper.test',
  ]);
  expect(await answerTo(made.token)).toEqual(gone);
  expect((await linked.open(own.token)).status).toBe(200);
});

test('a vehicle that is handed over takes its links along', async () => {
  const vehicleId = linked.nextVehicle();
  const { token } = await linked.link({ vehicleId });
  const [org] = await sql<{ id: string }>('select org_id as id from account where email = $1', [stranger]);
  await sql('delete from vehicle_group_member where vehicle_id = $1', [vehicleId]);
  await sql('update vehicle set org_id = $2, driver_id = null where id = $1', [vehicleId, org?.id ?? '']);
  expect(await answerTo(token)).toEqual(gone);
});

test('while the database does not answer a link is answered 503, to be asked again', async () => {
  const { token } = await linked.link({ vehicleId: linked.nextVehicle() });
  const owner = new pg.Client(linked.product.database.owner);
  await owner.connect();
  await owner.query('begin; lock table share_link in access exclusive mode');
  const answer = await linked.open(token);
  await owner.query('rollback');
  await owner.end();
  expect({ status: answer.status, again: answer.headers['retry-after'] }).toEqual({ status: 503, again: '2' });
  expect((await linked.open(token)).status).toBe(200);
});
