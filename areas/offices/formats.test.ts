import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { formats } from '#kit/contract/formats/formats.ts';
import { checkPlate } from '#kit/contract/formats/plate.ts';
import { gstinCheck } from '#kit/contract/formats/tax.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const call = async (path: string) => {
  const answer = await product.call('GET', path, { token: admin });
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.json.data;
};
const check = (format: string, value: string) =>
  call(`/format/check?format=${format}&value=${encodeURIComponent(value)}`);
const byPlate = (plate: string) => call(`/rto/by-plate?plate=${encodeURIComponent(plate)}`);

interface Vectors {
  valid?: string[];
  invalid?: (string | [value: string, why: string])[];
  invalid_check?: string[];
  invalid_format?: string[];
  generated_valid?: string[];
  generated_invalid?: string[];
  well_formed_unknown_state?: string[];
  lookup?: { plate: string; state?: string | null; rto?: string; city_contains?: string; national?: boolean }[];
}
const file = join(import.meta.dirname, '../../../shared/data/reference/formats.json');
const hasVectors = existsSync(file);
if (!hasVectors) console.warn('formats.test: ../shared/data/reference is absent, its vectors are skipped');

test.skipIf(!hasVectors)(
  'every vector of the reference data is answered as listed (skipped where it is absent)',
  async () => {
    const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Vectors>;
    const named = {
      registration_number: 'plate',
      bharat_series: 'plate',
      driving_licence: 'licence',
      vin: 'vin',
      aadhaar: 'aadhaar',
      pan: 'pan',
      gstin: 'gstin',
    };
    let count = 0;
    for (const [key, format] of Object.entries(named)) {
      const vectors = all[key] as Vectors;
      // A check digit that does not fit only warns: Indian chassis numbers often lack one.
      const right = [vectors.valid, vectors.generated_valid, vectors.invalid_check, vectors.well_formed_unknown_state];
      for (const value of right.flatMap((list) => list ?? [])) {
        count += 1;
        const answer = await check(format, value);
        const isOdd = vectors.invalid_check?.includes(value) || vectors.well_formed_unknown_state?.includes(value);
        expect([format, value, answer.valid, answer.problem]).toEqual([format, value, true, null]);
        if (isOdd) expect([value, answer.warnings.length]).toEqual([value, 1]);
      }
      for (const wrong of [vectors.invalid, vectors.generated_invalid, vectors.invalid_format].flatMap(
        (list) => list ?? [],
      )) {
        count += 1;
        const value = Array.isArray(wrong) ? wrong[0] : wrong;
        const answer = await check(format, value);
        expect([format, value, answer.valid, typeof answer.problem]).toEqual([format, value, false, 'string']);
      }
      for (const { plate, state, rto, city_contains: city, national } of vectors.lookup ?? []) {
        count += 1;
        const found = await byPlate(plate);
        expect([plate, found.national, found.state?.name ?? null]).toEqual([plate, national ?? false, state ?? null]);
        expect([plate, found.office?.code]).toEqual([plate, rto?.replace('-', '')]);
        expect(`${found.office?.name} ${found.office?.district}`).toContain(city ?? '');
      }
    }
    const { example } = all['mobile'] as unknown as { example: string };
    for (const value of [example, `+91${example}`, `91 ${example}`, `0${example}`])
      expect(await check('mobile', value)).toMatchObject({ valid: true, value: example });
    expect(count).toBeGreaterThan(110);
  },
);

test('numbers are put into one form, and what is odd about them is said', async () => {
  for (const plate of ['mh 12 ab 1234', 'MH-12-AB-1234', 'MH12AB1234', 'mh12ab 1234'])
    expect([plate, await check('plate', plate)]).toEqual([plate, expect.objectContaining({ value: 'MH12AB1234' })]);
  expect(await check('plate', 'mh04ad0045')).toMatchObject({ valid: false, value: 'MH04AD0045' });
  expect(await check('plate', 'KA01I2000')).toMatchObject({
    valid: true,
    warnings: [expect.stringContaining('I and O')],
  });
  expect(await check('plate', 'OR02AB1234')).toMatchObject({
    parts: { state: 'OD', stateName: 'Odisha', letters: 'OR' },
  });
  expect(await check('plate', 'MH12AB0000')).toMatchObject({ valid: false });
  // Without its number a plate is none: MH14 is no office 1 with the number 4.
  for (const plate of ['MH14', 'MH 14', 'DL 1', 'MH14AB', 'MH12A'])
    expect([plate, await check('plate', plate)]).toEqual([
      plate,
      expect.objectContaining({ valid: false, problem: expect.stringContaining('The number at its end is missing') }),
    ]);
  for (const [plate, office, number] of [
    ['MH121234', '12', '1234'],
    ['MH141', '14', '1'],
    ['DL1CAB1021', '1', '1021'],
    ['DL 3 C 21', '3', '21'],
  ])
    expect(await check('plate', plate ?? '')).toMatchObject({ valid: true, parts: { office, serial: number } });
  expect(await check('licence', 'TN37/Z/123456/1998')).toMatchObject({ valid: true, warnings: [expect.any(String)] });
  expect(await check('chassis', 'KJ88123')).toMatchObject({ valid: true, warnings: [expect.any(String)] });
  expect(await check('gstin', '27AAPFU0939F1ZV')).toMatchObject({ parts: { state: 'MH', pan: 'AAPFU0939F' } });
  for (const pin of ['411 001', '411001'])
    expect(await check('pin', pin)).toMatchObject({ valid: true, value: '411001' });
  for (const pin of ['011001', '291001', '4110011']) expect((await check('pin', pin)).valid).toBe(false);
  for (const mobile of ['5822012345', '982201234', '+1 9822012345'])
    expect((await check('mobile', mobile)).valid).toBe(false);
  // Of an Aadhaar number nothing but its end comes back.
  const aadhaar = await check('aadhaar', '2341 2341 2346');
  expect([aadhaar.value, aadhaar.parts]).toEqual(['•••• 2346', { last4: '2346' }]);
  expect((await product.call('GET', '/format/check?format=x&value=1', { token: admin })).status).toBe(400);
  expect((await product.call('GET', '/format/check?format=pan&value=1')).status).toBe(401);
});

test('a plate leads to its office by the letters of today and those before', async () => {
  expect(await byPlate('DL 3 CAB 1021')).toMatchObject({ state: { code: 'DL' }, office: { code: 'DL03' } });
  expect(await byPlate('TG09EA5678')).toMatchObject({ state: { name: 'Telangana' }, office: { code: 'TS09' } });
  expect(await byPlate('22BH1234AA')).toMatchObject({ national: true, state: null, office: null });
  expect(await byPlate('nonsense')).toMatchObject({ plate: null, problem: expect.any(String) });
});

test('temporary and trade plates have no form that holds everywhere', () => {
  expect(checkPlate('T0526 KA 0123 A', 'TEMPORARY')).toMatchObject({ value: 'T0526KA0123A' });
  expect(checkPlate('T1', 'TRADE')).toHaveProperty('problem');
  expect(checkPlate('MH12AB1234', 'BH')).toHaveProperty('problem');
  expect(checkPlate('22BH1234AA', 'STANDARD')).toHaveProperty('problem');
});

test('records take numbers as people write them, and are found by them', async () => {
  const body = '27ZZZCX4321Z1Z';
  const made = await product.call('POST', '/organisation', {
    token: admin,
    body: { name: 'Formed', kind: 'COMPANY', gstin: `${body.toLowerCase()} ${gstinCheck(body)}`, pin: '411 001' },
  });
  expect([made.status, made.json.data?.gstin, made.json.data?.pin]).toEqual([201, body + gstinCheck(body), '411001']);
  const wrong = await product.call('POST', '/organisation', {
    token: admin,
    body: { name: 'Formless', kind: 'COMPANY', gstin: `${body}${gstinCheck(body) === 'A' ? 'B' : 'A'}`, pin: '291001' },
  });
  expect(Object.keys(wrong.json.fields)).toEqual(['gstin', 'pin']);
  const roleId = (await call('/role?take=100')).find((role: { name: string }) => role.name === 'Client viewer').id;
  const person = { name: 'Ravi', profileType: '0', mobile: '+91 98220-77777', roleId, orgId: made.json.data.id };
  const user = await product.call('POST', '/app-user', { token: admin, body: person });
  expect([user.status, user.json.data?.mobile]).toEqual([201, '9822077777']);
  expect(Object.values(formats).every(({ check }) => 'problem' in check(''))).toBe(true);
});
