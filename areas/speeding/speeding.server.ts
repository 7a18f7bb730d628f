import { groundsChanged, ruleUse } from '#areas/roads/roads.server.ts';
import { devicesWritten } from '#areas/devices/devices.server.ts';
import { geofencesWritten } from '#areas/geofences/geofences.server.ts';
import { categoryWritten, vehiclesWritten } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { addTrialRoutes } from './trial/rule-trial.routes.ts';
import { sweepTrials, trialGivenUp, trialJob, trialTask } from './trial/trial.job.ts';
import { noteGroundsChanged, noteVehiclesWritten } from './recalculate/recalculate.ts';
import { noteCategoryWritten, noteDevicesWritten, noteGeofencesWritten } from './recalculate/other-grounds.ts';
import { addRecalculations } from './recalculate/recalculation.routes.ts';
import { sweepRecalculations } from './recalculate/recalculations.store.ts';
import { addAlertRoutes } from './live/alerts.routes.ts';
import { sweepAlerts } from './live/alerts.store.ts';
import { addTripMatch } from './match/trip-match.routes.ts';
import { foundViolations } from './violations/found-violations.store.ts';
import { speedingPerDay } from './violations/charts.store.ts';
import { contract } from './speeding.contract.ts';
import { addScoreRoutes } from './score/score.routes.ts';
import { planScores, scoreJob, scoreTask } from './score/score.job.ts';
import { scoreRulePolicy } from './score/score-rule.policy.ts';
import { countViolationsOf } from './violations/rule-use.store.ts';
import { addQualityRoutes } from './quality/quality.routes.ts';
import { addNearbyRoads } from './violations/nearby-roads.routes.ts';
import { addVerdictRoutes } from './violations/verdict.routes.ts';
import { addViolationReads } from './violations/violation-list.routes.ts';
import { violationsToReview } from './violations/work.store.ts';

// What other areas may use of this one.
export { createSpeedingFollower } from './match/follow-trips.ts';
export { createIdleMatcher } from './match/idle-matcher.ts';
export { judgeAgain, type JudgedAgain } from './match/judge-again.ts';
export { readViolation } from './violations/violations.store.ts';
export { createSpeedingTiers } from './speeding-follower.ts';

/** Trips on the roads, and speeding on known roads under known limits. */
export const area: AreaServer = {
  contract,
  charts: [speedingPerDay],
  finds: [foundViolations],
  routes: (app, product) => {
    const { kit } = product;
    addTripMatch(app, kit);
    addViolationReads(app, kit);
    addVerdictRoutes(app, kit);
    addQualityRoutes(app, kit);
    addNearbyRoads(app, kit);
    addTrialRoutes(app, product);
    addRecalculations(app, kit);
    addAlertRoutes(app, kit, product.relay);
    addScoreRoutes(app, kit);
  },
  policies: () => ({ 'safety-score-rule': scoreRulePolicy }),
  jobs: (product) => ({
    [trialJob]: { run: trialTask(product), givenUp: trialGivenUp },
    [scoreJob]: scoreTask(product.jobs, product.versions, product.log),
  }),
  plan: (db, { jobs }, now) => planScores(db, jobs, now),
  sweeps: () => [
    { name: 'old trials', order: 170, run: sweepTrials },
    { name: 'old recalculations', order: 175, run: sweepRecalculations },
    { name: 'old speeding alerts', order: 180, run: sweepAlerts },
  ],
  listeners: [
    on(ruleUse, countViolationsOf),
    on(groundsChanged, noteGroundsChanged),
    on(vehiclesWritten, noteVehiclesWritten),
    on(categoryWritten, noteCategoryWritten),
    on(geofencesWritten, noteGeofencesWritten),
    on(devicesWritten, noteDevicesWritten),
  ],
  work: [violationsToReview],
};
