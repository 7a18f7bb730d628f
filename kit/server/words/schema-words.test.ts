import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldMessages } from '#kit/contract/input.ts';
import { inLanguage } from './words.ts';

const body = z.strictObject({
  name: z.string().check(z.minLength(2), z.maxLength(4)),
  count: z.int(),
  price: z.number().check(z.minimum(1), z.maximum(9)),
  isOn: z.boolean(),
  ids: z.array(z.uuid()).check(z.minLength(1)),
  kind: z.enum(['CAR', 'BUS']),
  only: z.literal('YES'),
  place: z.object({ lat: z.number() }),
  half: z.union([z.string(), z.number()]),
});
const right = {
  name: 'abc',
  count: 1,
  price: 2,
  isOn: true,
  ids: ['019aa1d5-0000-7000-8000-000000000000'],
  kind: 'CAR',
  only: 'YES',
  place: { lat: 1 },
  half: 1,
};

test.each<[string, unknown, string, string]>([
  ['name', 5, 'Must be a text', 'अक्षर होने चाहिए'],
  ['name', 'a', 'At least 2 characters', 'कम से कम 2 अक्षर'],
  ['name', 'abcde', 'At most 4 characters', 'ज़्यादा से ज़्यादा 4 अक्षर'],
  ['name', undefined, 'This field is required', 'यह फ़ील्ड ज़रूरी है'],
  ['count', 1.5, 'Must be a whole number', 'पूरी संख्या होनी चाहिए'],
  ['count', 'one', 'Must be a number', 'संख्या होनी चाहिए'],
  ['price', 0, 'Must be 1 or more', '1 या ज़्यादा होना चाहिए'],
  ['price', 10, 'Must be 9 or less', '9 या कम होना चाहिए'],
  ['isOn', 'yes', 'Must be true or false', 'true या false होना चाहिए'],
  ['ids', 'x', 'Must be a list', 'सूची होनी चाहिए'],
  ['ids', [], 'Must not be empty', 'खाली नहीं होना चाहिए'],
  ['ids', ['x'], 'Must be an id', 'id होना चाहिए'],
  ['kind', 'VAN', 'Must be one of CAR, BUS', 'इनमें से एक होना चाहिए: CAR, BUS'],
  ['only', 'NO', 'Must be YES', 'YES होना चाहिए'],
  ['place', 'Pune', 'Must be an object', 'object होना चाहिए'],
  ['half', true, 'Not in the right form', 'सही रूप में नहीं है'],
  ['more', 1, 'Not a field of this call', 'इस कॉल में यह फ़ील्ड नहीं है'],
])('a body whose %s is %j is told “%s”', (name, value, english, hindi) => {
  const parsed = z.safeParse(body, { ...right, [name]: value });
  expect(parsed.success).toBe(false);
  const messages = fieldMessages(parsed.error as z.core.$ZodError);
  expect({ ...messages }).toEqual({ [name]: english });
  expect(inLanguage('hi', english)).toBe(hindi);
});

test('a right body passes', () => expect(z.safeParse(body, right).success).toBe(true));
