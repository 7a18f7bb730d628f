import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newSecret, signedHeaders } from './signature.rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'rk-signature-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync(new URL('../../../docs/how-to/integrations/receive-webhooks.md', import.meta.url), 'utf8');
const snippet = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

const secret = newSecret();
const body = '{"type":"challan.issued","title":"चालान"}';
const now = new Date();
const right = signedHeaders(secret, 'msg_1', now, body);
const old = signedHeaders(secret, 'msg_1', new Date(now.getTime() - 301_000), body);
const other = signedHeaders(newSecret(), 'msg_1', now, body);
/** Headers and bodies, with whether they are to be believed. */
const cases = [
  { headers: right, body, isRight: true },
  { headers: { ...right, 'webhook-signature': `v2,xx ${right['webhook-signature']}` }, body, isRight: true },
  { headers: right, body: `${body} `, isRight: false },
  { headers: { ...right, 'webhook-id': 'msg_2' }, body, isRight: false },
  { headers: { ...right, 'webhook-signature': 'v1,' }, body, isRight: false },
  { headers: old, body, isRight: false },
  { headers: other, body, isRight: false },
];

test('the specification’s own example has the signature that it says', () => {
  const sample = signedHeaders(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  );
  expect(sample['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the program for Node on the page tells right messages from others', async () => {
  const file = join(folder, 'check.mjs');
  writeFileSync(file, snippet('js'));
  const { isFromRoadkeeper } = await import(file);
  expect(cases.map((one) => isFromRoadkeeper(secret, one.headers, one.body))).toEqual(cases.map((one) => one.isRight));
});

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
test.skipIf(!python)('the program for Python on the page does as well', () => {
  const file = join(folder, 'check.py');
  const call = `import json, sys\nfor one in json.loads(sys.argv[2]):\n    print(is_from_roadkeeper(sys.argv[1], one["headers"], one["body"].encode()))\n`;
  writeFileSync(file, `${snippet('python')}\n${call}`);
  const said = execFileSync('python3', [file, secret, JSON.stringify(cases)], { encoding: 'utf8' });
  expect(said.trim().split('\n')).toEqual(cases.map((one) => (one.isRight ? 'True' : 'False')));
});
