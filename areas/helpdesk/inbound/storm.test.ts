import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { bounceOf, inboundOf, incomingMail, mailOf } from '../testing/inbound.ts';
import { imapServers, startMailbox, type TestMailbox } from '../testing/imap.ts';
import { deskOf } from '../testing/tickets.ts';
import { planHelpMail } from './help-mail.job.ts';

const customers = 50;
const canary = 'CANARY-that-no-customer-reads';

let product: TestProduct;
let box: TestMailbox;
beforeAll(async () => {
  const [server] = imapServers;
  if (!server) throw new Error('There is no IMAP server');
  box = await startMailbox(server.start);
  product = await startTestProduct({
    mail: { ...incomingMail, incoming: { ...incomingMail.incoming, imap: box.settings } },
  });
}, 60_000);
afterAll(async () => {
  await product?.close();
  await box?.close();
});

/** Numbers that look like chance, the same in every run: mulberry32. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

test('two agents, 50 customers, mail bounces, loops and replays at once: nothing lost, nothing doubled', async () => {
  const random = chance(26);
  const desk = await deskOf(product);
  const mails = inboundOf(product);
  const [client] = await mails.sql<{ orgId: string }>(
    `select org_id as "orgId" from account where email = 'client@roadkeeper.test'`,
  );
  const who = Array.from({ length: customers }, (_, n) => `customer${n}@fleet.example`);
  for (const email of who) await product.addStaff(email, 'Client owner', client?.orgId);

  // Everybody asks: by mail, each mail twice, half of them over the webhook and half by the mailbox, in any order.
  const questions = who.map((from, n) =>
    mailOf({ from, subject: `Question ${n}`, text: `My question is number ${n}.` }),
  );
  await deliver(shuffled([...questions, ...questions], random));
  const asked = await mails.sql<{ id: string; subject: string }>(
    `select id, subject from help_desk where channel = 'EMAIL' order by subject`,
  );
  expect(asked.map(({ subject }) => subject)).toEqual(who.map((_, n) => `Question ${n}`).sort());
  const ticketOf = (n: number) => asked.find(({ subject }) => subject === `Question ${n}`)?.id ?? '';

  // Two agents answer and note while answers, loops, reports and repetitions come in.
  await mails.sql(`update mail set state = 'sent', due_at = null, sent_at = now() where template = 'ticket-received'`);
  const sent = await Promise.all(who.map((_, n) => mails.sent(ticketOf(n), 'ticket-received')));
  const bouncing = new Set([3, 17, 31]);
  const waves = who.flatMap((from, n) => {
    const to = `support+${sent[n]?.replyKey}@roadkeeper.test`;
    return [
      mailOf({ from, to, text: `Answer one of ${n}.` }),
      mailOf({ from, headers: { 'In-Reply-To': `<${sent[n]?.id}@localhost>` }, text: `Answer two of ${n}.` }),
      // A holiday, our own mail that came back, and two programs.
      mailOf({ from, to, headers: { 'Auto-Submitted': 'auto-replied' }, text: 'On holiday.' }),
      mailOf({ from, to, messageId: `${sent[n]?.id}@localhost`, text: 'Back again.' }),
      ...(bouncing.has(n) ? [bounceOf({ id: sent[n]?.id ?? '', to: from })] : []),
    ];
  });
  /** Where there was no time for it the same is sent again, with the key of the first. */
  const write = async (agent: 'agent' | 'admin', path: string, body: { ticketId: string; text: string }) => {
    const key = { 'idempotency-key': `${path} ${body.ticketId}`.replace(/\W/g, '-') };
    for (let tries = 0; ; tries += 1) {
      const { status, text } = await desk.call(agent, 'POST', path, body, key);
      if (status === 201) return;
      if ((status !== 503 && status !== 409) || tries > 20) throw new Error(`${status}: ${text}`);
    }
  };
  const agents = async () => {
    for (let n = 0; n < customers; n += 5) {
      const [agent, other] = n % 2 === 0 ? (['agent', 'admin'] as const) : (['admin', 'agent'] as const);
      await Promise.all([
        write(agent, '/ticket-reply', { ticketId: ticketOf(n), text: `The desk answers ${n}.` }),
        write(other, '/ticket-note', { ticketId: ticketOf(n), text: `${canary} ${n}` }),
      ]);
    }
  };
  await Promise.all([deliver(shuffled([...waves, ...waves, ...questions], random)), agents()]);
  await deliver(shuffled(waves, random));

  const counted = await mails.sql<{ state: string; count: number; copies: number }>(
    `select state, count(*), sum(copies)::int as copies from help_mail group by state order by state`,
  );
  const states = Object.fromEntries(counted.map(({ state, count }) => [state, count]));
  expect(states).toEqual({ AUTO_REPLY: 50, BOUNCE: 3, LOOP: 50, REPLY: 100, TICKET: 50 });
  const said = await mails.sql<{ text: string; ticketId: string; bySide: string }>(
    `select text, ticket_id as "ticketId", by_staff as "bySide" from ticket_reply order by text`,
  );
  const expected = who.flatMap((_, n) => [
    [ticketOf(n), `Answer one of ${n}.`],
    [ticketOf(n), `Answer two of ${n}.`],
    ...(n % 5 === 0 ? [[ticketOf(n), `The desk answers ${n}.`]] : []),
  ]);
  const inOrder = (rows: string[][]) => rows.map((row) => row.join(' ')).sort();
  expect(inOrder(said.map(({ ticketId, text }) => [ticketId, text]))).toEqual(inOrder(expected as string[][]));
  const bounced = await mails.sql<{ to: string }>(
    `select to_address as to from mail where state = 'bounced' order by to_address`,
  );
  expect(bounced.map(({ to }) => to)).toEqual([...bouncing].map((n) => who[n]).sort());
  const told = await mails.sql(`select 1 from ticket_note where text like '%did not reach%'`);
  expect(told).toHaveLength(bouncing.size);
  const [leaked] = await mails.sql<{ count: number }>(
    `select count(*) from mail where concat(subject, body_text, body_html) like '%' || $1 || '%'`,
    [canary],
  );
  expect(leaked?.count).toBe(0);
  const numbers = await mails.sql<{ no: string }>('select ticket_no as no from help_desk');
  expect(new Set(numbers.map(({ no }) => no)).size).toBe(numbers.length);
  console.log(`storm: ${JSON.stringify(counted)}`);

  /** Half over the webhook, many at a time, half into the mailbox, which breaks now and then. */
  async function deliver(all: readonly Buffer[]): Promise<void> {
    const [posted, put] = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)];
    await box.put(...put);
    await mails.run((db) => planHelpMail(db, { mail: product.product.mail }, product.clock.now()));
    /** As a mail server does: whoever is told to come again later comes again. */
    const postOne = async (raw: Buffer): Promise<void> => {
      for (let tries = 0; ; tries += 1) {
        const { status, text } = await mails.post(raw);
        if (status === 200) return;
        if (status !== 503 || tries > 20) throw new Error(`${status}: ${text}`);
      }
    };
    const post = async () => {
      for (let at = 0; at < posted.length; at += 8) await Promise.all(posted.slice(at, at + 8).map(postOne));
    };
    const poll = async () => {
      for (const cutAfter of [3_000, undefined, 20_000, undefined, undefined, undefined]) {
        box.cutAfter = cutAfter;
        product.clock.move(60_000);
        await mails.work();
      }
    };
    await Promise.all([post(), poll()]);
    await mails.work();
    const { all: there, seen } = await box.count();
    expect(seen).toBe(there);
  }
}, 240_000);
