import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetPeak, peakBytes } from '#tools/memory.ts';
import type { TestProduct } from '../testing.ts';
import { startBadgeProduct } from '../testing/badge.ts';
import { hostileFiles, type HostileFile } from '../testing/hostile/files.ts';
import { canary } from '../testing/hostile/pictures.ts';
import { ascii85, lzw, objectStream, pdf, predicted, runs, stream } from '../testing/pdf.ts';

let product: TestProduct;
let admin: string;
let orgId: string;
beforeAll(async () => {
  ({ product, admin, orgId } = await startBadgeProduct());
});
afterAll(() => product?.close());

let serial = 0;
async function upload(content: Buffer) {
  serial += 1;
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: 'Asha', number: `AB${10_000_000 + serial}`, orgId }))
    form.append(name, value);
  form.append('paper', new File([content as unknown as string], 'paper.pdf', { type: 'application/pdf' }));
  const sent = new Response(form);
  return product.call('POST', '/badge', {
    token: admin,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  });
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const open = '/OpenAction 20 0 R';
/** Packed objects and what is behind them, with a byte turned round at a place. */
const damaged = (more: number, at: number): Buffer => {
  const packed = deflateSync(`20 0\n${script} ${randomBytes(more).toString('hex')}`);
  const place = at < 0 ? packed.length + at : at;
  packed[place] = (packed[place] ?? 0) ^ 255;
  packed.fill(0, place + 1, Math.min(packed.length, place + 40));
  return packed;
};
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
const link = (address: string) => `<< /Type /Annot /Subtype /Link /A << /S /URI /URI ${address} >> >>`;

test('documents that people send are taken: of browsers, office programs and scanners', async () => {
  const chapters = Array.from({ length: 40 }, (_, at) => `<< /Title (Chapter ${at}) /Dest [3 0 R /XYZ 0 0 null] >>`);
  const scan = randomBytes(400_000);
  const harmless: [string, Buffer][] = [
    ['plain', pdf('')],
    ['opens at a place', pdf('/OpenAction [3 0 R /XYZ null null 0] /ViewerPreferences << /DisplayDocTitle true >>')],
    ['packed objects', pdf('', [objectStream(chapters)])],
    [
      'packed objects, predicted',
      pdf('', [
        objectStream(
          chapters,
          (plain) => deflateSync(predicted(plain, 12)),
          '/DecodeParms << /Predictor 12 /Columns 12 >>',
        ),
      ]),
    ],
    ['a scan', pdf('', [stream('/Type /XObject /Subtype /Image /Width 800 /Height 500', scan, '/Filter /DCTDecode')])],
    [
      'a packed picture',
      pdf('', [stream('/Subtype /Image /Width 1000 /Height 400 /BitsPerComponent 8', deflateSync(scan))]),
    ],
    ['links', pdf('', [link('(https://example.in/JS/a?javascript:1)'), link(hex(utf16('https://example.in/3D/')))])],
    ['a form that sends nothing', pdf('/AcroForm << /Fields [] /DR << /Font << /Helv 9 0 R >> >> >>')],
    ['two revisions', Buffer.concat([pdf(''), pdf('').subarray(9)])],
  ];
  for (const [what, content] of harmless) {
    const answer = await upload(content);
    expect([what, answer.status, answer.text.slice(0, 200)]).toEqual([what, 201, expect.any(String)]);
  }
}, 30_000);

test('documents with active parts are refused, however those are spelled, packed and hidden', async () => {
  const columns = '/DecodeParms << /Predictor 12 /Columns 7 >>';
  const twice = (plain: Buffer) => deflateSync(deflateSync(plain));
  const behind = Buffer.from(`${'x'.repeat(300)}\n20 0 obj ${script} endobj`);
  const hostile: [string, Buffer][] = [
    ['in the open', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
    ['escaped name', pdf('/OpenAction << /S /J#61vaS#63ript /J#53 (app.alert(1)) >>')],
    [
      'all escaped',
      pdf(`/OpenAction << /S /${[...Buffer.from('Launch')].map((one) => `#${one.toString(16)}`).join('')} >>`),
    ],
    ['in a table of names', pdf('/Names << /JavaScript << /Names [(a) 20 0 R] >> >>')],
    ['launches', pdf('/OpenAction << /S /Launch /Win << /F (cmd.exe) >> >>')],
    ['file inside', pdf('/Names << /EmbeddedFiles << /Names [(a.exe) 20 0 R] >> >>')],
    ['attached', pdf('', ['<< /Type /Annot /Subtype /FileAttachment /FS << /F (a) >> >>'])],
    ['file without its type', pdf('', ['<< /F (a.exe) /EF << /F 9 0 R >> >>'])],
    ['film', pdf('', ['<< /Subtype /RichMedia >>'])],
    ['form in XML', pdf('/AcroForm << /XFA 9 0 R >>')],
    ['form that sends', pdf('', ['<< /S /SubmitForm /F (https://example.in) >>'])],
    ['form that fetches', pdf('', ['<< /S /ImportData /F (a.fdf) >>'])],
    ['another document', pdf('', ['<< /S /GoToR /F (\\\\\\\\server\\\\share) >>'])],
    ['script link', pdf('', [link('(javascript:app.alert(1))')])],
    ['script link, spaces and case', pdf('', [link('(  JaVa\\\nScript:app.alert(1))')])],
    ['script link, octal', pdf('', [link('(\\152avascript:1)')])],
    ['script link, hexadecimal', pdf('', [link(hex(Buffer.from('javascript:1')))])],
    ['script link, UTF-16', pdf('', [link(hex(utf16('javascript:1')))])],
    ['script link elsewhere', pdf('', [link('9 0 R'), '(javascript:1)'])],
    ['password', pdf('').subarray(0, -6).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R')].map(
      (one) => (typeof one === 'string' && one.startsWith('%PDF') ? Buffer.from(one, 'latin1') : one),
    ) as [string, Buffer],
    ['packed', pdf(open, [objectStream([script])])],
    ['packed, escaped', pdf(open, [objectStream([script.replace('/JavaScript', '/#4aavaScript')])])],
    [
      'packed, untyped',
      pdf(open, [Buffer.from(objectStream([script]).toString('latin1').replace('/Type /ObjStm', ''), 'latin1')]),
    ],
    ['packed, predicted', pdf(open, [objectStream([script], (plain) => deflateSync(predicted(plain, 7)), columns)])],
    ['packed twice', pdf(open, [objectStream([script], twice, '', '/Filter [/FlateDecode /FlateDecode]')])],
    [
      'packed as hexadecimal',
      pdf(open, [objectStream([script], (plain) => Buffer.from(`${plain.toString('hex')}>`), '', '/Filter /AHx')]),
    ],
    ['packed as text', pdf(open, [objectStream([script], ascii85, '', '/Filter /ASCII85Decode')])],
    [
      'packed and as text',
      pdf(open, [objectStream([script], (plain) => ascii85(deflateSync(plain)), '', '/Filter [/A85 /Fl]')]),
    ],
    ['packed in runs', pdf(open, [objectStream([script], runs, '', '/Filter /RunLengthDecode')])],
    ['packed in codes', pdf(open, [objectStream([script], lzw, '', '/Filter /LZWDecode')])],
    [
      'packed after a comment',
      pdf(open, [stream('/N 1 /First 80', deflateSync(`%\x01\x02 ${' '.repeat(60)}\n20 0\n${script}`))]),
    ],
    [
      'packed behind blanks',
      pdf(open, [stream('/N 1 /First 6000', deflateSync(`${' '.repeat(5_990)}20 0\n${script}`))]),
    ],
    ['packed with a wrong sum', pdf(open, [stream('/Type /ObjStm', damaged(20, -1))])],
    ['packed and damaged behind it', pdf(open, [stream('/Type /ObjStm', damaged(3_000, 1_500))])],
    ['inside what is said to be a picture', pdf('', [stream('/Subtype /Image', behind, '')])],
    ['in a comment', Buffer.concat([pdf(''), Buffer.from(`% ${script}\n`)])],
    ['in an older revision', Buffer.concat([pdf(`/OpenAction ${script}`), pdf('').subarray(9)])],
    ['in a newer revision', Buffer.concat([pdf(''), Buffer.from(`1 0 obj << /OpenAction ${script} >> endobj\n%%EOF`)])],
  ];
  const before = (await product.product.db.query('select 1 from file')).length;
  for (const [what, content] of hostile) {
    const answer = await upload(content);
    expect([what, answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([what, 415, ['paper']]);
  }
  expect((await product.product.db.query('select 1 from file')).length).toBe(before);
}, 60_000);

test('what would take all time or memory is refused soon, and the product answers meanwhile', async () => {
  const zeros = deflateSync(`20 0 ${' '.repeat(200_000_000)}`);
  const nested = [1, 2, 3, 4, 5, 6].reduce((inner) => deflateSync(inner), deflateSync(`20 0 ${script}`));
  const odd: [string, Buffer][] = [
    ['unpacks to much', pdf('', [stream('/Type /ObjStm', zeros)])],
    [
      'many that unpack to much',
      pdf(
        '',
        Array.from({ length: 12 }, () => stream('', deflateSync(`1 ${' '.repeat(20_000_000)}`))),
      ),
    ],
    ['packed again and again', pdf('', [stream('', nested)])],
    ['countless streams', pdf('', [Buffer.from('stream\nx '.repeat(60_000))])],
    [
      'many shapes of lines',
      pdf('', [
        ...Array.from({ length: 200 }, (_, at) => `<< /Predictor 12 /Columns ${at + 2} >>`),
        objectStream(['<< >>'], (plain) => deflateSync(predicted(plain, 9))),
      ]),
    ],
  ];
  for (const [what, content] of odd) {
    const [answer, alive] = await Promise.all([upload(content), product.call('GET', '/rto?take=1', { token: admin })]);
    expect([what, answer.status, alive.status]).toEqual([what, 415, 200]);
  }
  // An index that leads to itself is not followed at all.
  const ring = pdf('').toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Prev 9 /XRefStm 9');
  expect((await upload(Buffer.from(ring, 'latin1'))).status).toBe(201);
}, 90_000);

/** How many damaged pictures are sent besides the two hundred files. */
const broken = Number(process.env['HOSTILE_FILES'] ?? 20);

test(`two hundred hostile files, and ${broken} damaged ones: nothing of what is refused is stored, what is stored was written anew`, {
  timeout: 60_000 + broken * 200,
}, async () => {
  const files = await hostileFiles(broken);
  expect(files.length).toBeGreaterThanOrEqual(200 + broken);
  const stored = async () => {
    const all = await readdir(join(product.dataDir, 'files'), { recursive: true, withFileTypes: true });
    const { length } = await product.product.db.query('select 1 from file');
    return { onDisk: all.filter((one) => one.isFile()).length, rows: length };
  };
  const before = await stored();
  const resident = process.memoryUsage.rss();
  forgetPeak(process.pid);
  let taken = 0;
  for (const file of files) {
    const answer = await send(file);
    const isTaken = answer.status === 201;
    expect([isTaken ? 201 : 400, 413, 415], `${file.what}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
    if (file.fate !== 'either') expect([file.what, isTaken]).toEqual([file.what, file.fate === 'cleaned']);
    if (!isTaken) continue;
    taken += 1;
    const { id, name, mime } = answer.json.data.paper;
    expect([file.what, mime]).toEqual([file.what, 'image/webp']);
    // oxlint-disable-next-line no-control-regex -- what leads elsewhere, and what hides what a name is
    expect(name).toMatch(/^(?!\.)[^\\/<>:"|?*\u0000-\u001f\u202a-\u202e]{1,105}\.webp$/);
    const { raw, headers } = await product.call('GET', `/file/${id}`, { token: admin });
    const { format, exif, xmp, width } = await sharp(raw).metadata();
    expect([file.what, format, exif, xmp, raw.includes(canary)]).toEqual([
      file.what,
      'webp',
      undefined,
      undefined,
      false,
    ]);
    expect(width).toBeLessThanOrEqual(2_000);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  }
  const peak = peakBytes(process.pid);
  const after = await stored();
  expect([after.rows - before.rows, after.onDisk - before.onDisk]).toEqual([taken, taken]);
  const moreMb = peak === undefined ? 0 : (peak - resident) / 1_048_576;
  console.log(
    `${files.length} hostile files: ${files.length - taken} refused, ${taken} written anew, ${moreMb.toFixed(0)} MB more memory at most`,
  );
  expect(moreMb).toBeLessThanOrEqual(100);
});

/** Sends a file as a badge's paper, with the very bytes of its name. */
function send({ name, type, content }: Pick<HostileFile, 'name' | 'type' | 'content'>) {
  serial += 1;
  const values = Object.entries({ name: 'Asha', number: `AB${10_000_000 + serial}`, orgId });
  const parts = values.map(
    ([field, value]) => `--rk-7d1\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--rk-7d1\r\ncontent-disposition: form-data; name="paper"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return product.call('POST', '/badge', {
    token: admin,
    payload: Buffer.concat([Buffer.from(parts.join('') + head), content, Buffer.from('\r\n--rk-7d1--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=rk-7d1' },
  });
}
