import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, follow, listen } from '#kit/server/live/testing/sockets.ts';
import { textOfPdf } from '#kit/server/testing/pdf-text.ts';
import { startIncidents } from './testing/incidents.ts';
import { incidentTopic } from './tell/incident-news.contract.ts';

let its: Awaited<ReturnType<typeof startIncidents>>;
let url: string;
beforeAll(async () => {
  its = await startIncidents();
  url = await listen(its.product);
}, 120_000);
afterAll(() => its?.close());

const minuteMs = 60_000;
const open = async (who: 'desk' | 'owner' | 'stranger') =>
  (await its.get(who, '/incident/open')) as { id: string; vehicleId: string; incidentState: string; repeats: number }[];
const ofVehicle = async (vehicleId: string) => (await open('desk')).filter((one) => one.vehicleId === vehicleId);
const kindsOf = async (id: string, who: 'desk' | 'owner' = 'desk'): Promise<string[]> =>
  ((await its.get(who, `/incident/timeline/${id}`)) as { kind: string }[]).map(({ kind }) => kind);

test('the button of a device is on the screens of staff and of its own client within a second, and repeats join', async () => {
  const tracker = await its.tracker();
  const heard = async (email: string) => {
    const socket = await enter(its.product, url, await its.product.login(email));
    return { socket, answer: await follow(socket, incidentTopic) };
  };
  const [desk, own, other, rto] = [
    await heard('operations@roadkeeper.test'),
    await heard('client@roadkeeper.test'),
    await heard('deccan@roadkeeper.test'),
    await heard('finance@roadkeeper.test'),
  ];
  expect([desk, own, other, rto].map(({ answer }) => answer.type)).toEqual([
    'subscribed',
    'subscribed',
    'subscribed',
    'refused',
  ]);
  await tracker.report(20_000);
  await tracker.press();
  for (const { socket } of [desk, own]) {
    const { data } = await socket.next(({ type }) => type === 'data');
    expect(data).toMatchObject({ incidentState: 'RAISED', isTest: false });
  }
  const [raised] = await ofVehicle(tracker.vehicle.id);
  expect(raised).toMatchObject({ incidentState: 'RAISED', repeats: 0, vehicle: tracker.vehicle.registrationNo });
  its.product.clock.move(5_000);
  await tracker.press();
  its.product.clock.move(5_000);
  await tracker.press();
  const { json } = await its.call('owner', 'GET', '/incident/open');
  expect(json.now).toBe(its.product.clock.now().toISOString());
  const again = await ofVehicle(tracker.vehicle.id);
  expect(again).toMatchObject([{ id: raised?.id, repeats: 2 }]);
  expect(await kindsOf(raised?.id ?? '')).toEqual(['RAISED', 'REPEATED', 'REPEATED']);
  const row = await its.get('owner', `/incident/${raised?.id}`);
  expect(row).toMatchObject({
    source: 'DEVICE',
    raisedBy: `Device ${tracker.imei}`,
    place: expect.stringContaining('Pune'),
  });
  expect(row.incidentNo).toMatch(/^INC-2611-\d{5}$/);
  expect(other.socket.said.filter(({ type }) => type === 'data')).toEqual([]);
  expect(await open('stranger')).toEqual([]);
  expect((await its.call('stranger', 'GET', `/incident/timeline/${raised?.id}`)).status).toBe(404);
  for (const { socket } of [desk, own, other, rto]) socket.socket.close();
  tracker.client.end();
});

test('a button that is pressed where the device knows no place is an emergency where the vehicle was last seen', async () => {
  const tracker = await its.tracker();
  await tracker.report(30_000);
  await tracker.beat(4);
  const [raised] = await ofVehicle(tracker.vehicle.id);
  expect(raised).toMatchObject({ incidentState: 'RAISED', repeats: 0 });
  const row = await its.get('owner', `/incident/${raised?.id}`);
  expect(row).toMatchObject({ source: 'DEVICE', place: expect.stringContaining('Pune') });
  expect(Date.parse(row.raisedAt) - Date.parse(row.positionAt)).toBe(30_000);
  its.product.clock.move(180_000);
  await tracker.beat(4);
  expect(await ofVehicle(tracker.vehicle.id)).toMatchObject([{ id: raised?.id, repeats: 1 }]);
  await its.must(its.call('desk', 'POST', `/incident/resolve/${raised?.id}`, { outcome: 'Car park at Khed' }));
  tracker.client.end();
});

test('whoever presses again after the end needs help again, also where the clock of the device is slow', async () => {
  const tracker = await its.tracker();
  const slowMs = 90_000;
  await tracker.press(slowMs);
  const [raised] = await ofVehicle(tracker.vehicle.id);
  await its.must(its.call('safety', 'POST', `/incident/resolve/${raised?.id}`, { outcome: 'Driver was helped' }));
  its.product.clock.move(30_000);
  // By its own clock this is before the end.
  await tracker.press(slowMs);
  const [again, ...more] = await ofVehicle(tracker.vehicle.id);
  expect([more, again?.id === raised?.id, again?.incidentState]).toEqual([[], false, 'RAISED']);
  await its.must(its.call('safety', 'POST', `/incident/resolve/${again?.id}`, { outcome: 'Driver was helped' }));
  tracker.client.end();
});

test('an emergency that is open is closed, and not put out of sight; a test may be', async () => {
  const tracker = await its.tracker();
  await tracker.press();
  const [raised] = await ofVehicle(tracker.vehicle.id);
  const admin = await its.product.login('admin@roadkeeper.test');
  const put = async (method: 'PUT' | 'DELETE', path: string) => {
    const { status, json } = await its.product.call(method, path, { token: admin });
    return [status, json.message];
  };
  const refused = [409, 'This emergency is open. Resolve it or close it as a false alarm first'];
  expect(await put('PUT', `/incident/status/${raised?.id}`)).toEqual(refused);
  expect(await put('DELETE', `/incident/${raised?.id}`)).toEqual(refused);
  expect((await ofVehicle(tracker.vehicle.id)).length).toBe(1);
  const trial = { what: 'Trying it out', vehicleId: tracker.vehicle.id, isTest: true };
  const { id } = await its.must(its.call('desk', 'POST', '/incident', trial));
  expect((await put('DELETE', `/incident/${id}`))[0]).toBe(200);
  await its.must(its.call('desk', 'POST', `/incident/resolve/${raised?.id}`, { outcome: 'Driver was helped' }));
  expect((await put('PUT', `/incident/status/${raised?.id}`))[0]).toBe(200);
  tracker.client.end();
});

test('of a vehicle with an open emergency nobody reports a second one', async () => {
  const tracker = await its.tracker();
  const report = { what: 'Fire in the engine', vehicleId: tracker.vehicle.id, isTest: false };
  const first = await its.must(its.call('owner', 'POST', '/incident', report));
  const again = await its.call('desk', 'POST', '/incident', { ...report, what: 'Smoke at Khed' });
  expect([again.status, again.json.message]).toEqual([
    409,
    `${first.incidentNo} is open for this vehicle. Add what you know to it`,
  ]);
  // The button joins it.
  await tracker.press();
  expect(await ofVehicle(tracker.vehicle.id)).toMatchObject([{ id: first.id, repeats: 1 }]);
  await its.must(its.call('desk', 'POST', `/incident/resolve/${first.id}`, { outcome: 'The fire is out' }));
  await its.must(its.call('owner', 'POST', '/incident', report));
  tracker.client.end();
});

test('what nobody acknowledges is told again each minute, to staff and client, at most five times; acknowledging ends it', async () => {
  const tracker = await its.tracker();
  await tracker.press();
  const [raised] = await ofVehicle(tracker.vehicle.id);
  const id = raised?.id ?? '';
  const mails = async () =>
    ((await its.must(its.call('desk', 'GET', '/mail?take=100'))) as { template: string; subject: string }[]).filter(
      ({ subject }) => subject.includes(tracker.vehicle.registrationNo),
    );
  await its.product.product.jobs.runDue();
  expect(await mails()).toEqual([]);
  its.product.clock.move(59_000);
  await its.product.product.jobs.runDue();
  expect(await kindsOf(id)).toEqual(['RAISED']);
  its.product.clock.move(2_000);
  await its.product.product.jobs.runDue();
  expect(await kindsOf(id)).toEqual(['RAISED', 'ESCALATED']);
  const first = await mails();
  expect(first.length).toBeGreaterThan(2);
  its.product.clock.move(minuteMs);
  await its.product.product.jobs.runDue();
  expect((await its.get('desk', `/incident/${id}`)).escalation).toBe(2);
  const answer = await its.call('desk', 'POST', `/incident/acknowledge/${id}`);
  expect([answer.status, answer.json.message, answer.json.data.incidentState]).toEqual([
    200,
    'Incident acknowledged.',
    'ACKNOWLEDGED',
  ]);
  expect(answer.json.data.acknowledgedAfterS).toBe(121);
  its.product.clock.move(10 * minuteMs);
  await its.product.product.jobs.runDue();
  expect((await its.get('desk', `/incident/${id}`)).escalation).toBe(2);
  const twice = await its.call('safety', 'POST', `/incident/acknowledge/${id}`);
  expect([twice.status, twice.json.message]).toEqual([
    409,
    'This cannot be done with an incident in the state “Acknowledged”',
  ]);
  tracker.client.end();
});

test('a client is told that the device raised it and the product escalated it, and no name of staff who reported one', async () => {
  const tracker = await its.tracker();
  await tracker.press();
  const [raised] = await ofVehicle(tracker.vehicle.id);
  its.product.clock.move(61_000);
  await its.product.product.jobs.runDue();
  const lines = (await its.get('owner', `/incident/timeline/${raised?.id}`)) as { kind: string; actor: string }[];
  expect(lines.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['RAISED', `Device ${tracker.imei}`],
    ['ESCALATED', 'Roadkeeper'],
  ]);
  // What a client is refused is not offered to them either.
  const rightsOf = async (who: 'desk' | 'owner') => (await its.get(who, `/incident/${raised?.id}`)).rights as string[];
  expect(await rightsOf('owner')).toEqual(expect.arrayContaining(['view', 'export']));
  expect(await rightsOf('owner')).not.toContain('edit');
  expect(await rightsOf('desk')).toContain('edit');
  const [vehicle] = (await its.get('owner', '/vehicle?take=1')) as { id: string }[];
  const made = await its.must(
    its.call('safety', 'POST', '/incident', { what: 'Driver called the desk', vehicleId: vehicle?.id, isTest: false }),
  );
  const reporter = (await its.get('safety', `/incident/timeline/${made.id}`))[0].actor as string;
  expect(reporter).not.toBe('');
  expect(made.raisedBy).toBe('Staff');
  for (const path of [`/incident/${made.id}`, `/incident/timeline/${made.id}`])
    expect(JSON.stringify(await its.get('owner', path))).not.toContain(reporter);
  tracker.client.end();
});

test('calls, helpers and notes stand in the timeline; a client sees what was done, not by whom, and no note of staff', async () => {
  const tracker = await its.tracker();
  await tracker.press();
  const [raised] = await ofVehicle(tracker.vehicle.id);
  const id = raised?.id ?? '';
  const act = (name: string, body?: object, who: 'desk' | 'owner' = 'desk') =>
    its.call(who, 'POST', `/incident/${name}/${id}`, body);
  const card = await its.get('desk', `/incident/card/${id}`);
  expect(card.numbers.map(({ number }: { number: string }) => number)).toEqual(expect.arrayContaining(['112', '1033']));
  expect(card.contacts.map(({ name }: { name: string }) => name)).toContain('Prakash Joshi');
  expect((await act('acknowledge', undefined, 'owner')).status).toBe(403);
  expect((await its.call('owner', 'GET', `/incident/card/${id}`)).status).toBe(403);
  // Whoever calls has acknowledged it.
  await its.must(act('called', { person: 'Ganesh Pawar', number: '7000000012', note: 'Tyre burst, nobody is hurt' }));
  expect((await its.get('desk', `/incident/${id}`)).incidentState).toBe('CONTACTED');
  const prakash = card.contacts.find(({ name }: { name: string }) => name === 'Prakash Joshi');
  expect(prakash).toMatchObject({ mayBeEmailed: true, relation: 'Spouse' });
  for (const [note, why] of [
    ['', 'Write what they should do'],
    ['  ', 'Write what they should do'],
    ['x', 'At least 2 characters'],
  ])
    expect((await act('email', { contactId: prakash.id, note })).json.fields).toEqual({ note: why });
  await its.must(act('email', { contactId: prakash.id, note: 'Please call us on 020 2605 8080.' }));
  const unasked = card.contacts.find(
    ({ mayBeEmailed, id }: { mayBeEmailed: boolean; id: string | null }) => !mayBeEmailed && id,
  );
  expect((await act('email', { contactId: unasked.id, note: 'Call us' })).json.fields).toHaveProperty('contactId');
  await its.must(act('send', { person: 'Highway patrol 1033' }));
  await its.must(act('note', { text: 'CANARY-OF-THE-DESK the driver sounds drunk' }));
  const text = JSON.stringify(await its.get('owner', `/incident/timeline/${id}`));
  expect(text).not.toContain('CANARY-OF-THE-DESK');
  expect(text).not.toContain('Farida');
  expect(await kindsOf(id, 'owner')).toEqual(['RAISED', 'CALLED', 'EMAILED', 'RESPONDER_SENT']);
  const wrong = await act('false-alarm', { outcome: '' });
  expect(wrong.json.fields).toEqual({ outcome: 'Write what it was' });
  await its.must(act('false-alarm', { outcome: 'The driver pressed it by mistake' }));
  expect(await ofVehicle(tracker.vehicle.id)).toEqual([]);
  expect((await act('called', { person: 'x y', number: '100' })).status).toBe(409);
  // What was pressed before it was closed and comes late belongs to it; what is pressed afterwards is another one.
  await tracker.press(1_000);
  expect(await ofVehicle(tracker.vehicle.id)).toEqual([]);
  its.product.clock.move(30_000);
  await tracker.press();
  const [next] = await ofVehicle(tracker.vehicle.id);
  expect(next?.id).not.toBe(id);
  tracker.client.end();
});

test('clients and staff report an emergency of a vehicle; a test is one everywhere and writes to no contact', async () => {
  const [vehicle] = (await its.get('owner', '/vehicle?take=1&sort=-registrationNo')) as { id: string }[];
  const made = await its.must(
    its.call('owner', 'POST', '/incident', { what: 'Driver feels unwell', vehicleId: vehicle?.id, isTest: false }),
  );
  expect(made).toMatchObject({ source: 'APP', incidentState: 'RAISED', raisedBy: 'Meera Joshi' });
  expect((await its.call('owner', 'POST', '/incident', { what: 'Something', isTest: false })).json.fields).toEqual({
    vehicleId: 'Choose the vehicle or the driver',
  });
  expect(
    (await its.call('stranger', 'POST', '/incident', { what: 'Not mine', vehicleId: vehicle?.id, isTest: false })).json
      .fields,
  ).toHaveProperty('vehicleId');
  const trial = await its.must(
    its.call('safety', 'POST', '/incident', { what: 'Monthly test', vehicleId: vehicle?.id, isTest: true }),
  );
  expect((await open('owner')).find(({ id }) => id === trial.id)).toMatchObject({ isTest: true });
  const card = await its.get('desk', `/incident/card/${trial.id}`);
  const someone = card.contacts.find(({ mayBeEmailed }: { mayBeEmailed: boolean }) => mayBeEmailed);
  const email = await its.call('desk', 'POST', `/incident/email/${trial.id}`, {
    contactId: someone.id,
    note: 'A test',
  });
  expect([email.status, email.json.message]).toEqual([409, 'This is a test. No contact is written to']);
  its.product.clock.move(61_000);
  await its.product.product.jobs.runDue();
  const mails = (await its.must(its.call('desk', 'GET', '/mail?take=100'))) as { subject: string }[];
  expect(mails.some(({ subject }) => subject.startsWith(`Test emergency ${trial.incidentNo}`))).toBe(true);
});

test('a device that was silent and sends its SOS a day late raises nothing', async () => {
  const tracker = await its.tracker();
  await tracker.press(25 * 3_600_000);
  expect(await ofVehicle(tracker.vehicle.id)).toEqual([]);
  // Ten minutes late is late, and an emergency all the same.
  await tracker.press(10 * minuteMs);
  expect((await ofVehicle(tracker.vehicle.id)).length).toBe(1);
  tracker.client.end();
});

test('the report says what was done and when to the second; notes and names of staff are on that of staff alone, and a test is marked', async () => {
  const tracker = await its.tracker();
  await tracker.press();
  const [raised] = await ofVehicle(tracker.vehicle.id);
  const id = raised?.id ?? '';
  its.product.clock.move(20_000);
  await its.must(its.call('desk', 'POST', `/incident/acknowledge/${id}`));
  await its.must(
    its.call('desk', 'POST', `/incident/called/${id}`, {
      person: 'Ganesh Pawar',
      number: '7000000012',
      note: 'No answer',
    }),
  );
  await its.must(its.call('desk', 'POST', `/incident/note/${id}`, { text: 'CANARY-OF-THE-REPORT' }));
  its.product.clock.move(40_000);
  await its.must(its.call('desk', 'POST', `/incident/false-alarm/${id}`, { outcome: 'Pressed by mistake' }));
  const paper = async (who: 'desk' | 'owner' | 'stranger', of = id) => {
    const { status, headers, raw } = await its.call(who, 'GET', `/incident/report/${of}`);
    return { status, type: headers['content-type'], text: status === 200 ? await textOfPdf(raw) : '' };
  };
  const own = await paper('desk');
  expect(own).toMatchObject({ status: 200, type: 'application/pdf' });
  for (const words of [
    tracker.vehicle.registrationNo,
    'Incident report',
    'after 20 s',
    'after 60 s',
    'Ganesh Pawar, 7000000012: No answer',
    'CANARY-OF-THE-REPORT',
    'Pressed by mistake',
    'Farida',
    '18.870000, 73.890000',
  ])
    expect(own.text).toContain(words);
  expect(own.text).toMatch(/\d\d:\d\d:\d\d/);
  const seen = await paper('owner');
  expect(seen.text).toContain('Pressed by mistake');
  expect(seen.text).toContain('after 20 s');
  for (const words of ['CANARY-OF-THE-REPORT', 'Farida', 'TEST']) expect(seen.text).not.toContain(words);
  expect((await paper('stranger')).status).toBe(404);
  const trial = await its.must(
    its.call('safety', 'POST', '/incident', { what: 'Monthly test', vehicleId: tracker.vehicle.id, isTest: true }),
  );
  expect((await paper('desk', trial.id)).text).toContain('TEST: no real emergency');
  tracker.client.end();
});

test('open emergencies are the first work of those who handle them, and of clients whose they are; tests are none', async () => {
  const workOf = async (who: 'safety' | 'owner') =>
    ((await its.get(who, '/dashboard')) as { work: { key: string; count: number; to: string }[] }).work;
  const countOf = async () => (await workOf('safety')).find(({ key }) => key === 'incidents-open')?.count ?? 0;
  const before = await countOf();
  const { vehicle, client } = await its.tracker();
  client.end();
  for (const isTest of [false, true])
    await its.must(
      its.call('safety', 'POST', '/incident', { what: 'Smoke in the cabin', vehicleId: vehicle.id, isTest }),
    );
  const work = await workOf('safety');
  expect(work[0]).toMatchObject({ key: 'incidents-open', count: before + 1 });
  const { json } = await its.call('safety', 'GET', work[0]?.to ?? '');
  expect(json.count).toBe(before + 1);
  const [first] = await workOf('owner');
  expect(first).toMatchObject({ key: 'incidents-open' });
  expect((await its.call('owner', 'GET', first?.to ?? '')).json.count).toBe(first?.count);
});

test('what somebody reports or acknowledges is told as soon as it is written, and not with the next look at the jobs', async () => {
  const { jobs } = its.product.product;
  // A look an hour: within the five seconds that a socket waits only who is woken tells.
  jobs.start(3_600_000);
  try {
    const socket = await enter(its.product, url, await its.product.login('safety@roadkeeper.test'));
    await follow(socket, incidentTopic);
    const [vehicle] = (await its.get('owner', '/vehicle?take=1&sort=-registrationNo')) as { id: string }[];
    const report = { what: 'Tyre burst on the bridge', vehicleId: vehicle?.id, isTest: true };
    const { id } = await its.must(its.call('owner', 'POST', '/incident', report));
    const told = (state: string) =>
      socket.next(({ type, data }) => type === 'data' && data.id === id && data.incidentState === state);
    expect((await told('RAISED')).data.isTest).toBe(true);
    await its.must(its.call('desk', 'POST', `/incident/acknowledge/${id}`));
    await told('ACKNOWLEDGED');
    socket.socket.close();
  } finally {
    await jobs.stop();
  }
});
