import { expect, test } from 'vitest';
import { authentication, automaticOf } from './automatic.rules.ts';
import { bounceOf } from './bounce.rules.ts';
import { type IncomingMail, keyOf, readIncoming } from './incoming-mail.ts';
import { splitQuoted } from './quoted-text.rules.ts';

const mail = (head: string, body = 'It does not start.') =>
  Buffer.from(`From: Asha Kulkarni <Asha@Example.in>\r\nTo: help@example.in\r\n${head}\r\n\r\n${body}`);
const own = { addresses: new Set(['help@example.in']) };
const read = (head: string, body?: string) => readIncoming(mail(head, body));

test('who wrote, to whom and in answer to what is read from the head', async () => {
  const one = await read(
    'Message-ID: <a1@example.in>\r\nIn-Reply-To: <b@x>\r\nReferences: <c@x>\r\n <b@x>\r\nSubject: =?utf-8?B?4KSX4KS+4KSh4KS84KWA?= is\r\n late\r\nDelivered-To: Help+abc@example.in\r\nReturn-Path: <asha@example.in>',
  );
  expect(one).toMatchObject({
    messageId: 'a1@example.in',
    inReplyTo: ['b@x'],
    references: ['c@x', 'b@x'],
    from: { address: 'asha@example.in', name: 'Asha Kulkarni' },
    to: ['help@example.in', 'help+abc@example.in'],
    subject: 'गाड़ी is late',
    returnPath: 'asha@example.in',
    text: 'It does not start.',
    report: null,
  });
});

test('other charsets and transfer encodings are read, and long lines are one line again', async () => {
  const latin = await readIncoming(
    Buffer.concat([
      mail('Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: 8bit', ''),
      Buffer.from([0x93, 0x4f, 0x6b, 0x94, 0x20, 0x97, 0x20, 0xe9]),
    ]),
  );
  expect(latin.text).toBe('“Ok” — é');
  const quoted = await read(
    'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
    'It is a very long =\r\nline =E0=A4=B9=E0=A5=88',
  );
  expect(quoted.text).toBe('It is a very long line है');
  const flowed = await read('Content-Type: text/plain; charset=utf-8; format=flowed', 'It is a very long \r\nline');
  expect(flowed.text).toBe('It is a very long line');
});

test('a mail of HTML alone becomes text: no script, no style, no picture that tells that it was read', async () => {
  const one = await read(
    'Content-Type: text/html; charset=utf-8',
    '<style>p{color:red}</style><script>alert("evil")</script><p>It is <b>still</b> wrong.</p><img src="https://spy.example/p.gif"><div class="gmail_quote">On Fri, 21 Nov 2026, Help desk wrote:<blockquote>Look again</blockquote></div>',
  );
  expect(one.text).not.toMatch(/evil|color|spy/);
  expect(splitQuoted(one.text).text).toBe('It is still wrong.');
});

test('a mail that comes again is known, and nobody keeps away the mail of another by its Message-ID', async () => {
  const id = 'Message-ID: <a1@example.in>';
  const same = async (one: Buffer, other: Buffer) => (await keyOf(one)) === (await keyOf(other));
  expect(await same(mail(`X-Way: one\r\n${id}`), mail(`X-Way: two\r\n${id}`))).toBe(true);
  expect(await same(mail(id), Buffer.from(mail(id).toString().replace('Asha@', 'ravi@')))).toBe(false);
  expect(await same(mail('Subject: one'), mail('Subject: two'))).toBe(false);
  expect(await same(mail('Subject: one'), mail('Subject: one'))).toBe(true);
});

test('what no person wrote is told by its head', async () => {
  const kindOf = async (head: string, from?: string) => {
    const raw = mail(head).toString();
    const one = await readIncoming(Buffer.from(from ? raw.replace(/^From: .*/, `From: ${from}`) : raw));
    return automaticOf(one, own)?.kind;
  };
  for (const head of [
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated; type=x',
    'Precedence: bulk',
    'Precedence: LIST',
    'Precedence: junk',
    'X-Auto-Response-Suppress: All',
    'List-Id: <fleet.example.in>',
    'Return-Path: <>',
    'X-Autoreply: yes',
  ])
    expect(await kindOf(head), head).toBe('AUTO_REPLY');
  for (const from of ['MAILER-DAEMON@example.in', 'postmaster@example.in', 'no-reply@bank.example'])
    expect(await kindOf('Subject: x', from), from).toBe('AUTO_REPLY');
  expect(await kindOf('Subject: x', 'Help <HELP@example.in>')).toBe('LOOP');
  for (const head of [
    'Auto-Submitted: no',
    'Precedence: first-class',
    'X-Auto-Response-Suppress: None',
    'Return-Path: <a@b.in>',
  ])
    expect(await kindOf(head), head).toBeUndefined();
  expect(await kindOf('Subject: x', 'noreplyana@example.in')).toBeUndefined();
});

test('only the server that is trusted says whether a sender is proven, and only for their own domain', () => {
  const says = (...results: string[]) => authentication(results, 'mx.example.in', 'asha@example.in');
  expect(says('mx.example.in; dkim=pass header.d=example.in; spf=fail smtp.mailfrom=other.in')).toBe('PASSED');
  expect(says('mx.example.in; spf=pass (fine) smtp.mailfrom=asha@example.in')).toBe('PASSED');
  expect(says('mx.example.in; dmarc=pass header.from=example.in')).toBe('PASSED');
  expect(says('mx.example.in; dkim=pass header.d=evil.example; spf=fail smtp.mailfrom=evil.example')).toBe('FAILED');
  expect(says('mx.example.in; dmarc=fail; dkim=pass header.d=example.in')).toBe('FAILED');
  expect(says('mx.example.in; dkim=pass header.d=in')).toBe('UNKNOWN');
  expect(says('mx.evil.example; dmarc=pass', 'mx.example.in; dmarc=fail')).toBe('FAILED');
  // The last server writes first: what stands below may be the sender's own.
  expect(says('mx.example.in; dmarc=fail', 'mx.example.in; dmarc=pass')).toBe('FAILED');
  expect(says('mx.evil.example; dmarc=pass')).toBe('UNKNOWN');
  expect(authentication(['mx.example.in; dmarc=fail'], undefined, 'asha@example.in')).toBe('UNKNOWN');
});

const report = (status: string, action = 'failed') =>
  readIncoming(
    Buffer.from(
      [
        'From: Mail Delivery System <mailer-daemon@mx.example.in>',
        'Return-Path: <>',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Your mail could not be delivered.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example.in',
        '',
        'Final-Recipient: rfc822; Asha@Example.in',
        `Action: ${action}`,
        `Status: ${status}`,
        'Diagnostic-Code: smtp; 550 No such',
        ' user',
        '',
        '--b',
        'Content-Type: message/rfc822',
        '',
        'Message-ID: <0190-one@roadkeeper.test>',
        'Subject: HD-2611-00042',
        '',
        'Hello',
        '--b--',
        '',
      ].join('\r\n'),
    ),
  );

test('a report of a mail that did not arrive says which, to whom, and whether the address is gone', async () => {
  expect(bounceOf(await report('5.1.1'))).toEqual({
    to: ['asha@example.in'],
    code: '5.1.1',
    words: '550 No such user',
    isFinal: true,
    isGone: true,
    messageIds: ['0190-one@roadkeeper.test'],
  });
  expect(bounceOf(await report('5.2.2'))).toMatchObject({ isFinal: true, isGone: false });
  expect(bounceOf(await report('4.4.1', 'delayed'))).toMatchObject({ isFinal: false, isGone: false });
  expect(bounceOf((await read('Subject: x')) as IncomingMail)).toBeUndefined();
});
