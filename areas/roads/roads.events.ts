import type { Reference } from '#kit/contract/answers.ts';
import { areaEvent } from '#kit/server/events.ts';

/** Asks who used a version of a rule, a configuration or a row of the law: whoever stored what came of it adds how often. */
export interface VersionUse {
  /** The catalogue that the version is of. */
  path: 'road-speed-rule' | 'statutory-speed-limit' | 'speed-configuration';
  id: string;
  uses: Reference[];
}

/** A version that is about to be changed or deleted. A handler adds to `uses`. */
export const ruleUse = areaEvent<VersionUse>('rule use asked');
