import { indiaDay } from '#kit/contract/days.ts';
import { said } from '../i18n.ts';

/** Says in a few words what a record says in a sentence; undefined where it knows no shorter way. */
export type ShortenReason = (reason: string, today: string) => string | undefined;

let shorten: ShortenReason = () => undefined;

/** Called while areas are put together. */
export function setShortReasons(by: ShortenReason): void {
  shorten = by;
}

/** Why a value is what it is, as short as a list needs it. */
export const shortReason = (reason: string): string => shorten(reason, indiaDay(new Date())) ?? said(reason);
