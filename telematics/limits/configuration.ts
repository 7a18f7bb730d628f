import { indiaDayOf, type InForce, isInForce } from './rule.ts';

/** Whom a speed configuration is for. */
export interface ConfigurationScope extends InForce {
  readonly id: string;
  readonly scope: 'GLOBAL' | 'STATE' | 'VEHICLE_CATEGORY' | 'CLIENT';
  readonly state: string | null;
  readonly categoryId: string | null;
  readonly orgId: string | null;
}

/** Whose speed is judged, where and when. */
export interface ConfigurationAsked {
  readonly orgId: string | null;
  readonly categoryId: string | null;
  readonly state: string | null;
  /** Milliseconds, UTC. */
  readonly at: number;
}

const ranks = ['CLIENT', 'VEHICLE_CATEGORY', 'STATE', 'GLOBAL'] as const;

function isFor(one: ConfigurationScope, asked: ConfigurationAsked): boolean {
  if (one.scope === 'CLIENT') return one.orgId !== null && one.orgId === asked.orgId;
  if (one.scope === 'VEHICLE_CATEGORY') return one.categoryId !== null && one.categoryId === asked.categoryId;
  if (one.scope === 'STATE') return one.state !== null && one.state === asked.state;
  return true;
}

/** The one that applies: a client's own, else that of the category, the State, everybody; the latest, the smallest id among equals. */
export function chooseConfiguration<C extends ConfigurationScope>(
  all: readonly C[],
  asked: ConfigurationAsked,
): C | undefined {
  const day = indiaDayOf(asked.at);
  return all
    .filter((one) => isInForce(one, day) && isFor(one, asked))
    .toSorted(
      (a, b) => ranks.indexOf(a.scope) - ranks.indexOf(b.scope) || b.fromDay - a.fromDay || (a.id < b.id ? -1 : 1),
    )[0];
}
