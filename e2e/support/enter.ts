import type { Page } from 'playwright-core';
import { sealing } from './sealing.ts';

/**
 * Signs in without the pages that a person sees on the way: what the sign-in page would store is stored in its place. The page
 * stands at no page of the product afterwards; go to one. How people sign in is for `signIn`, and a handful of journeys does it.
 */
export async function enter(
  page: Page,
  url: string,
  email = 'admin@roadkeeper.test',
  password = 'Demo-Roadkeeper-2026',
): Promise<void> {
  // The smallest answer of the product's origin: storage belongs to an origin.
  await page.goto(`${url}/livez`);
  await page.evaluate(`(${script})(${JSON.stringify({ email, password, keep: false })})`);
}

/** Chooses Hindi where the page offers it, until the account has it: a page that is left before that comes back in English. */
export async function chooseHindi(page: Page): Promise<void> {
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/session/language') && answer.ok());
  await page.getByText('हिन्दी', { exact: true }).click();
  await page.locator('html[lang="hi"]').waitFor({ state: 'attached' });
  await kept;
}

/** What kit/web/session.ts keeps of an answer to a sign-in. */
const script = `async (body) => {
  ${sealing}
  const ask = async (path, options) => {
    const answer = await fetch('/api/v1' + path, options);
    if (!answer.ok) throw new Error(path + ' was answered ' + answer.status + ': ' + (await answer.text()));
    return answer.json();
  };
  const headers = { 'content-type': 'application/json' };
  const given = await ask('/login', { method: 'POST', headers, body: JSON.stringify(body) });
  const permission = await ask('/permission', { headers: { authorization: 'Bearer ' + given.accessToken } });
  await keep({
    accessTokenExpiresAt: new Date(Date.now() + given.expiresInS * 1000).toISOString(),
    accessToken: given.accessToken,
    userData: given.userData,
    _accessible: permission.data,
  });
}`;
