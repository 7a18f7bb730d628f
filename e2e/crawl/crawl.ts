import '#tools/node-version.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isLanguage, languages } from '#kit/contract/words/languages.ts';
import { buildWeb } from '#tools/build-web.ts';
import { leaveBrowser, openBrowser, startProduct } from '../support/product.ts';
import { type Crawled, crawlAs, Known, seededRoles } from './crawl-as.ts';

/**
 * Visits every page of every role that comes with the product, in English and Hindi, in each dress, and prints what is wrong:
 * npm run crawl [-- --role client --language hi --only alarm --url http://localhost:3000]
 *
 * All of it takes hours; a role and a language some minutes. Of a demo of its own, or of the one at the address given.
 */

const { values } = parseArgs({
  options: {
    role: { type: 'string', multiple: true, default: [...seededRoles] },
    language: { type: 'string', multiple: true, default: [...languages] },
    only: { type: 'string' },
    url: { type: 'string' },
  },
});
const root = join(import.meta.dirname, '../..');

async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  await buildWeb(root, console.log);
  const dataDir = await mkdtemp(join(tmpdir(), 'rk-crawl-'));
  const product = await startProduct(dataDir);
  return {
    url: product.url,
    async stop() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const demo = values.url === undefined ? await startDemo() : { url: values.url, stop: async () => undefined };
const browser = await openBrowser();
const total: Crawled = { pages: [], faults: [] };
const known = new Known();
try {
  for (const role of values.role)
    for (const language of values.language.filter(isLanguage)) {
      const began = performance.now();
      const { pages, faults } = await crawlAs(browser, demo.url, {
        role,
        language,
        only: values.only,
        known,
        say: console.log,
      });
      total.pages.push(...pages);
      total.faults.push(...faults);
      console.log(
        `${role}, ${language}: ${pages.length} pages, ${faults.length} faults, ${Math.round((performance.now() - began) / 1_000)} s`,
      );
    }
} finally {
  await leaveBrowser(browser);
  await browser.close();
  await demo.stop();
}
console.log(`${total.pages.length} pages, ${total.faults.length} faults`);
process.exitCode = total.faults.length > 0 ? 1 : 0;
