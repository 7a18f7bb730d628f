import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#kit/server/postgres/roles.ts';
import { beginning, canonicalJson, canonicalOf, hashOf, historyFields, historyTexts } from './canonical.ts';
import { type Chained, startChained } from './testing/chained.ts';

let chained: Chained;
beforeAll(async () => {
  chained = await startChained();
  await chained.chain(1);
});
afterAll(() => chained?.close());

test('every column of the history is in its canonical text', async () => {
  const { rows } = await chained.owner.query(
    `select column_name as name from information_schema.columns where table_name = 'history' order by column_name collate "C"`,
  );
  // A migration that adds a column puts it into the list as well, or a change of it would go unnoticed.
  expect(rows.map((row) => row.name)).toEqual([...historyFields]);
});

test('the text is the same whatever the server’s zone and styles', async () => {
  const seen = new Set<string>();
  for (const settings of [
    '',
    'timezone=America/New_York',
    'datestyle=German',
    'extra_float_digits=-10',
    'bytea_output=escape',
    'intervalstyle=iso_8601',
  ])
    await withClient(
      { ...chained.database.owner, options: `-c app.scope=staff ${settings && `-c ${settings}`}` } as never,
      async (client) => {
        const { rows } = await client.query({ text: `select ${historyTexts} from history h`, rowMode: 'array' });
        seen.add(canonicalOf(rows[0] as string[]));
      },
    );
  expect(seen.size).toBe(1);
  const [text] = seen;
  expect(JSON.parse(text as string)).toContainEqual(['at', '1795240800.000000']);
  expect(text).toContain(String.raw`{\"limit\":12.5,\"list\":[\"b\",\"a\"],\"name\":\"Poona\"}`);
});

test('a row has the hash it always had, on every version of the server', async () => {
  await chained.owner.query(
    `insert into history (id, org_id, at, actor_id, actor_name, action, source, module, record_id, record_title, before, after)
     values ('01a1fc17-27e9-7627-921e-d6ed735c0001', '01A1FC17-27E9-7627-921E-D6ED735C0002', '2026-11-21 11:30:00.123456+05:30', null,
       'Āśā "M" \\ 車', 'update', 'api', 'rto', '01a1fc17-27e9-7627-921e-d6ed735c0003', E'a\tb',
       '{"bb": 1.10, "a": 1e3, "c": "\\u00e9\\n", "ä": {"z": [], "y": {}}}', 'null')`,
  );
  const { rows } = await chained.owner.query({
    text: `select ${historyTexts} from history h where id = '01a1fc17-27e9-7627-921e-d6ed735c0001'`,
    rowMode: 'array',
  });
  expect(hashOf(beginning, canonicalOf(rows[0] as string[]))).toBe(
    'f968d06f8b5121ca5b0ee6f279fe2390fa8283db6f449faa2220fac2ce864417',
  );
});

test('JSON has one text whatever the order of its keys, and numbers keep every digit', () => {
  expect(canonicalJson('{"b": 1.50, "a": {"é": null, "d": [true, {"y": 1, "x": 2}]}}')).toBe(
    '{"a":{"d":[true,{"x":2,"y":1}],"é":null},"b":1.50}',
  );
  expect(canonicalJson('12345678901234567890.10')).toBe('12345678901234567890.10');
  expect(canonicalJson('{"__proto__": 1, "a": "\\u2028\\n"}')).toBe('{"__proto__":1,"a":"\u2028\\n"}');
});

test('two rows never share a text: an absent value, an empty one and the word null differ', () => {
  const row = (title: string | null, request: string | null) =>
    canonicalOf(
      historyFields.map((name) => (name === 'record_title' ? title : name === 'request_id' ? request : null)),
    );
  expect(new Set([row('a', null), row(null, 'a'), row('', 'a'), row('null', 'a'), row('a","b', null)]).size).toBe(5);
});

test('an entry’s hash can be computed with any tool', () => {
  const plain = createHash('sha256').update(Buffer.alloc(32)).update('[["id","x"]]').digest('hex');
  expect(hashOf(beginning, '[["id","x"]]')).toBe(plain);
});
