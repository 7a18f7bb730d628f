import type { Reference } from '#kit/contract/answers.ts';
import { areaEvent } from '#kit/server/events.ts';

/** Asks who used a version of a rule, a configuration or a row of the law: whoever stored what came of it adds how often. */
export interface VersionUse {
  /** The catalogue that the version is of. */
  path: 'road-speed-rule' | 'statutory-speed-limit' | 'speed-configuration';
  id: string;
  uses: Reference[];
}

/** Something that limits are found by has changed for days that have passed: what was judged by it may be judged otherwise. */
export interface GroundsChanged {
  cause: 'ROAD' | 'ROAD_TYPE' | 'RULE' | 'STATUTORY' | 'CONFIGURATION' | 'IMPORT';
  /** The record that was changed, and what it is called. */
  recordId: string;
  title: string;
  /** Roads that it is about; null: any. */
  roadIds: readonly string[] | null;
  /** Around the lines that were and are, where a line has changed: a box as PostgreSQL reads it, longitude first. */
  near: string | null;
  /** Whose vehicles; null: everybody's. */
  orgId: string | null;
  /** The first day from which it is otherwise; null: always. */
  fromDay: string | null;
}
export const groundsChanged = areaEvent<GroundsChanged>('grounds of limits changed');

/** A version that is about to be changed or deleted. A handler adds to `uses`. */
export const ruleUse = areaEvent<VersionUse>('rule use asked');
