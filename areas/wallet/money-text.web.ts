import { moneyText } from '#kit/contract/formats/money.ts';

/** Paise as people read them with their sign in front, for what came in and what went out. */
export const signedText = (paise: number): string => `${paise > 0 ? '+' : '−'}${moneyText(Math.abs(paise))}`;

/** Whole paise of an amount in rupees as people type it; undefined for what is none. */
export function paiseOf(typed: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(/[,₹\s]/g, ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined;
}
