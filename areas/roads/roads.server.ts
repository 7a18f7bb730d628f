import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { addProbeRoute } from './limits/probe.routes.ts';
import { roadPolicy } from './road/road.policy.ts';
import { ruleUse } from './roads.events.ts';
import { roadImports } from './import/road-imports.ts';
import { contract } from './roads.contract.ts';
import { addRuleRoutes } from './rules/rules.routes.ts';
import { speedRulePolicy } from './rules/speed-rule.policy.ts';
import { addSplitRoute } from './split/split.routes.ts';
import { addTileRoute } from './tiles/tile.routes.ts';
import { roadTypePolicy } from './types/road-type.policy.ts';
import { speedConfigurationPolicy } from './types/speed-configuration.policy.ts';
import { checkSpeedConfiguration } from './types/speed-configuration.rules.ts';
import { statutoryLimitPolicy } from './types/statutory-limit.policy.ts';
import { countFollowing } from './versions/versions.store.ts';

// What other areas may use of this one.
export { type Configuration, readConfigurations } from './limits/configurations.store.ts';
export { configurationFields, readConfigurationDraft } from './types/configuration-draft.ts';
export { readRoadTypeDraft, readStatutoryDraft, roadTypeFields, statutoryFields } from './types/limit-drafts.ts';
export { draftFields, readRuleDraft } from './rules/rule-draft.ts';
export { limitRuleOf, type RuleFacts } from './rules/rules.store.ts';
export { lineageOf } from './rules/speed-rule.rules.ts';
export { type KnownRoad, readLaw, readLimitRoads } from './limits/limit-facts.store.ts';
export { type Box, roadsInBox } from './road/lines-in-box.store.ts';
export { roadsNamed } from './road/roads-named.store.ts';
export { createRoadMatcher, type RoadMatcher, type TripOnRoads } from './network/road-matcher.ts';
export { type LiveFix, type LivePlaceRecord, readLivePlace } from './network/worker-messages.ts';
export { type GroundsChanged, groundsChanged, ruleUse, type VersionUse } from './roads.events.ts';
export { isStatutoryLimit, roadTypeIds, typeLimitsOf } from './types/road-types.store.ts';
export { putLines } from './road/lines.store.ts';

/** Roads, their speed rules, and what the law and the company make of them. */
export const area: AreaServer = {
  contract,
  routes: (app, product) => {
    addProbeRoute(app, product.kit);
    addRuleRoutes(app, product.kit);
    addSplitRoute(app, product.kit);
    roadImports.routes(app, product);
    addTileRoute(app, product.kit);
  },
  jobs: (product) => roadImports.jobs(product),
  sweeps: (product) => roadImports.sweeps(product),
  checks: { 'speed-configuration': checkSpeedConfiguration },
  policies: () => ({
    road: roadPolicy,
    'road-type': roadTypePolicy,
    'road-speed-rule': speedRulePolicy,
    'statutory-speed-limit': statutoryLimitPolicy,
    'speed-configuration': speedConfigurationPolicy,
  }),
  listeners: [on(ruleUse, countFollowing)],
};
