import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { build } from 'vite';
import { findBrowser } from '#tools/browser.ts';
import { textsPlugin } from '#tools/texts/texts-plugin.ts';

// What it costs a browser to show a fleet that drives: our drawing, and a plain GeoJSON source of the same engine with the same fixes, by turns.

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '10000,100000' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '2' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
/** Median milliseconds of a frame where there is a graphics processor. */
const goalMs: Readonly<Record<number, number>> = { 10_000: 16.7, 100_000: 33 };
/** Frames begin with the screen, and are measured a little apart. */
const grainMs = 0.3;
const root = join(import.meta.dirname, '../../..');

interface Figures {
  frames: number[];
  movesPerSecond: number;
  /** Milliseconds of the page's main thread in a second. */
  busy: number;
  /** What draws, as the browser names it. */
  renderer: string;
}

async function look(browser: Browser, url: string, side: string, count: number): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    page.on('pageerror', (error) => console.error(error.message));
    await page.goto(`${url}/?side=${side}&count=${count}`);
    await page.waitForFunction('window.draw !== undefined');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const busyMs = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    };
    // Programs of the graphics processor are made with the first frames.
    await page.evaluate('window.draw(3000)');
    const [began, before] = [performance.now(), await busyMs()];
    const { frames, movesPerSecond } = await page.evaluate<Omit<Figures, 'busy' | 'renderer'>>(
      `window.draw(${seconds * 1_000})`,
    );
    const busy = ((await busyMs()) - before) / ((performance.now() - began) / 1_000);
    const renderer = await page.evaluate<string>(`(() => {
      const gl = document.createElement('canvas').getContext('webgl2');
      return gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
    })()`);
    return { frames, movesPerSecond, busy, renderer };
  } finally {
    await page.close();
  }
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css' };

async function serve(directory: string) {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    response.setHeader('content-type', types[extname(file)] ?? 'text/javascript');
    createReadStream(join(directory, file))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const at = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

const executablePath = findBrowser();
if (!executablePath) throw new Error('This needs Chromium or Chrome: install it, or set CHROME_PATH');
const directory = await mkdtemp(join(tmpdir(), 'roadkeeper-draw-'));
await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [textsPlugin(root)],
  worker: { format: 'es' },
  build: { outDir: directory, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5_000 },
});
const server = await serve(directory);
const browser = await chromium.launch({
  executablePath,
  // Without a screen there is still WebGL, drawn by the processor.
  args: ['--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--no-sandbox'],
});
try {
  const lines = [];
  let renderer = '';
  const isSoftware = () => /swiftshader|llvmpipe|software/i.test(renderer);
  for (const count of values.vehicles.split(',').map(Number)) {
    const medians: Record<string, number> = {};
    for (const side of ['ours', 'geojson']) {
      const all: Figures[] = [];
      for (let round = 0; round < rounds; round += 1) all.push(await look(browser, server.url, side, count));
      renderer = all[0]?.renderer ?? '';
      const frames = all.flatMap((one) => one.frames).sort((a, b) => a - b);
      const mean = (of: (one: Figures) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
      const median = (medians[side] = at(frames, 0.5));
      const goal = side === 'ours' ? goalMs[count] : undefined;
      const isMissed = goal !== undefined && !isSoftware() && median > goal + grainMs;
      if (isMissed) process.exitCode = 1;
      lines.push({
        vehicles: count,
        side,
        'frame p50 ms': Number(median.toFixed(1)),
        p95: Number(at(frames, 0.95).toFixed(1)),
        most: Number((frames.at(-1) ?? 0).toFixed(0)),
        'new places /s': Number(mean((one) => one.movesPerSecond).toFixed(1)),
        'main thread ms/s': Math.round(mean((one) => one.busy)),
        '': isMissed ? `MISS goal ${goal} ms` : '',
      });
    }
  }
  console.log(`Drawn by ${renderer}`);
  console.table(lines);
} finally {
  await browser.close();
  server.close();
  await rm(directory, { recursive: true, force: true });
}
