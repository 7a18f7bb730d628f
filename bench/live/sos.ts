import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Client } from '#areas/gateway/testing/client.ts';
import { addCarriers } from '#areas/gateway/testing/many-devices.ts';
import { gt06Login, gt06Position, gt06Sos } from '#telematics/simulator/gt06-frames.ts';
import { findBrowser } from '#tools/browser.ts';
import { buildWeb } from '#tools/build-web.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { startServer } from '../child.ts';
import { median } from '../http/report.ts';
import { startBench } from '../setup.ts';

// From the SOS of a tracker to its card on an open screen of the staff: the frame leaves a socket, and a browser has drawn the plate.

const rounds = Number(process.argv[2] ?? 20);
const goalMs = 1_000;
/** Standing at Khed, now. */
const place = () => ({
  time: Math.floor(Date.now() / 1_000) * 1_000,
  lat: 18.87,
  lon: 73.89,
  speedKmh: 0,
  course: 0,
  ignition: true,
});

const executablePath = findBrowser();
if (!executablePath)
  throw new Error('This bench looks at a screen: install Chromium or Chrome, or set CHROME_PATH to one');
await buildWeb(join(import.meta.dirname, '../..'), console.log);
const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
const browser = await chromium.launch({ executablePath });
try {
  const identifiers = await addCarriers(postgres.owner, rounds + 1);
  const server = await startServer('live/live-server.ts', { database: postgres.app, dataDir });
  started.push(server);
  const page = await browser.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Work email or mobile').fill('operations@roadkeeper.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const times: number[] = [];
  for (const [at, imei] of identifiers.entries()) {
    const tracker = await Client.to(server.ports['gt06']);
    tracker.send(gt06Login(imei));
    tracker.send(gt06Position(place()));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const began = performance.now();
    tracker.send(gt06Sos(place(), 3));
    await page
      .locator(`text=MH12AB${at + 1}`)
      .first()
      .waitFor();
    // The first one fetches what draws the card.
    if (at > 0) times.push(performance.now() - began);
    tracker.socket.destroy();
  }
  const most = Math.max(...times);
  console.table([
    {
      rounds,
      'p50 ms': Math.round(median(times)),
      'most ms': Math.round(most),
      '': most > goalMs ? `MISS ${goalMs} ms` : 'ok',
    },
  ]);
  if (most > goalMs) process.exitCode = 1;
} finally {
  await browser.close();
  await close();
}
