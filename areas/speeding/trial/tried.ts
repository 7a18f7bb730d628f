import {
  type Configuration,
  type KnownRoad,
  limitRuleOf,
  lineageOf,
  type RuleFacts,
} from '#areas/roads/roads.server.ts';
import { triedId, withTriedConfiguration, withTriedRule } from '#telematics/limits/trial.ts';
import type { TripGrounds } from '../match/judge-trip.ts';

/** What is tried, as it is kept with the trial. */
export type Tried =
  | { kind: 'RULE'; roadId: string; insteadId: string | null; facts: RuleFacts; orderNo: string | null }
  | { kind: 'CONFIGURATION'; insteadId: string | null; configuration: Configuration };

/** The grounds of a trip as if what is tried had been in force. */
export function triedGrounds(grounds: TripGrounds, tried: Tried, tripStart: number): TripGrounds {
  if (tried.kind === 'CONFIGURATION') {
    const { configuration, insteadId } = tried;
    return {
      ...grounds,
      configurations: withTriedConfiguration(grounds.configurations, configuration, insteadId, tripStart),
    };
  }
  const road = grounds.roads.get(tried.roadId);
  return road ? { ...grounds, roads: new Map(grounds.roads).set(road.id, triedRoad(road, tried)) } : grounds;
}

function triedRoad(road: KnownRoad, { facts, insteadId, orderNo }: Extract<Tried, { kind: 'RULE' }>): KnownRoad {
  const rule = limitRuleOf(triedId, 0, facts);
  const version = { id: triedId, roadId: road.id, ruleVersion: 0, replacesId: null };
  const stored = { ...facts, ...version, reasonCode: '', orderNo, rankM: null, rankFrom: null, rankId: null };
  return {
    ...road,
    rules: withTriedRule(road.rules, rule, lineageOf(insteadId, road)),
    stored: [...road.stored, stored],
  };
}
