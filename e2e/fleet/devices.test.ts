import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crc16X25 } from '#telematics/protocols/checksums.ts';
import { axe } from '../support/axe.ts';
import { inEveryDress, type Opens, shown } from '../support/dress.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { enter } from '../support/enter.ts';
import { go, openTab } from '../support/go.ts';
import { newVisitor, type Visitor } from '../support/product.ts';
import { driving, spare, type Tracked, trackedVehicle } from '../support/tracked-fleet.ts';
import { journeys } from '../support/journeys.ts';

const { product: own, browser } = await journeys(startOwnProduct);
let tracked: Tracked;

beforeAll(async () => {
  tracked = await trackedVehicle(own, 2);
});

const meeraId = async () => String((await own.sql(`select id from account where name = 'Meera Joshi'`))[0]?.['id']);
const spareId = async () => String((await own.sql('select id from device where identifier = $1', [spare]))[0]?.['id']);

test('a device in stock is put into a vehicle, which another device must leave, and taken out again; both pages tell when', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/device?q=${spare}`);
  await page.getByRole('link', { name: spare }).first().click();
  await page.getByText('Not installed in a vehicle').waitFor();
  await page.getByRole('button', { name: /Actions for/ }).click();
  const item = page.getByRole('menuitem', { name: 'Copy ID' });
  await item.waitFor();
  expect(await page.getByRole('menuitem', { name: 'Transfer to another organisation' }).count()).toBe(0);
  // The menu lies over the button below it until it is gone.
  await item.press('Escape');
  await item.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Install in vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: `Install ${spare} in a vehicle` });
  const vehicle = dialog.getByRole('combobox', { name: 'Vehicle' });
  await vehicle.fill(tracked.plate);
  await page.locator('[role=option]:visible').filter({ hasText: tracked.plate }).first().click();
  await dialog.getByRole('button', { name: 'Install in vehicle' }).click();
  await dialog.getByText(new RegExp(`${tracked.plate} has ${driving}, from`)).waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Replace the current installation' }).check();
  await dialog.getByRole('button', { name: 'Install in vehicle' }).click();
  await page.getByText('Device installed.').waitFor();
  await page.getByRole('region', { name: 'Device status' }).getByText('Assigned').waitFor();
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}?tab=devices`);
  const lines = page.getByRole('region', { name: 'Installation history' }).getByRole('listitem');
  await lines.filter({ hasText: spare }).getByText('Current', { exact: true }).waitFor();
  await lines.filter({ hasText: driving }).getByText('Another took its place').waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto(`${own.url}/device/${await spareId()}`);
  await page.getByRole('button', { name: 'Remove from vehicle' }).click();
  const out = page.getByRole('dialog', { name: `Remove ${spare} from ${tracked.plate}` });
  await out.getByLabel(/Reason/).fill('Only tried');
  await out.getByRole('button', { name: 'Remove from vehicle' }).click();
  await page.getByText('Device removed.').waitFor();
  await page.getByText('Not installed in a vehicle').waitFor();
  await openTab(page, 'Installation history');
  await page.getByText('Only tried').waitFor();

  await page.goto(`${own.url}/device/${tracked.deviceId}`);
  await page.getByRole('button', { name: 'Install in vehicle' }).click();
  const back = page.getByRole('dialog', { name: `Install ${driving} in a vehicle` });
  await back.getByRole('combobox', { name: 'Vehicle' }).fill(tracked.plate);
  await page.locator('[role=option]:visible').filter({ hasText: tracked.plate }).first().click();
  await back.getByRole('button', { name: 'Install in vehicle' }).click();
  await page.getByText('Device installed.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('what a device sent is looked at: its fixes with what was not used, its frames, and how well it is', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  await page.goto(`${own.url}/device/${tracked.deviceId}`);
  await page
    .getByRole('region', { name: 'Device status' })
    .getByText(/Battery 84 %/)
    .waitFor();
  await openTab(page, 'Latest positions');
  const fixes = page.getByRole('region', { name: 'Latest positions' });
  await fixes.getByText('At 0, 0').waitFor();
  await expect.poll(() => fixes.locator('tbody tr').count()).toBe(50);
  await fixes.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => fixes.locator('tbody tr').count()).toBe(100);
  await fixes.locator('tbody tr').nth(5).hover();
  expect(await fixes.locator('.track__track-cursor').count()).toBe(1);
  await openTab(page, 'Raw frames');
  const frames = page.getByRole('region', { name: 'Raw frames' });
  await frames.getByText('Ignored', { exact: true }).waitFor();
  await frames
    .getByText(/^78 78 /)
    .first()
    .waitFor();
  await frames.getByRole('button', { name: 'Show older' }).click();
  await frames.getByText(`Identifies as ${driving}`).waitFor();
  await openTab(page, 'Health');
  await page.getByText('Ignored: At 0, 0').waitFor();
  await openTab(page, 'Trips');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(tracked.trips.length);
  expect(problems).toEqual([]);
  await context.close();
});

test('a clock of another time zone is offered its correction, which one press applies', async () => {
  const offsetIs = (seconds: number) =>
    own.sql('update device_live set clock_offset_s = $2 where device_id = $1', [tracked.deviceId, String(seconds)]);
  const rule = async () =>
    (await own.sql('select clock_rule, clock_offset_min from device where id = $1', [tracked.deviceId]))[0];
  // Ten seconds beside the time of India.
  await offsetIs(-19_790);
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  await page.goto(`${own.url}/device/${tracked.deviceId}`);
  const state = page.getByRole('region', { name: 'Device status' });
  await state.getByText('The device clock is set to another time zone: 5 h 30 min ahead of UTC.').waitFor();
  expect(await axe(page)).toEqual([]);
  await state.getByRole('button', { name: 'Apply correction' }).press('Enter');
  await state.getByText('Times are corrected: clock 5 h 30 min ahead of UTC').waitFor();
  expect(await rule()).toMatchObject({ clock_rule: 'OFFSET', clock_offset_min: 330 });
  // Its next message is right, and nothing is offered any more.
  await offsetIs(1);
  await page.reload();
  await state.getByText('Times are corrected: clock 5 h 30 min ahead of UTC').waitFor();
  expect(await state.getByRole('button', { name: 'Apply correction' }).count()).toBe(0);
  // Somebody set it right meanwhile: the correction is to be taken back.
  await offsetIs(19_800);
  await page.reload();
  await state.getByText('The device clock is correct now.').waitFor();
  await state.getByRole('button', { name: 'Apply correction' }).click();
  await state.getByText('Times are corrected').waitFor({ state: 'detached' });
  expect(await rule()).toMatchObject({ clock_offset_min: null });
  expect(problems).toEqual([]);
  await context.close();
  await offsetIs(0.8);
});

test('messages of a type that nobody described are shown: each as a frame, and all of them counted by their type', async () => {
  // A type of its own, 30 bytes of it, and its checksum.
  const content = Buffer.concat([
    Buffer.from([0x78, 0x78, 35, 0x5b]),
    Buffer.alloc(30, 0x33),
    Buffer.from('00070000', 'hex'),
  ]);
  const frame = Buffer.concat([content, Buffer.from([0x0d, 0x0a])]);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  const packed = Buffer.concat([Buffer.from([0, frame.length]), frame]);
  await own.sql(
    `insert into raw_frame (received_at, device, protocol, count, frames)
     select now(), slot, 'gt06', 1, decode($2, 'hex') from device where id = $1`,
    [tracked.deviceId, packed.toString('hex')],
  );
  await own.sql(
    `update device_live set unread_frames = 1207, unread_kinds = '{"gt06 5B": 1200, "gt06 5C": 7}' where device_id = $1`,
    [tracked.deviceId],
  );
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  await page.goto(`${own.url}/device/${tracked.deviceId}?tab=frames`);
  const frames = page.getByRole('region', { name: 'Raw frames' });
  await frames.getByText('Unknown type 5B').waitFor();
  expect(await axe(page)).toEqual([]);
  await openTab(page, 'Health');
  await page.getByText('gt06 5B: 1,200, gt06 5C: 7').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.goto(`${own.url}/device-health?problem=UNREAD`);
  await page.getByRole('link', { name: driving }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('engine data: what the device reported last, its fault codes, and readings over time as a line and a table', async () => {
  // As an OBD plug would have reported beside its fixes of the last hour.
  await own.sql(
    `update position p set attributes = jsonb_build_object('rpm', 900 + (extract(epoch from p.fix_at)::int % 1200), 'power', 13.8, 'coolantTemp', 88,
       'fuelLevel', 61, 'odometer', 48_211_300, 'hours', 9_000_000, 'dtcs', 'P0300 U0100')
     where p.device = (select slot from device where identifier = $1) and p.fix_at > now() - interval '1 hour'`,
    [driving],
  );
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/vehicle/${tracked.vehicleId}`);
  await openTab(page, 'OBD');
  const obd = page.getByRole('region', { name: 'OBD' });
  await obd.getByText('Engine speed').waitFor();
  expect(await obd.innerText()).toMatch(
    /Supply voltage\s*13\.8 V.*Coolant temperature\s*88 °C.*Odometer\s*48,211 km.*Engine hours\s*2\.5 h/s,
  );
  await obd.getByRole('link', { name: driving }).waitFor();
  await obd.getByRole('radio', { name: 'Fault codes' }).check();
  await expect.poll(() => obd.locator('tbody tr').count()).toBe(2);
  await obd.getByText('P0300').waitFor();
  expect(await axe(page)).toEqual([]);
  await obd.getByRole('radio', { name: 'Readings' }).check();
  await obd
    .getByText(/^900 rpm to|rpm to [\d,]+ rpm/)
    .first()
    .waitFor();
  await obd.getByText('Show as table').first().click();
  await obd.getByRole('region', { name: 'Supply voltage' }).getByText('13.8 V').first().waitFor();
  await obd.getByRole('radio', { name: '24 hours' }).check();
  await obd.getByText('Engine speed').first().waitFor();
  expect(await axe(page)).toEqual([]);
  // Which part was open is kept, for the next vehicle as well; without a device it says what is missing.
  const [other] = await own.sql(
    `select v.id from vehicle v where v.org_id = (select org_id from vehicle where id = $1) and v.deleted_at is null
       and not exists (select from device_binding b where b.vehicle_id = v.id) limit 1`,
    [tracked.vehicleId],
  );
  await page.goto(`${own.url}/vehicle/${String(other?.['id'])}?tab=obd`);
  await page.getByRole('heading', { name: 'No device installed' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Readings' }).isChecked()).toBe(true);
  await page.goto(`${own.url}/device/${await spareId()}?tab=obd`);
  await page.getByRole('heading', { name: 'No engine data' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the page of an app user shows the vehicles and the documents of theirs', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  await page.goto(`${own.url}/app-user/${await meeraId()}`);
  await openTab(page, 'Vehicles');
  const vehicles = page.getByRole('region', { name: 'Vehicles' });
  await vehicles.getByText(/active vehicles of Sahyadri Logistics/).waitFor();
  await expect.poll(() => vehicles.getByRole('listitem').count()).toBe(25);
  await openTab(page, 'Documents');
  await page.getByText('Missing: PAN card.').waitFor();
  await page.getByRole('link', { name: 'Upload PAN card' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add documents for Meera Joshi' });
  await drawer.getByText('Drop PAN card here').waitFor();
  // It opens on the tab that was open last.
  await page.goto(`${own.url}/app-user/${await meeraId()}`);
  await page.getByText('Missing: PAN card.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a faulty device says so with its reason, until it is in use again', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url, 'client@roadkeeper.test');
  await page.goto(`${own.url}/device/${await spareId()}`);
  await page.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog', { name: `Change status of ${spare}` });
  await dialog.getByRole('radio', { name: 'faulty' }).check();
  await dialog.getByLabel(/Details/).fill('Its antenna is broken');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const now = page.getByRole('region', { name: 'Device status' });
  await now.getByText('Faulty').waitFor();
  await now.getByText('Its antenna is broken').waitFor();
  await page.getByRole('button', { name: 'Change status' }).click();
  await dialog.getByRole('radio', { name: 'in use' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await now.getByText('In stock').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('staff give a device to another organisation, once it is in no vehicle', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await enter(page, own.url);
  const give = async (id: string, title: string) => {
    await page.goto(`${own.url}/device/${id}`);
    await page.getByRole('button', { name: /Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Transfer to another organisation' }).click();
    const dialog = page.getByRole('dialog', { name: `Transfer ${title} to another organisation` });
    await dialog.getByRole('combobox', { name: 'New owner' }).fill('Deccan');
    await page.locator('[role=option]:visible').filter({ hasText: 'Deccan' }).first().click();
    await dialog.getByRole('button', { name: 'Transfer to another organisation' }).click();
    return dialog;
  };
  const refused = await give(tracked.deviceId, driving);
  await refused.getByText(`${driving} is installed in ${tracked.plate}. Remove it first`).waitFor();
  expect(await axe(page)).toEqual([]);
  await give(await spareId(), spare);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Deccan Cold Chain' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('every number of the board opens the devices that it counts', async () => {
  const { page, context, problems } = await newVisitor(browser);
  await own.sql('update device_live set battery_percent = 9, charging = false where device_id = $1', [
    tracked.deviceId,
  ]);
  await own.sql(`insert into unknown_device (protocol, identifier, first_at, last_at, tries, address)
    values ('h02', '4209951296', now(), now(), 12, '198.51.100.4')`);
  await enter(page, own.url);
  await page.goto(`${own.url}/device-health`);
  const board = page.getByRole('navigation', { name: 'Device health' });
  const low = board.getByRole('link', { name: /^Low battery/ });
  await expect.poll(() => low.innerText()).toMatch(/Low battery\s*\d/);
  const count = Number(/Low battery\s*(\d+)/.exec(await low.innerText())?.[1]);
  expect(count).toBeGreaterThan(0);
  await low.click();
  await page.waitForURL(/problem=LOW_BATTERY/);
  await page.getByRole('heading', { level: 2, name: 'Low battery' }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(count);
  await page.locator('tbody').getByRole('link', { name: driving }).waitFor();
  await board.getByRole('link', { name: /^Unregistered devices/ }).click();
  await page.getByText('4209951296').waitFor();
  expect(await axe(page)).toEqual([]);
  await board.getByRole('link', { name: /^Active/ }).click();
  await page.waitForURL(/state=ACTIVE/);
  await page.getByRole('heading', { level: 2, name: 'Active' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
  const client = await newVisitor(browser);
  await enter(client.page, own.url, 'client@roadkeeper.test');
  await client.page.goto(`${own.url}/device-health`);
  await client.page.getByRole('link', { name: /^Low battery/ }).waitFor();
  expect(await client.page.getByText('Unregistered devices').count()).toBe(0);
  await client.context.close();
  const without = await newVisitor(browser);
  await own.sql(
    `update device set deleted_at = now() where org_id in (select id from organisation where name like '%Iyer%')`,
  );
  await enter(without.page, own.url, 'iyer@roadkeeper.test');
  await without.page.goto(`${own.url}/device-health`);
  await without.page.getByText('No devices yet').waitFor();
  await without.context.close();
});

describe('axe finds nothing in any dress, and nothing scrolls sideways:', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(browser);
    await enter(visitor.page, own.url);
  });
  afterAll(() => visitor?.context.close());

  test.each<[tab: string, sign: () => string | RegExp]>([
    ['', () => /Battery/],
    ['?tab=fixes', () => 'At 0, 0'],
    ['?tab=frames', () => 'Ignored'],
    ['?tab=health', () => 'Last 24 hours'],
    ['?tab=bindings', () => tracked.plate],
    ['?tab=obd', () => 'Engine speed'],
  ])('a device%s', async (tab, sign) => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/device/${tracked.deviceId}${tab}`);
      return shown(page.getByText(sign()));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test('readings of the engine', async () => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/device/${tracked.deviceId}?tab=obd`);
      await page.getByRole('radio', { name: 'Readings' }).check();
      return shown(page.getByText('Show as table').first());
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test.each(['vehicles', 'papers'])('%s of an app user', async (tab) => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/app-user/${await meeraId()}?tab=${tab}`);
      return shown(page.getByText(tab === 'papers' ? 'Missing: PAN card.' : 'active vehicles of'));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });

  test('health of devices', async () => {
    const open: Opens = async (page) => {
      await go(page, `${own.url}/device-health`);
      return shown(page.getByText('since installation'));
    };
    expect(await inEveryDress(visitor, open)).toEqual([]);
  });
});
