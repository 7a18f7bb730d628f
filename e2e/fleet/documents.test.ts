import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens } from '../support/dress.ts';
import { enter } from '../support/enter.ts';
import { go } from '../support/go.ts';
import { journeys } from '../support/journeys.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { faxedPdf } from '../support/pdf.ts';
import { newVisitor } from '../support/product.ts';

const { product: own, browser } = await journeys(startOwnProduct);

const picture = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#e8eef0' } })
  .jpeg()
  .toBuffer();
const scan = (name: string) => ({ name, mimeType: 'application/pdf', buffer: faxedPdf(1) });
const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });

/** A private car of the demo client without a document. */
let serial = 0;
async function newVehicle(): Promise<string> {
  serial += 1;
  const login = await own.product.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { email: 'client@roadkeeper.test', password: 'Demo-Roadkeeper-2026' },
  });
  const [model] = await own.sql('select id from vehicle_model order by name, id limit 1');
  const [category] = await own.sql('select id from vehicle_category where not is_transport order by name, id limit 1');
  const made = await own.product.app.inject({
    method: 'POST',
    url: '/api/v1/vehicle',
    headers: { authorization: `Bearer ${login.json().accessToken}` },
    payload: {
      registrationNo: `MH12QD700${serial}`,
      modelId: model?.['id'],
      categoryId: category?.['id'],
      chassisNo: `MA3FJEB1S0000810${serial}`,
      engineNo: `K12MN810${serial}`,
    },
  });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data.id;
}
const uploaded = async (vehicleId: string) =>
  (
    await own.sql(
      `select t.code, d.valid_upto::text as upto from vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id where d.vehicle_id = $1 order by t.position`,
      [vehicleId],
    )
  ).map(({ code, upto }) => [code, upto]);

const drawer = (page: Page) => page.getByRole('dialog', { name: /^Add documents/ });
const choose = (page: Page) => drawer(page).getByLabel('Files to upload');
const open = async (page: Page, vehicleId: string, more = '') => {
  await go(page, `${own.url}/vehicle/${vehicleId}?tab=papers${more}`);
  await page.getByRole('link', { name: 'Add documents' }).waitFor();
};

test('five documents are uploaded in at most fifteen interactions, without leaving the checklist', async () => {
  const { page, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  const vehicleId = await newVehicle();
  await open(page, vehicleId);
  let interactions = 0;
  const act = async (deed: Promise<unknown>) => {
    interactions += 1;
    await deed;
  };
  await act(page.getByRole('link', { name: 'Add documents' }).click());
  await act(
    choose(page).setInputFiles([
      scan('insurance 2026.pdf'),
      photo('RC front.jpg'),
      photo('RC back.jpg'),
      scan('PUC.pdf'),
      photo('IMG_0001.jpg'),
      photo('front photo.jpg'),
    ]),
  );
  // Each is what its name says; what says nothing is what is still missing.
  for (const [name, day] of [
    ['Insurance policy', '01/03/2027'],
    ['Registration certificate', '02/03/2037'],
    ['Pollution under control certificate', '03/03/2027'],
    ['Road tax receipt', '04/03/2027'],
    ['Photo of the vehicle, front with plate', undefined],
  ] as const) {
    await drawer(page)
      .getByRole('form', { name: `Upload ${name}` })
      .waitFor();
    if (day) {
      // The field is ready to be typed into.
      await expect
        .poll(() => page.evaluate('document.activeElement.closest(".fld")?.textContent'))
        .toMatch(/^Valid until/);
      await act(page.keyboard.type(day));
    }
    await act(page.keyboard.press('Enter'));
  }
  await drawer(page).getByText('Every required document is uploaded, and none has expired.').waitFor();
  await act(drawer(page).getByRole('button', { name: 'Done' }).press('Enter'));
  await drawer(page).waitFor({ state: 'detached' });
  expect(interactions).toBeLessThanOrEqual(15);
  expect(page.url()).toBe(`${own.url}/vehicle/${vehicleId}?tab=papers`);
  expect(await page.getByText('Missing:').count()).toBe(0);
  expect(await uploaded(vehicleId)).toEqual([
    ['RC', '2037-03-02'],
    ['INSURANCE', '2027-03-01'],
    ['PUC', '2027-03-03'],
    ['TAX', '2027-03-04'],
    ['PHOTO_FRONT', null],
  ]);
  // The number of the certificate is that of the record, and its back is its second page.
  const [rc] = await own.sql(
    `select d.number, d.back_id is not null as back from vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id where d.vehicle_id = $1 and t.code = 'RC'`,
    [vehicleId],
  );
  expect(rc).toEqual({ number: `•••• 700${serial}`, back: true });
  expect(problems).toEqual([]);
  await page.context().close();
});

test('what is no document is refused with its name, what is missing stands at its field, and what failed is tried again once', async () => {
  const { page } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  const vehicleId = await newVehicle();
  await own.sql(`update kyc_doc set max_file_mb = 1 where code = 'TAX'`);
  await open(page, vehicleId, '&add=INSURANCE');
  await choose(page).setInputFiles([
    { name: 'notes.docx', mimeType: 'application/msword', buffer: Buffer.from('notes') },
    { name: 'nothing.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    scan('policy.pdf'),
    { name: 'tax.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([faxedPdf(1), Buffer.alloc(1_100_000)]) },
    { name: 'fake puc.png', mimeType: 'image/png', buffer: Buffer.from('<script>') },
  ]);
  const refused = drawer(page).getByRole('alert');
  await refused.getByText('notes.docx is not a PDF, JPG, PNG or WebP file.').waitFor();
  await refused.getByText('nothing.pdf is empty.').waitFor();
  expect(await axe(page)).toEqual([]);

  const policy = drawer(page).getByRole('form', { name: 'Upload Insurance policy' });
  await policy.getByRole('button', { name: 'Upload and next' }).click();
  await policy.getByText('Enter the last valid day').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
  await page.keyboard.type('05/03/2027');
  // Another one is looked at meanwhile: what was typed stays.
  await drawer(page).getByRole('button', { name: 'Edit Road tax receipt' }).click();
  const tax = drawer(page).getByRole('form', { name: 'Upload Road tax receipt' });
  await tax.getByLabel('Valid until').fill('06/03/2027');
  await page.keyboard.press('Enter');
  await tax.getByText('Pages of Road tax receipt can have up to 1 MB.').waitFor();
  await drawer(page).getByRole('button', { name: 'Edit Insurance policy' }).click();
  expect(await policy.getByLabel('Valid until').inputValue()).toBe('05/03/2027');

  // The connection fails after the server has taken it.
  let sent = 0;
  await page.route('**/api/v1/vehicle-kyc-doc', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await policy.getByRole('button', { name: 'Upload and next' }).click();
  const others = drawer(page).getByRole('list', { name: 'Other documents to upload' });
  await others.getByRole('alert').waitFor();
  await others.getByRole('button', { name: 'Edit Insurance policy' }).click();
  expect(await policy.getByLabel('Valid until').inputValue()).toBe('05/03/2027');
  await policy.getByRole('button', { name: 'Try again' }).click();
  await drawer(page).getByText('Insurance policy uploaded.').waitFor();
  expect(await uploaded(vehicleId)).toEqual([['INSURANCE', '2027-03-05']]);

  // What only its content shows is refused by the server, at its pages.
  await drawer(page).getByRole('button', { name: 'Edit Pollution under control certificate' }).click();
  const puc = drawer(page).getByRole('form', { name: 'Upload Pollution under control certificate' });
  await puc.getByLabel('Valid until').fill('07/03/2027');
  await page.keyboard.press('Enter');
  await drawer(page).getByRole('button', { name: 'Edit Pollution under control certificate' }).click();
  await puc.getByRole('alert').waitFor();
  expect(await puc.getByLabel('Valid until').inputValue()).toBe('07/03/2027');
  await puc.getByRole('button', { name: 'Remove', exact: true }).click();
  await tax.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
  await own.sql(`update kyc_doc set max_file_mb = 10 where code = 'TAX'`);
  await page.context().close();
});

test('the keyboard alone: the drawer takes the focus, and gives it back to what opened it', async () => {
  const { page, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await open(page, await newVehicle());
  const upload = page.getByRole('link', { name: 'Upload Insurance policy' });
  await upload.focus();
  await page.keyboard.press('Enter');
  await drawer(page).getByText('Drop Insurance policy here').waitFor();
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Upload Insurance policy');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('the drawer of documents in every dress', async () => {
  const visitor = await newVisitor(browser);
  await enter(visitor.page, own.url, 'client@roadkeeper.test');
  const vehicleId = await newVehicle();
  const empty: Opens = async (page) => {
    await open(page, vehicleId, '&add=RC');
    await drawer(page).waitFor();
    return drawer(page).getByRole('button', { name: 'Choose files' });
  };
  expect(await inEveryDress(visitor, empty)).toEqual([]);
  const full: Opens = async (page) => {
    await open(page, vehicleId, '&add=RC');
    await choose(page).setInputFiles([
      scan('policy.pdf'),
      photo('RC front.jpg'),
      photo('RC back.jpg'),
      photo('tax.jpg'),
    ]);
    return drawer(page).getByRole('form', { name: 'Upload Insurance policy' });
  };
  visitor.page.on('dialog', (dialog) => void dialog.accept());
  expect(await inEveryDress(visitor, full)).toEqual([]);
  await visitor.context.close();
});
