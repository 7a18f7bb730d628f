import type { AreaServer } from '#kit/server/area.ts';
import { checkJob, checkStep, dailyCheck, failCheck } from '#kit/server/chain/check.ts';
import { contract } from './audit.contract.ts';
import { addHistoryExportRoute } from './history/history-export.routes.ts';
import { addHistoryRoute } from './history/history.routes.ts';
import { addProofRoutes } from './proof/proof.routes.ts';

/** The history of all records: read, exported, and proven to be whole. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit, jobs, dataDir }) => {
    addHistoryRoute(app, kit);
    addHistoryExportRoute(app, kit);
    addProofRoutes(app, { kit, jobs, dataDir });
  },
  jobs: ({ jobs, log }) => ({
    [checkJob]: {
      run: (db, payload, now) => checkStep(db, jobs, String(payload['checkId']), now, log),
      givenUp: (db, payload, now) => failCheck(db, String(payload['checkId']), now),
    },
  }),
  sweeps: ({ jobs, dataDir, log }) => [
    {
      name: 'old checks of the history',
      order: 130,
      run: (db, now) =>
        dailyCheck(db, jobs, dataDir, now).catch((error: Error) => log(`history: not checked: ${error.message}`)),
    },
  ],
};
