import { deflateSync } from 'node:zlib';
import { randomFrom } from '#telematics/simulator/random.ts';
import { objectStream, pdf, stream } from '../pdf.ts';
import { bombs, canary, carriers, goodPictures } from './pictures.ts';

/** A file that somebody sends to do harm, and what may come of it: nothing is stored, or a picture that was written anew. */
export interface HostileFile {
  what: string;
  name: string;
  type: string;
  content: Buffer;
  fate: 'refused' | 'cleaned' | 'either';
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** Files of kinds that are not taken, by their first bytes. */
const kinds: Readonly<Record<string, [ending: string, type: string, content: string]>> = {
  drawing: [
    'svg',
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg"><script>alert("${canary}")</script></svg>`,
  ],
  'drawing with entities': [
    'svg',
    'image/svg+xml',
    '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
  ],
  page: ['html', 'text/html', `<!doctype html><script>alert("${canary}")</script>`],
  XML: ['xml', 'text/xml', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  virus: ['com', 'application/octet-stream', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
  'Windows program': ['exe', 'application/x-msdownload', `MZ\x90\0\x03${'\0'.repeat(60)}PE\0\0`],
  'Linux program': ['so', 'application/x-sharedlib', `\x7fELF\x02\x01\x01${'\0'.repeat(60)}`],
  'shell script': ['sh', 'text/x-sh', `#!/bin/sh\necho ${canary}\n`],
  PHP: ['php', 'application/x-php', `<?php system("${canary}"); ?>`],
  archive: ['zip', 'application/zip', `PK\x03\x04\x14\0${'\0'.repeat(40)}`],
  'nested archives': ['zip', 'application/zip', `PK\x03\x04\x14\0PK\x03\x04PK\x03\x04${'\0'.repeat(40)}`],
  'office document with macros': ['docm', 'application/vnd.ms-word', 'PK\x03\x04word/vbaProject.bin'],
  'old office document': ['doc', 'application/msword', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  'gzip bomb': [
    'gz',
    'application/gzip',
    deflateSync(Buffer.alloc(4_000_000)).toString('latin1').replace(/^/, '\x1f\x8b\x08\0'),
  ],
  tar: ['tar', 'application/x-tar', `../../../etc/cron.d/x${'\0'.repeat(237)}ustar\x0000`],
  GIF: ['gif', 'image/gif', 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff;'],
  TIFF: ['tif', 'image/tiff', 'II*\0\x08\0\0\0\xff\xff'],
  bitmap: ['bmp', 'image/bmp', `BM${'\xff'.repeat(60)}`],
  icon: ['ico', 'image/x-icon', '\0\0\x01\0\xff\xff'],
  AVIF: ['avif', 'image/avif', '\0\0\0\x20ftypavif\0\0\0\0'],
  film: ['mp4', 'video/mp4', '\0\0\0\x20ftypisom\0\0\x02\0'],
  Flash: ['swf', 'application/x-shockwave-flash', 'CWS\x0a\xff\xff\xff\xff'],
  PostScript: ['eps', 'application/postscript', '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'],
  'Java class': ['class', 'application/java-vm', '\xca\xfe\xba\xbe\0\0\x003'],
  WebAssembly: ['wasm', 'application/wasm', '\0asm\x01\0\0\0'],
  'rich text': ['rtf', 'application/rtf', '{\\rtf1{\\object\\objocx}}'],
  shortcut: ['url', 'text/plain', '[InternetShortcut]\nURL=file://server/share'],
  'page before a document': ['pdf', 'application/pdf', `<html><script>1</script>%PDF-1.4\n%%EOF`],
  'half a PNG mark': ['png', 'image/png', '\x89PNG'],
  'a sound that says WebP': ['webp', 'image/webp', 'RIFF\0\0\0\0WAVEfmt WEBP'],
  nothing: ['png', 'image/png', ''],
};

const active: Readonly<Record<string, Buffer>> = {
  'a script': pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
  'a script, spelled otherwise': pdf('/OpenAction << /S /J#61vaScript /JS (app.alert(1)) >>'),
  'a script for every page': pdf('/AA << /O << /S /JavaScript /JS 9 0 R >> >>'),
  'a program': pdf('/OpenAction << /S /Launch /Win << /F (cmd.exe) >> >>'),
  'a file inside': pdf('/Names << /EmbeddedFiles << /Names [(a.exe) 20 0 R] >> >>'),
  'a file pinned to it': pdf('', ['<< /Type /Annot /Subtype /FileAttachment /FS << /F (a) >> >>']),
  'another document': pdf('', ['<< /S /GoToR /F (\\\\\\\\server\\\\share) >>']),
  'a form that sends': pdf('', ['<< /S /SubmitForm /F (https://example.in) >>']),
  'a form in XML': pdf('/AcroForm << /XFA 9 0 R >>'),
  'a film': pdf('', ['<< /Subtype /RichMedia >>']),
  'an address that runs': pdf('', ['<< /S /URI /URI (javascript:app.alert(1)) >>']),
  'a password': Buffer.from(pdf('').toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'latin1'),
  'a packed script': pdf('/OpenAction 20 0 R', [objectStream(['<< /S /JavaScript /JS (1) >>'])]),
  'what is packed six times': pdf('', [
    stream(
      '',
      [1, 2, 3, 4, 5].reduce((inner) => deflateSync(inner), deflateSync('20 0 << >>')),
    ),
  ]),
  'a page behind its end': Buffer.concat([pdf(''), Buffer.from('<html><body>x</body></html>')]),
  'a virus behind its end': Buffer.concat([pdf(''), Buffer.from(kinds['virus']?.[2] ?? '', 'latin1')]),
  'an archive behind its end': Buffer.concat([pdf(''), archive('')]),
  'an archive that ends as a document': Buffer.concat([pdf(''), archive('\n%%EOF\n')]),
  'half of it missing': pdf('').subarray(0, 300),
  'its end missing': pdf('').subarray(0, -8),
  'only a head': Buffer.from('%PDF-1.7\n'),
};

/** An archive of one empty file, with a note at its end. */
function archive(note: string): Buffer {
  const local = Buffer.from(`PK\x03\x04${'\0'.repeat(22)}\x01\0\0\0a`, 'latin1');
  const entry = Buffer.from(`PK\x01\x02${'\0'.repeat(24)}\x01\0${'\0'.repeat(16)}a`, 'latin1');
  const end = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt16LE(note.length, 20);
  return Buffer.concat([local, entry, end, Buffer.from(note)]);
}

/** Names that lead elsewhere or say something else than they are, around a harmless picture. */
const names: Readonly<Record<string, HostileFile['fate']>> = {
  '../../../../etc/passwd.png': 'cleaned',
  '..\\..\\windows\\system.png': 'cleaned',
  '/etc/cron.d/x.png': 'cleaned',
  'C:\\boot.png': 'cleaned',
  '%2e%2e%2f%2e%2e%2fx.png': 'cleaned',
  '....//....//x.png': 'cleaned',
  '\u202Egpj.exe.png': 'cleaned',
  'x.php.png': 'cleaned',
  'x.svg.png': 'cleaned',
  '<script>alert(1)</script>.png': 'cleaned',
  '$(reboot)`id`;.png': 'cleaned',
  '.png': 'cleaned',
  'CON.png': 'cleaned',
  'x\u0000.png': 'either',
  'x.png\u0000.html': 'either',
  [`${'a'.repeat(6_000)}.png`]: 'either',
  'x.png.exe': 'refused',
  'x.png;.html': 'refused',
  'x.html': 'refused',
  x: 'refused',
  'x.png ': 'either',
};

/**
 * Some two hundred hostile files: every kind as itself and under other names, bombs, files that are two things at once, cut ones, names.
 * @param damaged harmless files more with bytes turned round, from a seed.
 */
export async function hostileFiles(damaged: number): Promise<HostileFile[]> {
  const files: HostileFile[] = [];
  const add = (what: string, ending: string, content: Buffer, fate: HostileFile['fate'], type = types[ending] ?? '') =>
    files.push({ what, name: `x.${ending}`, type, content, fate });
  for (const [what, [ending, type, text]] of Object.entries(kinds)) {
    const content = Buffer.from(text, 'latin1');
    add(`${what} as itself`, ending, content, 'refused', type);
    for (const other of ['png', 'jpg', 'pdf']) add(`${what} as ${other}`, other, content, 'refused');
  }
  for (const [what, { ending, content }] of Object.entries(await bombs())) add(what, ending, content, 'refused');
  for (const [what, { ending, content }] of Object.entries(await carriers())) add(what, ending, content, 'either');
  for (const [what, content] of Object.entries(active)) add(`document with ${what}`, 'pdf', content, 'refused');
  const good = await goodPictures();
  for (const [ending, content] of Object.entries(good)) {
    for (const part of [0.1, 0.5, 0.9])
      add(`${ending} cut at ${part}`, ending, content.subarray(0, Math.floor(content.length * part)), 'refused');
    for (const type of ['text/html', 'image/svg+xml', 'application/x-php'])
      add(`${ending} that is said to be ${type}`, ending, content, 'refused', type);
  }
  for (const [name, fate] of Object.entries(names))
    files.push({ what: `name ${name.slice(0, 40)}`, name, type: 'image/png', content: good.png, fate });
  const random = randomFrom(31);
  const whole = Object.entries(good);
  for (let at = 0; at < damaged; at += 1) {
    const [ending, content] = whole[at % whole.length] ?? ['png', good.png];
    const turned = Buffer.from(content);
    for (let times = 0; times <= random() * 4; times += 1)
      turned[Math.floor(random() * turned.length)] = Math.floor(random() * 256);
    add(`${ending}, damaged ${at}`, ending, turned, 'either');
  }
  return files;
}
