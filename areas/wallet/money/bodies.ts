import * as z from 'zod/mini';
import { walletLimits } from '../wallet-answers.contract.ts';

/** What is wrong with an amount, a text or an id, in words. */
const { least, most } = walletLimits.paise;
const clean = /^[^\u0000-\u001f\u007f]*$/; // oxlint-disable-line no-control-regex -- what no screen shows

export const id = (what: string) => z.uuid({ error: `${what} must be the id of a record` });
export const paise = z
  .int({ error: 'Enter an amount in whole paise' })
  .check(z.gte(least, { error: 'Enter at least ₹1' }), z.lte(most, { error: 'Enter at most ₹10,00,000' }));
/** An amount from which on something happens; 0 as well. */
export const threshold = z
  .int({ error: 'Enter an amount in whole paise' })
  .check(z.gte(0, { error: 'Enter 0 or more' }), z.lte(most, { error: 'Enter at most ₹10,00,000' }));
const text = (max: number) =>
  z
    .string({ error: 'Must be a text' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Enter a text' }),
      z.maxLength(max, { error: `At most ${max} characters` }),
      z.regex(clean, { error: 'Contains characters that cannot be used' }),
    );
export const note = text(walletLimits.note);
export const subject = text(walletLimits.subject);
