import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { mergeBody } from './merge-body.ts';
import { Clash, sendMerged } from './send-merged.ts';

// The program's own language is left as it is for other files.
const language = i18next.createInstance();
beforeAll(async () => {
  const translation = { 'merge.changedBy': '{{name}}: {{value}}, {{when}}' };
  await language.init({ lng: 'en', resources: { en: { translation } }, keySeparator: false });
  vi.spyOn(i18next, 't').mockImplementation(language.t);
});
afterAll(() => vi.restoreAllMocks());

test('what only one side changed is taken from that side, and a clash names its field', () => {
  const base = { name: 'Asha', mobile: '7000000001', note: 'a' };
  expect(mergeBody(base, { ...base, name: 'Asha Menon' }, { ...base, mobile: null as never })).toEqual({
    body: { name: 'Asha Menon', mobile: null, note: 'a' },
    clashes: [],
    taken: ['name'],
  });
  expect(mergeBody(base, { ...base, name: 'Theirs', note: 'b' }, { ...base, name: 'Mine', note: 'b' })).toEqual({
    body: { name: 'Mine', mobile: '7000000001', note: 'b' },
    clashes: ['name'],
    taken: [],
  });
});

test('lists of ids are sets: additions and removals of both sides stay', () => {
  const merged = mergeBody({ ids: ['a', 'b', 'c'] }, { ids: ['b', 'c', 'd'] }, { ids: ['a', 'b', 'e'] });
  expect(merged).toEqual({ body: { ids: ['b', 'd', 'e'] }, clashes: [], taken: ['ids'] });
});

/** A record that others save, and what of it arrived. */
function stored(row: { version: number; name: string; note: string }) {
  const sent: { name: string; note: string }[] = [];
  let { version } = row;
  return {
    sent,
    read: async () => ({ ...row, version }),
    bodyOf: ({ name, note }: typeof row) => ({ name, note }),
    authors: async () => (field: string) =>
      field === 'name' ? { name: 'Ravi', at: '2026-11-22T06:30:00.000Z' } : undefined,
    labels: { name: 'Name', note: 'Note' },
    /** Somebody saves before each of this many writes arrives. */
    overtaken: 0,
    async send(this: { overtaken: number }, body: { name: string; note: string }, ifMatch: string) {
      if (this.overtaken > 0) {
        this.overtaken -= 1;
        version += 1;
      }
      if (ifMatch !== `"v${version}"`) throw new ApiError(412, { message: 'stale' });
      sent.push(body);
      return 'saved';
    },
  };
}

test('a change that was overtaken is merged and sent again; one that clashes asks', async () => {
  const other = stored({ version: 4, name: 'Theirs', note: 'old' });
  const base = { version: 3, name: 'Old', note: 'old' };
  other.overtaken = 1;
  const given = { ...other, base, send: other.send.bind(other) };
  expect(await sendMerged({ ...given, body: { name: 'Old', note: 'new' } })).toBe('saved');
  expect(other.sent).toEqual([{ name: 'Theirs', note: 'new' }]);
  const clash = await sendMerged({ ...given, body: { name: 'Mine', note: 'old' } }).catch((error: unknown) => error);
  expect(clash).toBeInstanceOf(Clash);
  expect((clash as Clash<unknown>).fields).toEqual({
    name: 'Ravi: Theirs, 22 Nov 2026, 12:00',
  });
  expect((clash as Clash<{ version: number }>).current.version).toBe(5);
  expect(other.sent).toHaveLength(1);
});

test('it gives up where somebody saves each time, and passes on what is no conflict', async () => {
  const busy = stored({ version: 1, name: 'A', note: 'a' });
  busy.overtaken = 99;
  const given = { ...busy, send: busy.send.bind(busy), base: { version: 1, name: 'A', note: 'a' } };
  await expect(sendMerged({ ...given, body: { name: 'A', note: 'b' } })).rejects.toThrow('stale');
  expect(busy.overtaken).toBe(95);
  const refused = async () => Promise.reject(new ApiError(403, { message: 'no' }));
  await expect(sendMerged({ ...given, send: refused, body: { name: 'A', note: 'b' } })).rejects.toThrow('no');
});
