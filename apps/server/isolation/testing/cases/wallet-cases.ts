import { ask } from '../call.ts';
import type { Caller } from '../callers.ts';
import { unknownId } from '../routes.ts';
import type { World } from '../world.ts';
import type { Case, CaseMakings } from './case.ts';

const note = 'A sample';
const amountPaise = 100;

/** The ways to use the calls about wallets; undefined for other routes. */
export async function walletCases({ harvest, caller, pattern, one }: CaseMakings): Promise<Case[] | undefined> {
  const about = async () => ({ walletId: (await harvest.firstOf('wallet', caller)) ?? unknownId(), amountPaise });
  switch (pattern) {
    case 'POST /wallet': {
      const orgId = caller.worksFor ?? (await harvest.firstOf('organisation', caller)) ?? unknownId();
      const appUserId = (await harvest.firstOf('app-user', caller)) ?? unknownId();
      return [one({ body: { orgId } }), one({ body: { orgId, appUserId } })];
    }
    case 'POST /wallet/top-up':
      return [one({ body: await about() })];
    case 'POST /wallet/payment':
      return [
        one({ body: { ...(await about()), reason: 'FEE', subject: 'Sample' } }),
        one({ body: { ...(await about()), reason: 'CHALLAN', subject: 'Sample', holdHours: 1 } }),
      ];
    case 'POST /wallet/adjustment':
      return [one({ body: { ...(await about()), transactionType: 1, note } })];
    case 'PUT /wallet/adjustment-limit':
      // As it is, so that what others ask for goes on.
      return [one({ body: { alonePaise: 500_000 } })];
    case 'PUT /wallet/{id}/low-balance':
      return [one({ body: { lowPaise: 100_000 } })];
    case 'POST /wallet/{id}/statement/export':
      return [one({ body: { format: 'csv' } }), one({ body: { format: 'pdf' } })];
    case 'POST /wallet/settlement':
      return [one({ body: { fileName: 'sample.csv', content: `entity_id,amount\npay_${caller.accountId},1.00\n` } })];
    case 'POST /wallet-transaction/{id}/refund':
    case 'POST /wallet-transaction/{id}/reverse':
    case 'POST /wallet-transaction/{id}/decline':
      return [one({ body: { note } })];
    case 'POST /wallet-transaction/{id}/demo-payment':
      return [one({ body: { paid: true } })];
    case 'POST /wallet-transaction/{id}/capture':
      return [one({ body: {} })];
  }
  return undefined;
}

/** An organisation has a wallet, with a payment, a hold, a top-up, something that waits for approval, and something that was refunded. */
export async function addWallet(world: World, { keeper, mark }: { keeper: Caller; mark: string }): Promise<void> {
  const done = async (as: Caller, url: string, body: object): Promise<string> => {
    const answer = await ask(world.test, as, { method: 'POST', url, body });
    if (answer.status !== 201) throw new Error(`${url}: ${answer.text}`);
    return answer.json.data.id as string;
  };
  const walletId = await done(keeper, '/wallet', {});
  const adjust = (paise: number) =>
    done(world.admin, '/wallet/adjustment', {
      walletId,
      transactionType: 1,
      amountPaise: paise,
      note: `${mark} money`,
    });
  await adjust(400_000);
  await adjust(600_000);
  await done(keeper, '/wallet/top-up', { walletId, amountPaise });
  const pay = (more: object) =>
    done(keeper, '/wallet/payment', {
      walletId,
      amountPaise,
      reason: 'CHALLAN',
      subject: `${mark} challan`,
      note: `${mark} note`,
      ...more,
    });
  await pay({ holdHours: 720 });
  const paid = await pay({});
  await done(world.admin, `/wallet-transaction/${paid}/refund`, { note: `${mark} refund` });
  for (let number = 0; number < 4; number += 1) await pay({});
  // It runs low.
  const low = { method: 'PUT', url: `/wallet/${walletId}/low-balance`, body: { lowPaise: 100_000_000 } } as const;
  const answer = await ask(world.test, keeper, low);
  if (answer.status !== 200) throw new Error(`${low.url}: ${answer.text}`);
}
