import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use the calls about challans; undefined for other routes. */
export async function challanCases({ harvest, caller, pattern, url, one }: CaseMakings): Promise<Case[] | undefined> {
  if (pattern === 'GET /{catalogue}/what-if') {
    const challanTypeId = (await harvest.firstOf('challan-type', caller)) ?? unknownId();
    const rule = { challanTypeId, action: 'FINE', amountPaise: '100000', overUnit: 'KMH', overFrom: '0' };
    return [one({ url: `${url}?${new URLSearchParams(rule).toString()}` })];
  }
  if (!url.includes('/challan/')) return undefined;
  const walletId = async () => (await harvest.firstOf('wallet', caller)) ?? unknownId();
  switch (pattern) {
    case 'POST /{catalogue}/ask/{id}':
    case 'POST /{catalogue}/from-violation/{id}':
      return [one()];
    case 'POST /{catalogue}/answer/{id}':
      return [one({ body: { answer: 'The road was empty' } })];
    case 'POST /{catalogue}/issue/{id}':
      return [one({ body: { amountPaise: 100_000 } }), one({ body: { amountPaise: null } })];
    case 'POST /{catalogue}/notify/{id}':
      return [one({ body: { by: 'EMAIL' } }), one({ body: { by: 'POST', on: '2026-11-20' } })];
    case 'POST /{catalogue}/decide/{id}':
      return ['UPHOLD', 'CANCEL'].map((decision) =>
        one({ body: { decision, reason: 'A sample', orderText: 'A sample of an order' } }),
      );
    case 'POST /{catalogue}/court/{id}':
      return [one({ body: { walletId: await walletId(), depositPaise: 50_000 } })];
    case 'POST /{catalogue}/court-decision/{id}':
      return ['UPHOLD', 'CANCEL'].map((decision) => one({ body: { decision, note: 'A sample' } }));
    case 'POST /{catalogue}/pay/{id}':
      return [one({ body: { walletId: await walletId(), amountPaise: 100 } })];
    case 'POST /{catalogue}/paid/{id}':
      return [one({ body: { on: '2026-11-20', receiptNo: 'R 1' } })];
    case 'POST /{catalogue}/refund/{id}':
      return [one({ body: { amountPaise: 100, note: 'A sample' } })];
  }
  return undefined;
}
