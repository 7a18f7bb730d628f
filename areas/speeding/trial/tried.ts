import {
  type Configuration,
  type KnownRoad,
  limitRuleOf,
  lineageOf,
  type RuleFacts,
} from '#areas/roads/roads.server.ts';
import type { SpeedClass } from '#telematics/limits/rule.ts';
import type { StatutoryLimit, TypeLimits } from '#telematics/limits/resolve.ts';
import { triedId, withTriedLatest, withTriedRule } from '#telematics/limits/trial.ts';
import type { TripGrounds } from '../match/judge-trip.ts';

/** What is tried, as it is kept with the trial. */
export type Tried =
  | { kind: 'RULE'; roadId: string; insteadId: string | null; facts: RuleFacts; orderNo: string | null }
  | { kind: 'CONFIGURATION'; insteadId: string | null; configuration: Configuration }
  | {
      kind: 'ROAD_TYPE';
      typeId: string;
      name: string;
      type: Omit<TypeLimits, 'version'>;
      /** What is another limit than the type has. */
      changes: readonly { speedClass: SpeedClass; limitKmh: number | null }[];
    }
  | { kind: 'STATUTORY'; insteadId: string | null; name: string; limit: StatutoryLimit };

/** What it is called; a rule is called by its road. */
export const nameOfTried = (tried: Tried): string | null =>
  tried.kind === 'RULE' ? null : tried.kind === 'CONFIGURATION' ? tried.configuration.name : tried.name;

/** The grounds of a trip as if what is tried had been in force. */
export function triedGrounds(grounds: TripGrounds, tried: Tried, tripStart: number): TripGrounds {
  switch (tried.kind) {
    case 'CONFIGURATION': {
      const { configuration, insteadId } = tried;
      const configurations = withTriedLatest(grounds.configurations, configuration, insteadId, tripStart);
      return { ...grounds, configurations };
    }
    case 'STATUTORY':
      return { ...grounds, law: withTriedLatest(grounds.law, tried.limit, tried.insteadId, tripStart) };
    case 'ROAD_TYPE':
      return {
        ...grounds,
        roads: new Map([...grounds.roads].map(([id, road]) => [id, ofTriedType(road, tried)])),
      };
    case 'RULE': {
      const road = grounds.roads.get(tried.roadId);
      return road ? { ...grounds, roads: new Map(grounds.roads).set(road.id, triedRoad(road, tried)) } : grounds;
    }
  }
}

/** A road as if its type had always been what is tried. */
const ofTriedType = (road: KnownRoad, { typeId, type }: Extract<Tried, { kind: 'ROAD_TYPE' }>): KnownRoad =>
  road.type.id === typeId ? { ...road, type: { ...type, id: typeId, version: 0 } } : road;

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
