import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './ledger.contract.ts';
import { expireHolds } from './ledger.store.ts';
import { nightlyProof, proofJob, proofTask } from './proof/proof.job.ts';

/** Double entry in whole paise: accounts, transfers that are never changed, holds, and the proof that all of it balances. */
export const area: AreaServer = {
  contract,
  jobs: ({ jobs, log }) => ({ [proofJob]: proofTask(jobs, log) }),
  sweeps: ({ jobs }) => [
    { name: 'expired holds', order: 60, run: expireHolds },
    { name: 'proof of the books', order: 61, run: (db, now) => nightlyProof(db, jobs, now) },
  ],
};

export {
  aloneFor,
  capture,
  giveBack,
  limitOf,
  move,
  openAccount,
  reserve,
  setLimit,
  voidHold,
} from './ledger.store.ts';
export { startProof } from './proof/proof.job.ts';
export { readProofs } from './proof/proof.store.ts';
