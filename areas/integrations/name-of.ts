import * as z from 'zod/mini';
import { oneLine, printable, spelled } from '#kit/contract/input.ts';

/** The name that people give to a key or a webhook. */
export const nameOf = (most: number) =>
  z
    .string({ error: 'Enter a name' })
    .check(
      spelled,
      z.trim(),
      z.minLength(2, { error: 'At least 2 characters' }),
      z.maxLength(most, { error: `At most ${most} characters` }),
      printable,
      oneLine,
    );
