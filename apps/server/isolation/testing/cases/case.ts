import type { Asked } from '../call.ts';
import type { Caller } from '../callers.ts';
import type { Harvest } from '../harvest.ts';
import type { Right } from '../routes.ts';
import type { World } from '../world.ts';

/** One way to use a route rightly. */
export interface Case {
  asked: Asked;
  /** Rights that this way wants besides the one that the route declares. */
  needs: readonly Right[];
  /** What it is about stands on the walker's own level: nobody may, whatever their rights. */
  refused?: boolean;
}

/** What the cases of a route are made of. */
export interface CaseMakings {
  world: World;
  harvest: Harvest;
  caller: Caller;
  pattern: string;
  /** The route's address, with the id of a record that the caller sees. */
  url: string;
  /** A case of this route; `needs` are rights beside its own. */
  one: (more?: Partial<Asked>, needs?: Case['needs']) => Case;
}
