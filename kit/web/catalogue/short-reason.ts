import { indiaDay } from '#kit/contract/days.ts';
import { named, said } from '../i18n.ts';

/** Says in a few words what a record says in a sentence; undefined where it knows no shorter way. */
export type ShortenReason = (reason: string, today: string) => string | undefined;

/** Says names and reasons of the compliance status in a few words. */
export interface ShortWords {
  reason: ShortenReason;
  /** What people call a type of document in short, in the reader's language; what has no such name keeps its own. */
  name: (name: string) => string;
}

let words: ShortWords = { reason: () => undefined, name: named };

/** Called while areas are put together. */
export function setShortWords(by: ShortWords): void {
  words = by;
}

/** Why a value is what it is, as short as a list needs it. */
export const shortReason = (reason: string): string => words.reason(reason, indiaDay(new Date())) ?? said(reason);

/** A type of document, as short as a narrow column needs it: 'PUC'. */
export const shortName = (name: string): string => words.name(name);
