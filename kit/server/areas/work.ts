import type { WorkCard } from '#kit/contract/work.ts';
import type { Queryable, Scope } from '../db/database.ts';
import type { Session } from '../sessions/session.ts';

/** Whose work is looked for, and when. */
export interface WorkReader {
  /** Within the scope: row security is in force. */
  db: Queryable;
  scope: Scope;
  session: Session;
  now: Date;
}

/**
 * Work that an area knows of, for the dashboard and the menu: `work` of its manifest. Every number is that of the list it
 * opens. Its texts are with `work` of the area's web manifest, by the same key.
 */
export interface WorkSource {
  key: string;
  /** Key of the module whose menu entry carries the number. */
  module: string;
  /** Most urgent first, over all areas; leave gaps. */
  order: number;
  /** Whether it is this person's work. */
  isFor(session: Session): boolean;
  read(reader: WorkReader): Promise<Omit<WorkCard, 'key' | 'module'>>;
}

/** What is waiting for somebody, the most urgent kind first; kinds of which there is none have a count of 0. */
export async function readWork(sources: readonly WorkSource[], reader: WorkReader): Promise<WorkCard[]> {
  const cards: WorkCard[] = [];
  for (const source of sources)
    if (source.isFor(reader.session))
      cards.push({ key: source.key, module: source.module, ...(await source.read(reader)) });
  return cards;
}
