import { can } from '#kit/contract/rights.ts';
import type { Queryable, Scope } from '../db/database.ts';
import type { Geocoder } from '../places/geocoder.ts';
import type { Session } from '../sessions/session.ts';

/** Who searches for what, and when. */
export interface FindReader {
  /** Within the scope: row security is in force. */
  db: Queryable;
  scope: Scope;
  session: Session;
  now: Date;
  places: Geocoder;
  /** What was typed. */
  q: string;
  /** Ids of the records of a catalogue whose names have what was typed, where they are few; else none. */
  named: (path: string) => readonly string[];
}

/** Something that was found and is no record of a catalogue. */
export interface FoundElsewhere {
  id: string;
  title: string;
  /** Its address. */
  to: string;
}

/**
 * What an area has that is searched for beside the records of catalogues: `finds` of its manifest. Nobody is told more by it than by the list
 * of its module.
 */
export interface FindSource {
  /** Key of the module whose viewers find it. */
  module: string;
  /** What one of them is called. */
  one: string;
  /** Whether it is what was typed itself, or what belongs to it. */
  fits: 'exact' | 'belongs';
  /** The best first, at most `mostFound`. */
  find(reader: FindReader): Promise<readonly FoundElsewhere[]>;
}

/** One more than is shown, to tell whether there are more. */
export const mostFound = 6;

/** What the areas find, with the source of each; of modules that the reader may not view, nothing is asked. */
export async function findElsewhere(
  sources: readonly FindSource[],
  reader: FindReader,
): Promise<(FoundElsewhere & { source: FindSource })[]> {
  const found: (FoundElsewhere & { source: FindSource })[] = [];
  for (const source of sources)
    if (can(reader.session.grants, source.module, 'view'))
      for (const one of await source.find(reader)) found.push({ ...one, source });
  return found;
}
