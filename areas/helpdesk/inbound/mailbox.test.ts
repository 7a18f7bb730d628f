import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { inboundOf, incomingMail, mailOf } from '../testing/inbound.ts';
import { imapServers, startMailbox, type TestMailbox } from '../testing/imap.ts';
import { readMailbox } from './mailbox.ts';
import { planHelpMail } from './help-mail.job.ts';

describe.each(imapServers)('a mailbox on $name', ({ start }) => {
  let box: TestMailbox;
  let product: TestProduct;
  let mails: ReturnType<typeof inboundOf>;
  const from = 'client@roadkeeper.test';
  beforeAll(async () => {
    box = await startMailbox(start);
    product = await startTestProduct({
      mail: { ...incomingMail, incoming: { ...incomingMail.incoming, imap: box.settings } },
    });
    mails = inboundOf(product);
    await plan();
  }, 60_000);
  afterAll(async () => {
    await product?.close();
    await box?.close();
  });
  const plan = () => mails.run((db) => planHelpMail(db, { mail: product.product.mail }, product.clock.now()));
  /** A minute later: one look, and what becomes of what was found. */
  const look = async () => {
    product.clock.move(60_000);
    await mails.work();
  };
  const subjects = async () => (await mails.stored()).map(({ subject, state }) => `${state} ${subject}`).sort();

  test('what is in it is written down, becomes something and is marked as seen', async () => {
    await box.put(mailOf({ from, subject: 'First question' }), mailOf({ from, subject: 'Second question' }));
    await look();
    expect(await subjects()).toEqual(['TICKET First question', 'TICKET Second question']);
    expect(await box.count()).toEqual({ all: 2, seen: 2 });
    await look();
    expect((await mails.stored()).map(({ copies }) => copies)).toEqual([0, 0]);
  });

  test('where everything ended between writing and marking, nothing is doubled', async () => {
    await box.forget();
    await look();
    expect((await mails.stored()).map(({ copies }) => copies)).toEqual([1, 1]);
    expect(await box.count()).toEqual({ all: 2, seen: 2 });
    const tickets = await mails.sql(`select 1 from help_desk where channel = 'EMAIL'`);
    expect(tickets).toHaveLength(2);
  });

  test('a connection that is cut anywhere loses nothing, and a restart goes on where it was', async () => {
    const sent = Array.from({ length: 6 }, (_, n) =>
      mailOf({ from, subject: `Cut ${n}`, text: `${'Words. '.repeat(200)}End.` }),
    );
    await box.put(...sent);
    // Later each time: in the greeting, in a search, within a mail, after some of them.
    const problems = [];
    for (const bytes of [10, 300, 1_000, 1_800, 2_600, 3_400, 4_200]) {
      box.cutAfter = bytes;
      await look();
      problems.push((await mails.sql<{ problem: string | null }>('select problem from help_mail_box'))[0]?.problem);
    }
    expect(problems.slice(0, 5).every(Boolean), JSON.stringify(problems)).toBe(true);
    expect(JSON.stringify(problems)).not.toContain(box.settings.password);
    box.cutAfter = undefined;
    await product.restart();
    await look();
    expect(await box.count()).toEqual({ all: 8, seen: 8 });
    expect(await subjects()).toEqual([
      ...Array.from({ length: 6 }, (_, n) => `TICKET Cut ${n}`),
      'TICKET First question',
      'TICKET Second question',
    ]);
    expect((await mails.sql('select problem from help_mail_box'))[0]).toEqual({ problem: null });
  }, 60_000);

  test('two that look at once take nothing twice', async () => {
    await box.put(mailOf({ from, subject: 'At once' }));
    const inbound = { kit: product.product.kit, mail: product.product.mail } as never;
    const stop = new AbortController().signal;
    await Promise.all([1, 2, 3].map(() => readMailbox(inbound, box.settings, stop)));
    await mails.work();
    expect((await mails.stored()).find(({ subject }) => subject === 'At once')).toMatchObject({
      copies: 0,
      state: 'TICKET',
    });
  });
});
