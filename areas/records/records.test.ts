import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct;
let admin: string;
let clerk: string;
let client: string;
const get = (path: string, token = admin) => product.call('GET', path, { token });
const post = (path: string, body?: unknown, token = admin) =>
  product.call('POST', path, { token, ...(body === undefined ? {} : { body }) });
const make = async (path: string, body: unknown): Promise<string> => {
  const answer = await post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.id as string;
};
async function modelBody(brandId: string, name: string) {
  const [type] = (await get('/vehicle-type?q=sedan&take=1')).json.data;
  const [category] = (await get('/vehicle-category?q=MOTOR_CAR&take=1')).json.data;
  return { brandId, name, typeId: type.id, categoryId: category.id };
}

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
});
afterAll(() => product?.close());

test('two brands become one: models move, the double goes to the trash, and Undo brings all back', async () => {
  const keep = await make('/vehicle-brand', { name: 'Hindustan Motors' });
  const double = await make('/vehicle-brand', { name: 'Hindusthan Motors' });
  const model = await make('/vehicle-model', await modelBody(double, 'Ambassador'));
  const moved = await make('/vehicle-model', await modelBody(double, 'Contessa'));
  const shown = async (id: string) => (await get(`/vehicle-model/${id}`)).json.data;
  const merged = await post('/vehicle-brand/merge', { fromId: double, intoId: keep });
  expect(merged.status, merged.text).toBe(200);
  expect(merged.json.message).toBe('Hindusthan Motors merged into Hindustan Motors.');
  expect(merged.json.data.moved).toEqual([{ path: 'vehicle-model', label: 'Vehicle models', count: 2 }]);
  expect((await shown(model)).brand).toMatchObject({ id: keep, label: 'Hindustan Motors' });
  expect((await get(`/vehicle-brand/${double}`)).status).toBe(404);
  expect((await get('/vehicle-model?option=true&q=Hindusthan')).json.count).toBe(0);
  const [entry] = (await get(`/vehicle-model/${model}/history`)).json.data;
  expect(entry).toMatchObject({ action: 'update', before: { brandId: double }, after: { brandId: keep } });

  // Somebody has given one of them another brand since: that one stays.
  const other = await make('/vehicle-brand', { name: 'Another maker' });
  await product.call('PUT', `/vehicle-model/${moved}`, { token: admin, body: await modelBody(other, 'Contessa') });
  const [listed] = (await get(`/vehicle-brand/${keep}/merges`)).json.data;
  expect(listed.id).toBe(merged.json.data.id);
  const undone = await post(`/vehicle-brand/unmerge/${listed.id}`);
  expect(undone.json).toMatchObject({ data: { id: double, back: 1, left: 1 } });
  expect((await shown(model)).brandId).toBe(double);
  expect((await shown(moved)).brandId).toBe(other);
  expect((await get(`/vehicle-brand/${double}`)).json.data.name).toBe('Hindusthan Motors');
  expect((await post(`/vehicle-brand/unmerge/${listed.id}`)).status).toBe(404);
});

test('a merge that would make doubles, of a record with itself, or without the rights, is refused whole', async () => {
  const one = await make('/vehicle-brand', { name: 'Premier' });
  const two = await make('/vehicle-brand', { name: 'Premier Auto' });
  const model = await make('/vehicle-model', await modelBody(two, 'Padmini'));
  await make('/vehicle-model', await modelBody(one, 'PADMINI'));
  const doubled = await post('/vehicle-brand/merge', { fromId: two, intoId: one });
  expect([doubled.status, doubled.json.message]).toEqual([
    409,
    'Both have the same vehicle models: “Premier PADMINI”. Merge or rename those first',
  ]);
  expect((await get(`/vehicle-model/${model}`)).json.data.brandId).toBe(two);
  expect((await post('/vehicle-brand/merge', { fromId: one, intoId: one })).status).toBe(400);
  expect((await post('/vehicle-brand/merge', { fromId: one, intoId: 'x' })).status).toBe(400);
  expect(
    (await post('/vehicle-brand/merge', { fromId: one, intoId: '01a1fc17-27e9-7627-921e-d6ed735c9999' })).status,
  ).toBe(404);
  expect((await post('/vehicle-brand/merge', { fromId: two, intoId: one }, clerk)).status).toBe(403);
  expect((await post('/rto/merge', { fromId: two, intoId: one })).status).toBe(404);
});

test('the history over everything is searched by what, who, when and how, within what the reader may see', async () => {
  const id = await make('/purpose', {
    name: 'Parade',
    code: 'PARADE',
    appliesTo: ['TRIP'],
    needsNote: false,
    position: 5,
  });
  await product.call('PUT', `/purpose/status/${id}`, { token: admin, headers: { 'x-client': 'web' } });
  const rows = async (query: string, token = admin) => (await get(`/history?${query}`, token)).json;
  expect((await rows(`record=${id}`)).data.map((row: { action: string }) => row.action)).toEqual(['status', 'create']);
  expect((await rows('q=parade asha&module=purpose')).count).toBe(2);
  expect((await rows('q=parade&action=create')).data[0]).toMatchObject({
    recordTitle: 'Parade',
    actorName: 'Asha Menon',
  });
  expect((await rows('q=parade&source=screen')).count).toBe(1);
  expect((await rows('q=parade&from=2026-11-21&to=2026-11-21')).count).toBe(2);
  expect((await rows('q=parade&to=2026-11-20')).count).toBe(0);
  const seeded = await rows('source=seed&module=rto&take=2&skip=3');
  expect([seeded.count, seeded.data.length]).toEqual([1217, 2]);
  for (const wrong of [
    'take=0',
    'take=101',
    'skip=x',
    'module=nothing',
    'action=fly',
    'from=yesterday',
    'actor=me',
    'zz=1',
    'q=a&q=b',
  ])
    expect([wrong, (await get(`/history?${wrong}`)).status]).toEqual([wrong, 400]);
  expect((await get('/history', clerk)).status).toBe(403);
  expect((await get('/history', await product.login('viewer@roadkeeper.test'))).status).toBe(403);
});

test('the trash over everything shows what its reader may bring back', async () => {
  const id = await make('/help-category', {
    name: 'Lost property',
    slaFirstResponseMin: 5,
    slaResolutionMin: 9,
    position: 90,
  });
  await product.call('DELETE', `/help-category/${id}`, { token: admin });
  const found = await get('/trash?q=lost property');
  expect(found.json).toMatchObject({
    count: 1,
    data: [
      { id, module: 'help-category', moduleName: 'Help category', title: 'Lost property', deletedBy: 'Asha Menon' },
    ],
  });
  expect((await get('/trash?module=rto')).json.count).toBe(0);
  for (const wrong of ['take=0', 'module=nothing', 'skip=-1', 'zz=1'])
    expect([wrong, (await get(`/trash?${wrong}`)).status]).toEqual([wrong, 400]);
  expect((await get('/trash', clerk)).status).toBe(403);
  await post(`/help-category/restore/${id}`);
  expect((await get('/trash?q=lost property')).json.count).toBe(0);
});

test('formatted texts keep their structure and lose what could run', async () => {
  const [category] = (await get('/faq-category?take=1')).json.data;
  const body = {
    categoryId: category.id,
    question: 'Is this safe?',
    answer:
      '<h1>Yes</h1><p onclick="x()">It <b>is</b> <a href="javascript:alert(1)">here</a> <a href="https://example.in">there</a></p><script>alert(1)</script><img src=x onerror=alert(1)><ul><li>one',
    language: 'en',
    audience: ['APP'],
    state: 'DRAFT',
    position: 1,
  };
  const made = await post('/faq', body);
  expect(made.json.data.answer).toBe(
    '<h3>Yes</h3><p>It <b>is</b> <a rel="noopener noreferrer">here</a> <a href="https://example.in" rel="noopener noreferrer">there</a></p><ul><li>one</li></ul>',
  );
  const empty = await post('/faq', { ...body, question: 'Is this empty?', answer: '<p> </p><script>1</script>' });
  expect([empty.status, empty.json.fields]).toEqual([400, { answer: 'Answer is required' }]);
});

test('records with a position are put in order, each change told, and nothing by halves', async () => {
  const list = async () => (await get('/purpose?sort=position&take=5')).json.data as { id: string; position: number }[];
  const before = await list();
  const ids = before.map((row) => row.id);
  const turned = [ids[1], ids[0], ...ids.slice(2)];
  const answer = await post('/purpose/order', { ids: turned });
  expect(answer.status, answer.text).toBe(200);
  expect((await list()).map((row) => row.id)).toEqual(turned);
  expect((await list()).map((row) => row.position)).toEqual(before.map((row) => row.position));
  const [entry] = (await get(`/purpose/${ids[0]}/history`)).json.data;
  expect(entry).toMatchObject({ action: 'update', before: { position: before[0]?.position } });
  expect((await get(`/purpose/${ids[3]}/history`)).json.data[0].action).not.toBe('update');
  expect((await post('/purpose/order', { ids: [ids[0], ids[0]] })).status).toBe(400);
  expect((await post('/purpose/order', { ids: [ids[2], '01a1fc17-27e9-7627-921e-d6ed735c9999'] })).status).toBe(404);
  expect((await post('/purpose/order', { ids }, clerk)).status).toBe(403);
  expect((await list()).map((row) => row.id)).toEqual(turned);
  expect((await post('/rto/order', { ids })).status).toBe(404);
});

test('letters are kept in the order they are written in: what turns a whole line round is left out', async () => {
  const made = await post('/purpose', {
    name: 'Turned \u202eround\u202c',
    code: 'TURNED',
    appliesTo: ['TRIP'],
    needsNote: false,
    position: 950,
  });
  expect(made.json.data.name.replace('\u202c', '')).toBe('Turned round');
});

test('every list with a position can be shown in that order, as the page that arranges it does', async () => {
  const ordered = catalogues.filter(({ fields }) => 'position' in fields).map(({ path }) => path);
  expect(ordered.length).toBeGreaterThan(4);
  for (const path of ordered) expect((await get(`/${path}?sort=position&take=100`)).status, path).toBe(200);
});

test('records are found over everything by words, codes and pieces of them, within what the caller may see', async () => {
  const find = async (q: string, token = admin) => (await get(`/search?q=${encodeURIComponent(q)}`, token)).json.data;
  expect((await find('mh-12'))[0]).toMatchObject({ module: 'rto', title: 'MH12 Pune', moduleName: 'RTO' });
  for (const plate of ['MH12AB1234', 'mh 12 ab 1234', 'mh.12', 'MH-12-A-1'])
    expect([plate, (await find(plate))[0]?.title]).toEqual([plate, 'MH12 Pune']);
  const [model] = (await get('/vehicle-model?take=1')).json.data;
  const [owner] = (await get('/organisation?take=1')).json.data;
  for (const registrationNo of ['MH12ZZ9090', 'MH12ZZ9091'])
    await post('/vehicle', {
      registrationNo,
      orgId: owner.id,
      modelId: model.id,
      chassisNo: `CH${registrationNo}`,
      engineNo: `EN${registrationNo}`,
    });
  for (const plate of ['MH12ZZ9091', 'mh 12 zz 9091', 'MH-12-ZZ-9091'])
    expect([plate, (await find(plate)).map(({ title }: { title: string }) => title)]).toEqual([
      plate,
      ['MH12ZZ9091', 'MH12 Pune'],
    ]);
  expect((await find('honda ci')).map((row: { title: string }) => row.title)).toContain('Honda City');
  expect((await find('helmet'))[0]).toMatchObject({ module: 'challan-type' });
  expect(await find('100%')).toEqual([]);
  expect((await find('pune', client)).length).toBeGreaterThan(0);
  for (const wrong of ['/search', '/search?q=a', `/search?q=${'x'.repeat(101)}`, '/search?q=ab&zz=1'])
    expect([wrong.slice(0, 20), (await get(wrong)).status]).toEqual([wrong.slice(0, 20), 400]);
});

test('clients see published answers meant for them, in lists, options and by id', async () => {
  const [category] = (await get('/faq-category?take=1')).json.data;
  const body = {
    categoryId: category.id,
    answer: '<p>Words</p>',
    language: 'en',
    audience: ['APP'],
    state: 'PUBLISHED',
    position: 1,
  };
  const draft = await make('/faq', { ...body, question: 'A draft about foxes?', state: 'DRAFT' });
  const staff = await make('/faq', { ...body, question: 'For staff, about foxes?', audience: ['STAFF'] });
  const open = await make('/faq', { ...body, question: 'For everybody, about foxes?' });
  const ids = async (path: string, token: string) =>
    (await get(path, token)).json.data.map((row: { id: string }) => row.id).sort();
  for (const path of ['/faq?q=foxes', '/faq?q=foxes&status=true', '/faq?q=foxes&option=true']) {
    expect(await ids(path, admin)).toEqual([draft, staff, open].sort());
    expect(await ids(path, client)).toEqual([open]);
  }
  const found = async (token: string) =>
    (await get('/search?q=foxes', token)).json.data.map((row: { id: string }) => row.id).sort();
  expect([await found(admin), await found(client)]).toEqual([[draft, staff, open].sort(), [open]]);
  for (const id of [draft, staff]) expect((await get(`/faq/${id}`, client)).status).toBe(404);
  expect((await get(`/faq/${open}`, client)).status).toBe(200);
});

test('rules between fields hold in forms and imports alike', async () => {
  const [one] = (await get('/speed-configuration?take=1')).json.data;
  const keys = [
    'name',
    'scope',
    'state',
    'categoryId',
    'statutoryTolerancePct',
    'companyBufferKmh',
    'minDurationS',
    'minPoints',
    'maxAccuracyM',
    'maxPlausibleKmh',
    'gapS',
    'minorFromKmh',
    'majorFromKmh',
    'criticalFromKmh',
    'reviewMode',
    'effectiveFrom',
    'effectiveTo',
  ];
  const base = Object.fromEntries(keys.map((key) => [key, one[key]]));
  const speed = async (change: object) =>
    (await post('/speed-configuration', { ...base, name: 'Another', ...change })).json.fields;
  expect(await speed({ scope: 'STATE' })).toEqual({ state: expect.any(String) });
  expect(await speed({ state: 'MH' })).toEqual({ state: expect.any(String) });
  expect(await speed({ majorFromKmh: 5, criticalFromKmh: 5 })).toEqual({
    majorFromKmh: expect.any(String),
    criticalFromKmh: expect.any(String),
  });
  const check = await post('/sos/import/check', {
    mode: 'create',
    key: ['id'],
    rows: [
      {
        line: 2,
        cells: {
          name: 'Spaced',
          number: '1-1-2',
          kind: 'ERSS',
          priority: '1',
          is24x7: 'Yes',
          channels: 'Call',
          district: 'Pune',
        },
      },
    ],
  });
  expect(check.json.data.rows[0].messages).toEqual({ number: expect.any(String), state: expect.any(String) });
  for (const numberRegex of ['^[z-a]{2}$', '^[A-Z]{5,2}$'])
    expect(
      (
        await post('/kyc-doc', {
          name: 'X paper',
          code: 'X_PAPER',
          appliesTo: 'DRIVER',
          vehicleUse: 'ANY',
          mandatory: false,
          blocksOperation: false,
          hasExpiry: false,
          numberRegex,
          graceDays: 0,
          maxFileMb: 5,
          mime: ['PDF'],
          position: 1,
        })
      ).json.fields,
    ).toEqual({ numberRegex: expect.any(String) });
});
