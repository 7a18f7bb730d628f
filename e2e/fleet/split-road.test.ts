import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { putLines } from '#areas/roads/roads.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { inEveryDress, shown } from '../support/dress.ts';
import { journeys } from '../support/journeys.ts';
import { startDemo } from '../support/own-product.ts';
import { newVisitor, signIn } from '../support/product.ts';

const { product: own, browser } = await journeys(startDemo);

const id = uuidv7();
const sql = (text: string) => transact(own.product.db, everything, (db) => db.query(text));

/** A road of 10 km with a bend, a rule on its last kilometres and one across its middle, both in force. */
beforeAll(async () => {
  await transact(own.product.db, everything, async (db) => {
    await db.query(
      `insert into road (id, name, ref, road_type_id, state, is_divided)
       select $1, 'Split highway', 'NH966', id, 'MH', true from road_type where code = 'DIVIDED_4L'`,
      [id],
    );
    await putLines(db, [
      {
        roadId: id,
        points: [
          [18.3, 74.5],
          [18.31, 74.55],
          [18.3, 74.595],
        ],
      },
    ]);
    for (const [limit, from, to] of [
      [60, 3_000, 6_000],
      [50, 8_000, 9_000],
    ] as const)
      await db.query(
        `insert into road_speed_rule (id, road_id, limit_kmh, from_m, to_m, reason_code, effective_from)
         values ($1, $2, $3, $4, $5, 'GHAT', '2024-05-01')`,
        [uuidv7(), id, limit, from, to],
      );
  });
});

async function openDialog(page: Page) {
  await page.goto(`${own.url}/road/${id}`);
  await page.getByRole('button', { name: 'Actions for Split highway' }).click();
  await page.getByRole('menuitem', { name: 'Split road' }).click();
  const dialog = page.getByRole('dialog', { name: 'Split Split highway' });
  await dialog.getByRole('slider', { name: 'Split point' }).waitFor();
  await dialog.getByRole('heading', { name: 'Speed rules' }).waitFor();
  return dialog;
}

test('a road is split by keyboard, each rule goes where its ground goes, and the limits stay', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await signIn(page, own.url);
  const dialog = await openDialog(page);
  const marker = dialog.getByRole('slider', { name: 'Split point' });
  const metres = dialog.getByLabel('Split at, m');
  const at = async () => Number(await metres.inputValue());
  const middle = await at();
  await marker.focus();
  for (const key of ['ArrowRight', 'Shift+ArrowUp', 'PageDown']) await page.keyboard.press(key);
  expect(await at()).toBe(middle + 1 + 10 - 100);
  expect(await marker.getAttribute('aria-valuenow')).toBe(String(middle - 89));
  // By pointer it follows the line, not the hand.
  const box = await marker.boundingBox();
  if (!box) throw new Error('the marker is not in sight');
  await page.mouse.move(box.x + 13, box.y + 13);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y + 60, { steps: 5 });
  await page.mouse.up();
  expect(await at()).toBeLessThan(middle - 200);

  await metres.fill('0');
  await dialog.getByRole('button', { name: 'Split road' }).click();
  await dialog.getByText(/^Enter a whole number of metres from 1 to 10,/).waitFor();
  await metres.fill('4000');
  await dialog.getByText(/^Part 1: 3,000 to 4,000 m, as a new version from .* Part 2: 0 to 2,000 m\.$/).waitFor();
  await dialog.getByText('Moves to part 2: 4,000 to 5,000 m. Its entry on part 1 ends today.').waitFor();
  await dialog.getByLabel('Name of part 2').fill('Split highway east');
  // Somebody else changes the road while the dialog is open.
  await sql(`update road set lanes = 6, version = version + 1 where id = '${id}'`);
  await dialog.getByRole('button', { name: 'Split road' }).click();
  await dialog.getByText('Someone else changed this record since you opened it').waitFor();
  await dialog.getByRole('button', { name: 'Split road' }).click();
  await page.locator('.toast').filter({ hasText: 'Road split. The second part is “Split highway east”.' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  // Whoever works by keyboard is where they were.
  await expect
    .poll(() => page.evaluate<string>('document.activeElement?.getAttribute("aria-label")'))
    .toBe('Actions for Split highway');
  await page.goto(`${own.url}/road/${id}?tab=history`);
  await page.getByText('Split highway east, at 4,000 m').waitFor();
  await page.goto(`${own.url}/road?q=split+highway+east`);
  await page.getByRole('link', { name: 'Split highway east' }).click();
  await page.goto(`${page.url().split('?')[0]}?tab=limits`);
  const rules = page.getByRole('list', { name: 'Speed rules of the road' });
  await rules.getByText(/^0 to 2,000 m/).waitFor();
  await rules.getByText(/^4,000 to 5,000 m/).waitFor();
  // A refusal is an answer of the server that the browser notes.
  expect(problems.filter((problem) => !problem.includes('412'))).toEqual([]);
  await context.close();
}, 120_000);

test('the dialog is right in every dress', async () => {
  const looks = await newVisitor(browser);
  await signIn(looks.page, own.url);
  expect(await inEveryDress(looks, async (page) => shown(await openDialog(page)))).toEqual([]);
  await looks.context.close();
}, 120_000);
