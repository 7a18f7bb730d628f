import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { type OwnProduct, startOwnProduct } from '../support/own-product.ts';
import { leaveBrowser, newVisitor, openBrowser, type Visitor } from '../support/product.ts';

let own: OwnProduct;
let browser: Browser;
const people = {} as Record<'client' | 'operations' | 'insurance', Visitor>;
/** Words of the desk for itself. No screen of a customer ever has them. */
const canary = 'CANARY-4471';
const subject = 'The challan is not ours';

beforeAll(async () => {
  own = await startOwnProduct();
  browser = await openBrowser();
  for (const who of ['client', 'operations', 'insurance'] as const) {
    people[who] = await newVisitor(browser);
    await enter(people[who].page, own.url, `${who}@roadkeeper.test`);
  }
}, 180_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await own?.stop();
});

const picture = {
  name: 'challan.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const talk = (page: Page): Locator => page.getByRole('list', { name: 'Conversation' });
const head = (page: Page): Locator => page.locator('.record-head');
const told = (page: Page, message: string | RegExp) =>
  page.getByRole('status').filter({ hasText: message }).first().waitFor();
const choose = async (page: Page, label: string, words: string, option: RegExp) => {
  const field = page.getByRole('combobox', { name: new RegExp(`^${label}`) }).first();
  await field.click();
  await field.fill(words);
  await page.getByRole('option', { name: option }).first().click();
};

/** A customer asks with a picture. */
async function askWithPhoto(client: Page): Promise<void> {
  await client.goto(`${own.url}/help-desk`);
  await client.getByRole('link', { name: 'Ask the help desk' }).first().click();
  await client.getByLabel('Subject').fill(subject);
  await client.getByLabel('Description').fill('We sold this truck in March. The photo shows the notice.');
  await client
    .getByRole('group', { name: 'What type of question is it?' })
    .getByText('Challan', { exact: true })
    .click();
  await client.locator('input[type=file]').first().setInputFiles(picture);
  await client.getByRole('button', { name: /^Save/ }).first().click();
  await told(client, 'New Request added succesfully.');
}

/** Nothing of what the desk wrote for itself, and none of its names, is on a page of the customer. */
async function seesNothingInternal(client: Page, address: string): Promise<void> {
  for (const path of ['', '?tab=overview', '?tab=history']) {
    await client.goto(`${address}${path}`);
    await client.getByRole('heading', { name: subject }).waitFor();
    await client.waitForLoadState('networkidle');
    const shownWords = await client.locator('body').innerText();
    expect(shownWords).not.toContain(canary);
    expect(shownWords).not.toContain('Farida');
    expect(shownWords).not.toContain('Insurance desk');
  }
}

/** Sends the reply and turns the ticket in one go. */
async function sendAnd(page: Page, how: string): Promise<void> {
  await page.getByRole('button', { name: 'More send options' }).click();
  await page.getByRole('menuitem', { name: how }).click();
}

test('a question with a photo is answered, noted, forwarded, resolved, reopened, closed and rated, and the customer never sees what is internal', async () => {
  const [client, agent, desk] = [people.client.page, people.operations.page, people.insurance.page];
  await askWithPhoto(client);
  const [{ id }] = (await own.sql('select id from help_desk where subject = $1', [subject])) as [{ id: string }];
  const address = `${own.url}/help-desk/${id}`;
  await client.goto(address);
  await talk(client).getByText('We sold this truck in March.').waitFor();
  await client.getByRole('button', { name: 'Show challan.webp' }).click();
  await client.getByRole('dialog').getByRole('img', { name: 'challan.webp' }).waitFor();
  await client.keyboard.press('Escape');

  // Its time runs, and says why.
  await agent.goto(address);
  await agent.getByText(/First answer due/).waitFor();
  await agent.getByText(/^Why is this due at/).click();
  await agent.getByText(/^First answer within/).waitFor();
  await agent.getByText('Open time to come until the first answer is due').waitFor();
  await agent
    .getByText(/^\d\d:\d\d to \d\d:\d\d, /)
    .first()
    .waitFor();

  // The agent notes something for the desk, and asks the customer: the clock stands still.
  await agent.keyboard.press('n');
  await agent.getByLabel('Internal note, customers never see it').fill(`${canary} looks like a fake notice`);
  expect(await axe(agent)).toEqual([]);
  await agent.keyboard.press('Control+Enter');
  await talk(agent).getByText(canary).waitFor();
  await agent.getByText('Reply to customer').click();
  // A template that is not filled in whole is not sent.
  const reply = agent.getByLabel(/^Reply to Meera Joshi/);
  await reply.fill('Which vehicle, {{plate}}?');
  await sendAnd(agent, 'Send and wait for customer');
  await agent.getByText('Fill in {{plate}} before you send it').waitFor();
  // What was typed is there after the page was left.
  await reply.fill('When exactly was it sold?');
  await agent.locator('.crumb').getByRole('link', { name: 'Tickets' }).click();
  await agent.getByRole('link', { name: 'New ticket' }).first().waitFor();
  await agent.goto(address);
  await agent.getByRole('button', { name: 'More send options' }).waitFor();
  expect(await reply.inputValue()).toBe('When exactly was it sold?');
  await sendAnd(agent, 'Send and wait for customer');
  await told(agent, 'Helpdesk Ticket update succesfully.');
  await agent.getByText('Paused while we wait for the customer.').waitFor();

  // The customer's page follows, and the answer starts the clock again.
  await talk(client).getByText('When exactly was it sold?').waitFor();
  await client.getByLabel('Your reply').fill('On 3 March, to a dealer in Pune.');
  await client.keyboard.press('Control+Enter');
  await talk(agent).getByText('On 3 March, to a dealer in Pune.').waitFor();
  await agent.getByText('Paused while we wait for the customer.').waitFor({ state: 'detached' });
  // Why it stood still is said with the question that it waited for.
  await agent.getByText(/^Why is this due at/).click();
  await agent.getByText('Clock paused once').waitFor();
  await agent.getByText('Waiting for the customer', { exact: true }).waitFor();
  await agent.locator('q').getByText('When exactly was it sold?').waitFor();
  expect(await axe(agent)).toEqual([]);

  // It goes to another desk, with the reason.
  await head(agent).getByRole('button', { name: 'Forward', exact: true }).click();
  await choose(agent, 'Team', 'Insurance', /^Insurance desk/);
  await agent.getByRole('dialog').getByRole('button', { name: 'Forward' }).click();
  await agent.getByText('Enter a reason').waitFor();
  await agent.getByLabel('Reason (internal)').fill(`${canary} they insured the dealer`);
  expect(await axe(agent)).toEqual([]);
  await agent.getByRole('dialog').getByRole('button', { name: 'Forward' }).click();
  await told(agent, 'Ticket forwarded to Insurance desk.');

  // The second desk resolves it while the first one writes, who is told before sending.
  await agent.getByLabel(/^Reply to Meera Joshi/).fill('We are on it.');
  await desk.goto(address);
  await talk(desk).getByText(`${canary} they insured the dealer`).waitFor();
  await desk.getByLabel(/^Reply to Meera Joshi/).fill('The dealer has paid it.');
  await sendAnd(desk, 'Send and resolve');
  await told(desk, 'Helpdesk Ticket update succesfully.');
  await agent.getByText('Kavita Deshpande made a change while you were writing.', { exact: false }).waitFor();
  await agent.getByLabel(/^Reply to Meera Joshi/).press('Control+Enter');
  await agent.getByRole('button', { name: /^Send anyway/ }).waitFor();
  expect(await own.sql('select 1 from ticket_reply where ticket_id = $1 and text = $2', [id, 'We are on it.'])).toEqual(
    [],
  );
  await agent.getByLabel(/^Reply to Meera Joshi/).fill('');

  // It is not solved: an answer opens it again.
  await client.getByText('Is your question solved?').waitFor();
  await client.getByLabel('Your reply').fill('A second notice came today.');
  await client.getByRole('button', { name: /^Send reply/ }).click();
  await client.getByText('Is your question solved?').waitFor({ state: 'detached' });
  await head(desk).getByText('Reopened').waitFor();
  // Whoever writes before they have read it is asked once more.
  await talk(desk).getByText('A second notice came today.').waitFor();
  await desk.getByLabel(/^Reply to Meera Joshi/).fill('That one is paid as well.');
  await sendAnd(desk, 'Send and resolve');
  await talk(desk).getByText('That one is paid as well.').waitFor();
  await client.getByText('Is your question solved?').waitFor();
  await client.getByRole('button', { name: 'Close ticket' }).click();
  await client.getByText('This ticket is closed').waitFor();
  await client.getByRole('button', { name: 'Send rating' }).click();
  await client.getByText('Choose 1 to 5').waitFor();
  await client
    .getByRole('radio', { name: /Satisfied/ })
    .last()
    .check({ force: true });
  await client.getByLabel('Comment').fill('Quick.');
  await client.getByRole('button', { name: 'Send rating' }).click();
  await told(client, 'Thank you for your answer.');
  await client.getByRole('link', { name: 'Ask a new question that follows it' }).waitFor();

  await seesNothingInternal(client, address);
});

test('the page of a ticket, the list and the form stand in every dress, for the desk and for customers', async () => {
  const [{ id }] = (await own.sql('select id from help_desk where subject = $1', [subject])) as [{ id: string }];
  const found: Record<string, string[]> = {};
  for (const who of ['operations', 'client'] as const) {
    found[`${who} ticket`] = await inEveryDress(people[who], async (page) => {
      await page.goto(`${own.url}/help-desk/${id}`);
      return shown(talk(page).getByText('That one is paid as well.'));
    });
    found[`${who} list`] = await inEveryDress(people[who], async (page) => {
      await page.goto(`${own.url}/help-desk?requestStatus=4,5`);
      return shown(page.getByText(subject));
    });
    found[`${who} form`] = await inEveryDress(people[who], async (page) => {
      await page.goto(`${own.url}/help-desk/new`);
      return shown(page.getByLabel('Subject'));
    });
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({});
});

test('an answer of the desk becomes a draft of an FAQ, with its words and nothing else of the customer', async () => {
  const [{ id }] = (await own.sql('select id from help_desk where subject = $1', [subject])) as [{ id: string }];
  const [page, client] = [people.operations.page, people.client.page];
  await client.goto(`${own.url}/help-desk/${id}`);
  await talk(client).getByText('That one is paid as well.').waitFor();
  expect(await client.getByRole('link', { name: 'Create FAQ from this reply' }).count()).toBe(0);

  const opened = async () => {
    await page.goto(`${own.url}/help-desk/${id}`);
    await talk(page)
      .locator('[data-kind=REPLY]', { hasText: 'The dealer has paid it.' })
      .getByRole('link', { name: 'Create FAQ from this reply' })
      .click();
    await page.getByText('Before you publish', { exact: false }).waitFor();
    return shown(page.getByRole('textbox', { name: 'Answer' }).getByText('The dealer has paid it.'));
  };
  expect(await inEveryDress(people.operations, opened)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const form = page.getByRole('dialog');
  expect(await page.getByLabel('Question').inputValue()).toBe(subject);
  expect(await page.getByLabel('State').inputValue()).toBe('DRAFT');
  for (const words of ['Meera', 'We sold this truck', canary]) expect(await form.innerText()).not.toContain(words);
  await page.getByRole('link', { name: /^HD-/ }).waitFor();
});

test('beside a long conversation the reply is in reach without scrolling, at its beginning as at its end', async () => {
  const agent = people.operations.page;
  const [{ id }] = (await own.sql('select id from help_desk where subject = $1', [subject])) as [{ id: string }];
  await agent.goto(`${own.url}/help-desk/${id}`);
  await talk(agent).waitFor();
  await agent.keyboard.press('n');
  const note = agent.getByLabel('Internal note, customers never see it');
  for (const line of [1, 2, 3, 4]) {
    await note.fill(`${line}.\n\n\n\n\n\nThe office of the challan was called again.`);
    await note.press('Control+Enter');
    await expect.poll(() => note.inputValue()).toBe('');
  }
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await agent.setViewportSize({ width, height });
    const tall = await agent.evaluate<number>('document.documentElement.scrollHeight');
    expect(tall).toBeGreaterThan(height + 200);
    for (const at of [0, 300, tall]) {
      await agent.evaluate(`scrollTo(0, ${at})`);
      for (const control of [note, agent.getByRole('button', { name: /^Save internal note/ })]) {
        const box = await control.boundingBox();
        expect(box && box.y > 0 && box.y + box.height <= height, `${width} px at ${at}`).toBe(true);
      }
    }
  }
});

test('a short conversation has its reply at the foot of the window, and is marked as resolved from its head', async () => {
  const [agent, client] = [people.operations.page, people.client.page];
  await client.setViewportSize({ width: 1440, height: 900 });
  await askWithPhoto(client);
  const [{ id }] = (await own.sql('select id from help_desk where subject = $1 order by created_at desc limit 1', [
    subject,
  ])) as [{ id: string }];
  await agent.setViewportSize({ width: 1440, height: 900 });
  await agent.goto(`${own.url}/help-desk/${id}`);
  const send = agent.getByRole('button', { name: /^Send reply/ });
  await send.waitFor();
  await expect.poll(async () => ((await send.boundingBox())?.y ?? 0) > 760).toBe(true);
  await head(agent).getByRole('button', { name: 'Mark as resolved' }).click();
  const dialog = agent.getByRole('dialog', { name: /^Mark HD-.* as resolved$/ });
  await dialog.getByLabel('Message to the customer').fill('It was paid on Friday.');
  expect(await dialog.getByRole('radio').count()).toBe(0);
  expect(await axe(agent)).toEqual([]);
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click();
  await head(agent).getByText('Resolved', { exact: true }).waitFor();
  await talk(agent).getByText('It was paid on Friday.').waitFor();
  expect(await head(agent).getByRole('button', { name: 'Mark as resolved' }).count()).toBe(0);
  // Nor is it offered where the ticket itself is inactive.
  await own.sql('update help_desk set request_status = 1, status = 0 where id = $1', [id]);
  await agent.goto(`${own.url}/help-desk/${id}`);
  await agent.getByRole('button', { name: /^Actions for/ }).waitFor();
  expect(await head(agent).getByRole('button', { name: 'Mark as resolved' }).count()).toBe(0);
});
