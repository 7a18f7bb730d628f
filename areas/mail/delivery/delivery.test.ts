import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import {
  cancelMails,
  createMail,
  type Mail,
  mailTime,
  type NewMail,
  queueMail,
  type SmtpSettings,
} from '../mail.server.ts';
import { shortTimeouts, startSilence, startSmtp, type TestSmtp, words } from '../testing/smtp.ts';

let smtp: TestSmtp;
let product: TestProduct;
let admin: string;
const minute = 60_000;

beforeAll(async () => {
  smtp = await startSmtp();
  product = await startTestProduct({
    mail: {
      smtp: smtp.settings,
      from: { name: 'Sadak Rakshak', address: 'no-reply@fleet.test' },
      timeouts: shortTimeouts,
    },
  });
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(async () => {
  await product?.close();
  await smtp?.close();
});
beforeEach(() => {
  smtp.arrived.length = 0;
  smtp.answer = () => undefined;
});

const sql = <Row = Record<string, unknown>>(text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const inTransaction = (mail: NewMail<'password-changed'>) =>
  transact(product.product.db, everything, (db) => queueMail(db, product.product.mail, mail));
const notice = (address: string, more: Partial<NewMail<'password-changed'>> = {}): NewMail<'password-changed'> => ({
  template: 'password-changed',
  to: { address, name: 'Asha Menon' },
  orgId: null,
  values: { name: 'Asha Menon', time: mailTime(product.clock.now()), by: 'you' },
  ...more,
});
const queue = async (address: string, more: Partial<NewMail<'password-changed'>> = {}) =>
  (await inTransaction(notice(address, more))) as string;
/** Works everything that is due, until nothing is on its way. */
const work = async () => {
  while ((await product.product.jobs.runDue()) > 0) await product.product.mail.idle();
};
const later = async (minutes: number) => {
  product.clock.move(minutes * minute);
  await work();
};
const read = async (id: string) =>
  (await product.call('GET', `/mail/${id}`, { token: (admin = await product.login('admin@roadkeeper.test')) })).json
    .data;

test('a mail arrives whole: names in any script, both parts, and headers that people cannot write into', async () => {
  const id = await queue('asha@example.in', {
    to: { address: 'asha@example.in', name: 'आशा मेनन\r\nBcc: everybody@example.in' },
    values: { name: 'आशा <b>मेनन</b>\r\nX-Evil: 1', time: '21 Nov 2026, 11:30', by: '{{name}} & Søn' },
  });
  await work();
  expect(smtp.arrived).toHaveLength(1);
  const [mail] = smtp.arrived;
  expect([mail?.from, mail?.to]).toEqual(['no-reply@fleet.test', ['asha@example.in']]);
  expect(mail?.headers).toMatchObject({
    'message-id': `<${id}@fleet.test>`,
    from: 'Sadak Rakshak <no-reply@fleet.test>',
    'auto-submitted': 'auto-generated',
  });
  expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
  expect(Object.keys(mail?.headers ?? {})).not.toContain('x-evil');
  expect(words(mail?.headers['to'] ?? '')).toContain('आशा मेनन Bcc: everybody@example.in');
  expect(mail?.subject).toBe('Your password was changed');
  expect(mail?.text).toContain('Hello आशा <b>मेनन</b> X-Evil: 1,\n\nThe password');
  expect(mail?.text, 'what looks like a variable in a value is text').toContain('by {{name}} & Søn.');
  expect(mail?.html).toContain('आशा &lt;b&gt;मेनन&lt;/b&gt; X-Evil: 1');
  expect(mail?.html).toContain('{{name}} &amp; Søn');
  expect(mail?.html, 'nothing is fetched from elsewhere').not.toMatch(/<img|url\(|src=/);
  const row = await read(id);
  expect(row).toMatchObject({ state: 'sent', attempts: 1, error: null, messageId: `<${id}@fleet.test>` });
  expect(row.log.map((one: { kind: string; outcome: string }) => [one.kind, one.outcome])).toEqual([
    ['queued', null],
    ['try', 'sent'],
  ]);
});

test('a mail is queued exactly when its write is, and one of a kind once only', async () => {
  const failing = transact(product.product.db, everything, async (db) => {
    await queueMail(db, product.product.mail, notice('ghost@example.in'));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const at = await Promise.all(Array.from({ length: 5 }, () => queue('once@example.in', { onceKey: 'puc-due:1:30' })));
  expect(at.filter((id) => id !== undefined)).toHaveLength(1);
  await work();
  expect(await queue('once@example.in', { onceKey: 'puc-due:1:30' })).toBeUndefined();
  await work();
  expect(smtp.arrived.map(({ to }) => to[0])).toEqual(['once@example.in']);
});

test('what is asked to wait is tried five times, at longer and longer distances, and then given up', async () => {
  smtp.answer = (_, stage) => (stage === 'data' ? '451 4.3.0 Out of space' : undefined);
  const id = await queue('patient@example.in');
  await work();
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1, nextTryAt: at(1) });
  await later(0.9);
  expect(await read(id)).toMatchObject({ attempts: 1 });
  for (const minutes of [0.1, 5, 20, 60]) await later(minutes);
  const row = await read(id);
  expect(row).toMatchObject({ state: 'failed', attempts: 5, nextTryAt: null });
  expect(row.error).toBe(`The mail server 127.0.0.1:${smtp.settings.port} asked to try later: 451 4.3.0 Out of space`);
  expect(row.log.filter((one: { kind: string }) => one.kind === 'try')).toHaveLength(5);
  await later(24 * 60);
  expect(smtp.arrived).toEqual([]);
  // Staff send it once more when the server is well again.
  smtp.answer = () => undefined;
  admin = await product.login('admin@roadkeeper.test');
  const again = await product.call('POST', `/mail/resend/${id}`, { token: admin });
  expect([again.status, again.json.data]).toEqual([200, { id }]);
  await work();
  expect(smtp.arrived.map(({ headers }) => headers['message-id'])).toEqual([`<${id}@fleet.test>`]);
  expect((await read(id)).log.map((one: { kind: string }) => one.kind).slice(-2)).toEqual(['resent', 'try']);
});

test('a server that is gone, dies in the middle, or never speaks is waited for', async () => {
  await smtp.close();
  const id = await queue('away@example.in');
  await work();
  expect((await read(id)).error).toBe(
    `The mail server 127.0.0.1:${smtp.settings.port} cannot be reached: nothing answers there`,
  );
  await smtp.again();
  smtp.answer = (_, stage) => (stage === 'data' ? 'cut' : undefined);
  await later(1);
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 2, error: expect.stringMatching(/was lost/) });
  smtp.answer = (_, stage) => (stage === 'data' ? 'hang' : undefined);
  await later(5);
  expect(await read(id)).toMatchObject({ attempts: 3, error: expect.stringMatching(/did not answer in time/) });
  smtp.answer = () => undefined;
  await later(20);
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 4, error: null });
  expect(smtp.arrived).toHaveLength(1);
});

test('while a mail server keeps silent no connection to the database is held, and few mails wait for it at once', async () => {
  const silence = await startSilence();
  const slow = createMail({
    ...product.product.mail,
    smtp: silence.settings,
    timeouts: { ...shortTimeouts, greeting: 60_000, total: 60_000 },
  });
  const ids = await Promise.all(Array.from({ length: 9 }, (_, index) => queue(`slow${index}@example.in`)));
  const start = await transact(product.product.db, everything, (db) => slow.take(db, product.clock.now()));
  start?.();
  const held = await sql(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(held).toEqual([]);
  const states = await sql<{ state: string; count: number }>(
    `select state, count(*) from mail where id = any($1::uuid[]) group by state order by state`,
    [`{${ids.join(',')}}`],
  );
  expect(states).toEqual([
    { state: 'queued', count: 5 },
    { state: 'sending', count: 4 },
  ]);
  await slow.stop();
  await silence.close();
  expect(await sql(`select 1 from mail where state = 'sending'`), 'a stop leaves them queued').toEqual([]);
  await work();
  expect(smtp.arrived).toHaveLength(9);
});

test('a mail whose sender was killed is taken up again, and what the lost one reports late is not believed', async () => {
  const silence = await startSilence();
  const lost = createMail({
    ...product.product.mail,
    smtp: silence.settings,
    timeouts: { connect: 900, greeting: 60_000, socket: 60_000, total: 60_000, grace: 100 },
  });
  const id = await queue('killed@example.in');
  const start = await transact(product.product.db, everything, (db) => lost.take(db, product.clock.now()));
  start?.();
  await later(4);
  expect(await read(id)).toMatchObject({ state: 'sending', attempts: 1 });
  await later(2);
  expect(smtp.arrived.map(({ headers }) => headers['message-id'])).toEqual([`<${id}@fleet.test>`]);
  await silence.close();
  await lost.stop();
  const row = await read(id);
  expect(row).toMatchObject({ state: 'sent', attempts: 2 });
  expect(row.log.map((one: { outcome: string }) => one.outcome)).toEqual([null, 'interrupted', 'sent']);
});

test('a held mail leaves when its time has come, and not when it was cancelled before', async () => {
  const held = { heldUntil: new Date(product.clock.now().getTime() + minute / 2) };
  const [stays, leaves] = [await queue('one@example.in', held), await queue('two@example.in', held)];
  await work();
  expect(smtp.arrived).toEqual([]);
  const cancel = (id: string) => transact(product.product.db, everything, (db) => cancelMails(db, [id]));
  expect(await cancel(stays)).toBe(true);
  await later(1);
  expect(smtp.arrived.map(({ to }) => to)).toEqual([['two@example.in']]);
  expect((await read(stays)).state).toBe('cancelled');
  expect(await cancel(leaves)).toBe(false);
  admin = await product.login('admin@roadkeeper.test');
  const resend = await product.call('POST', `/mail/resend/${stays}`, { token: admin });
  expect([resend.status, resend.json.message]).toEqual([409, 'It is no longer needed']);
});

test('a refused address bounces and gets nothing more until staff lift it; mended at the account, the mail goes there', async () => {
  smtp.answer = (address) => (/^nobody/i.test(address) ? '550 5.1.1 No such user here' : undefined);
  const [account] = await sql<{ id: string }>(`select id from account where email = 'clerk@roadkeeper.test'`);
  const id = await queue('Nobody@example.in', {
    to: { address: 'Nobody@example.in', name: 'Clerk', accountId: account?.id ?? null },
  });
  await work();
  const row = await read(id);
  expect(row).toMatchObject({ state: 'bounced', error: 'The address was refused: 550 5.1.1 No such user here' });
  expect((await read(await queue('nobody@EXAMPLE.in'))).state).toBe('suppressed');
  await later(24 * 60);
  expect(smtp.arrived).toEqual([]);
  admin = await product.login('admin@roadkeeper.test');
  const list = await product.call('GET', '/mail-suppression?q=nobody', { token: admin });
  expect(list.json.data).toMatchObject([{ address: 'nobody@example.in', mailId: id }]);
  // The account has another address by now.
  expect((await product.call('POST', `/mail/resend/${id}`, { token: admin })).status).toBe(200);
  await work();
  expect(smtp.arrived.map(({ to }) => to)).toEqual([['clerk@roadkeeper.test']]);
  const [suppression] = list.json.data;
  const lifted = await product.call('DELETE', `/mail-suppression/${suppression.id}`, { token: admin });
  expect(lifted.status).toBe(200);
  expect((await product.call('DELETE', `/mail-suppression/${suppression.id}`, { token: admin })).status).toBe(404);
  expect((await read(await queue('nobody@example.in'))).state).toBe('queued');
  smtp.answer = () => undefined;
  await work();
});

test('a refusal over who sends, or over one mail, takes the address from nobody', async () => {
  smtp.answer = (address, stage) =>
    address.startsWith('relay') && stage === 'rcpt'
      ? '554 5.7.1 Relay access denied'
      : address.startsWith('spam') && stage === 'data'
        ? '550 5.6.0 Looks like spam'
        : address.startsWith('full') && stage === 'data'
          ? '550 5.1.1 Nobody of that name'
          : undefined;
  const ids = [await queue('relay@example.in'), await queue('spam@example.in'), await queue('full@example.in')];
  await work();
  for (const id of ids) expect((await read(id)).state).toBe('bounced');
  const refused = await sql<{ address: string }>(
    `select address from mail_suppression where address like any('{relay%,spam%,full%}')`,
  );
  expect(refused).toEqual([{ address: 'full@example.in' }]);
});

test('a wrong password of ours bounces nobody’s mail, and its own words are in the log', async () => {
  const strict = await startSmtp({
    authOptional: false,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'rk' && password === 's3cret/+%' ? done(null, { user: 'rk' }) : done(new Error('no')),
  });
  const sender = (password: string) =>
    createMail({ ...product.product.mail, smtp: { ...strict.settings, user: 'rk', password } });
  const id = await queue('auth@example.in');
  await sendWith(sender('wrong'));
  expect(await read(id)).toMatchObject({
    state: 'queued',
    error: expect.stringMatching(/does not take the user name and password of SMTP_URL: 535/),
  });
  product.clock.move(minute);
  await sendWith(sender('s3cret/+%'));
  expect((await read(id)).state).toBe('sent');
  expect(strict.arrived).toHaveLength(1);
  await strict.close();
});

test('nothing leaves without TLS, nor to a server whose certificate nobody vouches for', async () => {
  const plain = await startSmtp();
  const unknown = await startSmtp({ disabledCommands: [] });
  const hidden = await startSmtp({ secure: true });
  const id = await queue('tls@example.in');
  const errorWith = async (settings: SmtpSettings) => {
    await sendWith(createMail({ ...product.product.mail, smtp: settings }));
    product.clock.move(60 * minute);
    return (await read(id)).error as string;
  };
  expect(await errorWith({ ...plain.settings, tls: 'required' })).toMatch(/^No safe connection to the mail server/);
  expect(await errorWith({ ...unknown.settings, tls: 'required' })).toMatch(/certificate .* is not trusted/);
  expect(await errorWith({ ...hidden.settings, tls: 'implicit' })).toMatch(/certificate .* is not trusted/);
  expect([...plain.arrived, ...unknown.arrived, ...hidden.arrived]).toEqual([]);
  await Promise.all([plain.close(), unknown.close(), hidden.close()]);
  await work();
});

/** One round of another sender. */
async function sendWith(other: Mail): Promise<void> {
  (await transact(product.product.db, everything, (db) => other.take(db, product.clock.now())))?.();
  await other.idle();
}

/** The time so many minutes from now. */
const at = (minutes: number) => new Date(product.clock.now().getTime() + minutes * minute).toISOString();
