import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';

/** The id of a record, in a body. */
const isRecordId = {
  // Of what is missing it is said that it is.
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : 'Must be the id of a record'),
};
export const recordId = z.string(isRecordId).check(z.refine(isId, isRecordId));
/** A few words why. */
export const note = z
  .string()
  .check(
    z.trim(),
    z.minLength(2, { error: 'Say a little more' }),
    z.maxLength(300, { error: 'At most 300 characters' }),
  );
export const moment = z.iso.datetime({ offset: true, error: 'Must be a time, like 2026-11-21T04:30:00Z' });
