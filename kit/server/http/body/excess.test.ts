import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { aadhaarMessage } from '#kit/contract/formats/find-aadhaar.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const number = '234123412346';
/** A text of so many characters at whose end a full Aadhaar number stands: whoever looks into it finds that. */
const holding = (length: number) => ` ${number}`.padStart(length, 'a');
const tooLong = 'At most 40,000 characters';
const tooManyFields = 'At most 1,000 fields';
const tooManyValues = 'At most 20,000 values';
const names = (count: number, value: unknown = '1') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]));

const messagesOf = async (body: unknown) => {
  const { status, json } = await product.call('POST', '/vehicle-brand', { token: admin, body });
  return [status, json.fields];
};

test('what is too long is refused for its length, before anything looks into it', async () => {
  expect(await messagesOf({ name: holding(40_001) })).toEqual([400, { name: tooLong }]);
  expect(await messagesOf({ name: { deep: [holding(40_001)] } })).toEqual([400, { name: tooLong }]);
  expect(await messagesOf({ name: { [holding(40_001)]: 1 } })).toEqual([400, { name: tooLong }]);
  expect(await messagesOf({ ...names(1_000), [number]: number })).toEqual([400, { '': tooManyFields }]);
  expect(await messagesOf({ name: names(1_001, number) })).toEqual([400, { name: tooManyFields }]);
  expect(await messagesOf({ name: Array.from({ length: 20_001 }, () => 0) })).toEqual([400, { name: tooManyValues }]);
  expect(await messagesOf(Array.from({ length: 20_001 }, () => 0))).toEqual([400, { '': tooManyValues }]);
  expect(await messagesOf(holding(40_001))).toEqual([400, { '': tooLong }]);
  // Two such say so by their names.
  expect(await messagesOf({ name: holding(40_001), code: holding(40_001) })).toEqual([
    400,
    { name: tooLong, code: tooLong },
  ]);
});

test('what is as long as it may be is looked into', async () => {
  expect(await messagesOf({ name: holding(40_000) })).toEqual([400, { name: aadhaarMessage }]);
  expect(await messagesOf({ ...names(998), name: number })).toEqual([400, { name: aadhaarMessage }]);
  expect(await messagesOf({ name: [...Array.from({ length: 19_999 }, () => 0), number] })).toEqual([
    400,
    { name: aadhaarMessage },
  ]);
});

test('so it is with the parts of a form', async () => {
  const send = async (text: string) => {
    const payload = `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n${text}\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, json } = await product.call('POST', '/drivers', { token: admin, payload, headers });
    return [status, json.fields];
  };
  expect(await send(holding(40_001))).toEqual([400, { name: tooLong }]);
  expect(await send(holding(40_000))).toEqual([400, { name: aadhaarMessage }]);
});
