import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct;
let token: string;

interface Part {
  name: string;
  text?: string;
  file?: { name: string; type: string; content: Buffer };
}
function multipart(parts: readonly Part[], end = true): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'rk-boundary-7d1';
  const chunks: Buffer[] = [];
  for (const { name, text, file } of parts) {
    const head = file
      ? `form-data; name="${name}"; filename="${file.name}"\r\ncontent-type: ${file.type}`
      : `form-data; name="${name}"`;
    chunks.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: ${head}\r\n\r\n`),
      file?.content ?? Buffer.from(text ?? ''),
      Buffer.from('\r\n'),
    );
  }
  if (end) chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(chunks), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
let serial = 0;
const upload = (file: NonNullable<Part['file']>, end = true) => {
  serial += 1;
  return product.call('POST', '/vehicle-brand', {
    token,
    ...multipart(
      [
        { name: 'name', text: `Maker ${serial}` },
        { name: 'logo', file },
      ],
      end,
    ),
  });
};
const png = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 4, background: '#0c615c' } })
    .png()
    .toBuffer();
const storedFiles = async (): Promise<string[]> => {
  const root = join(product.dataDir, 'files');
  return (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
};
const fileRows = async () => (await product.product.db.query<{ id: string }>('select id from file')).length;

beforeAll(async () => {
  product = await startTestProduct();
  token = await product.login('admin@roadkeeper.test');
});
afterAll(() => product.close());

test('a logo is stored encrypted, comes back as a picture, and loses what was hidden in it', async () => {
  const withPlace = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#aa3322' } })
    .withExif({ IFD0: { Copyright: 'CANARY-7421' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(withPlace.includes('CANARY-7421')).toBe(true);
  const made = await upload({ name: 'photo.jpg', type: 'image/jpeg', content: withPlace });
  expect(made.status, made.text).toBe(201);
  const logo = made.json.data.logo;
  expect(logo).toMatchObject({ name: 'photo.webp', mime: 'image/webp', width: 512, height: 341 });
  const answer = await product.call('GET', `/file/${logo.id}`, { token });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(answer.raw.includes('CANARY-7421')).toBe(false);
  expect((await sharp(answer.raw).metadata()).exif).toBeUndefined();
  const small = await product.call('GET', `/file/${logo.id}?size=64`, { token });
  expect((await sharp(small.raw).metadata()).width).toBe(64);
  for (const path of await storedFiles())
    expect((await readFile(path)).includes(answer.raw.subarray(0, 60))).toBe(false);
});

test('hostile uploads are refused with the field named, and nothing of them is kept', async () => {
  const before = [await fileRows(), (await storedFiles()).length];
  const good = await png();
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj\n%%EOF');
  const cases: [string, NonNullable<Part['file']>, number][] = [
    [
      'svg under a png name',
      {
        name: 'x.png',
        type: 'image/png',
        content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      },
      415,
    ],
    ['svg', { name: 'x.svg', type: 'image/svg+xml', content: Buffer.from('<svg/>') }, 415],
    ['gif', { name: 'x.gif', type: 'image/gif', content: Buffer.from('GIF89a\x01\x00\x01\x00') }, 415],
    ['zip as png', { name: 'x.png', type: 'image/png', content: Buffer.from('PK\x03\x04rest') }, 415],
    ['cut png', { name: 'x.png', type: 'image/png', content: good.subarray(0, 60) }, 415],
    ['more pixels than can be looked at', { name: 'x.png', type: 'image/png', content: bomb }, 415],
    ['wrong ending', { name: 'x.html', type: 'image/png', content: good }, 415],
    ['wrong declared type', { name: 'x.png', type: 'text/html', content: good }, 415],
    ['nothing', { name: 'x.png', type: 'image/png', content: Buffer.alloc(0) }, 415],
    ['a document where a picture is asked', { name: 'x.pdf', type: 'application/pdf', content: pdf }, 415],
    [
      'more bytes than allowed',
      { name: 'x.png', type: 'image/png', content: Buffer.concat([good, Buffer.alloc(1_100_000)]) },
      413,
    ],
  ];
  for (const [what, file, status] of cases) {
    const answer = await upload(file);
    expect(answer.status, what).toBe(status);
    expect(Object.keys(answer.json.fields), what).toEqual(['logo']);
  }
  expect([await fileRows(), (await storedFiles()).length]).toEqual(before);
});

test('a picture with a page behind it keeps only the picture', async () => {
  const polyglot = Buffer.concat([await png(), Buffer.from('<script>alert("CANARY-99")</script>')]);
  const made = await upload({ name: '../../..\\etc/passwd\u202E.png', type: 'image/png', content: polyglot });
  expect(made.status, made.text).toBe(201);
  expect(made.json.data.logo.name).toBe('passwd.webp');
  const answer = await product.call('GET', `/file/${made.json.data.logo.id}`, { token });
  expect(answer.raw.includes('CANARY-99')).toBe(false);
});

test('broken and odd multipart bodies are refused and leave no record', async () => {
  const count = async () => (await product.call('GET', '/vehicle-brand?take=1', { token })).json.count as number;
  const before = await count();
  const content = await png();
  const file = { name: 'x.png', type: 'image/png', content };
  const odd: [string, ReturnType<typeof multipart>, number][] = [
    [
      'no end',
      multipart(
        [
          { name: 'name', text: 'Cut' },
          { name: 'logo', file },
        ],
        false,
      ),
      400,
    ],
    [
      'unknown part',
      multipart([
        { name: 'name', text: 'Odd' },
        { name: '__proto__', text: 'x' },
      ]),
      400,
    ],
    [
      'unknown file',
      multipart([
        { name: 'name', text: 'Odd' },
        { name: 'virus', file },
      ]),
      400,
    ],
    [
      'file twice',
      multipart([
        { name: 'name', text: 'Odd' },
        { name: 'logo', file },
        { name: 'logo', file },
      ]),
      400,
    ],
    [
      'text for a file',
      multipart([
        { name: 'name', text: 'Odd' },
        { name: 'logo', text: 'hello' },
      ]),
      400,
    ],
    [
      'field twice',
      multipart([
        { name: 'name', text: 'Odd' },
        { name: 'name', text: 'Even' },
      ]),
      400,
    ],
    ['too many parts', multipart(Array.from({ length: 150 }, (_, index) => ({ name: `p${index}`, text: 'x' }))), 413],
  ];
  for (const [what, body, status] of odd) {
    const answer = await product.call('POST', '/vehicle-brand', { token, ...body });
    expect(answer.status, `${what}: ${answer.text}`).toBe(status);
  }
  expect(await count()).toBe(before);
});

test('an absent file keeps the stored one, an empty part removes it, and the sweep takes what nobody holds', async () => {
  const made = await upload({ name: 'a.png', type: 'image/png', content: await png() });
  const { id, logo } = made.json.data;
  const kept = await product.call('PUT', `/vehicle-brand/${id}`, {
    token,
    ...multipart([{ name: 'name', text: 'Keeper' }]),
  });
  expect(kept.json.data.logo.id).toBe(logo.id);
  const removed = await product.call('PUT', `/vehicle-brand/${id}`, {
    token,
    ...multipart([
      { name: 'name', text: 'Keeper' },
      { name: 'logo', text: '' },
    ]),
  });
  expect(removed.json.data.logo).toBeNull();
  expect((await product.call('GET', `/file/${logo.id}`, { token })).status).toBe(404);
  const rows = await fileRows();
  product.clock.move(2 * 3_600_000);
  await product.product.planJobs();
  product.clock.move(3_600_000);
  await product.product.jobs.runDue();
  expect(await fileRows()).toBeLessThan(rows);
  expect((await storedFiles()).some((path) => path.endsWith(logo.id))).toBe(false);
  token = await product.login('admin@roadkeeper.test');
});

test('a stored byte that was changed is noticed instead of served', async () => {
  const made = await upload({ name: 'a.png', type: 'image/png', content: await png() });
  const path = (await storedFiles()).find((one) => one.endsWith(made.json.data.logo.id)) as string;
  const read = () => product.call('GET', `/file/${made.json.data.logo.id}`, { token });
  // Also where it was as it should be when it was looked through before.
  expect((await read()).status).toBe(200);
  const bytes = await readFile(path);
  bytes[5] = (bytes[5] as number) ^ 1;
  await writeFile(path, bytes);
  const answer = await read();
  expect(answer.status).toBe(500);
  expect(answer.json.message).toBe('Something went wrong!');
});
