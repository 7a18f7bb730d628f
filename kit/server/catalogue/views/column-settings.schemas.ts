import * as z from 'zod/mini';
import { columnWidths } from '#kit/contract/views.ts';

/** Settings of columns as a reader may send them. The web app needs only their type, and is smaller without the rules. */
export const columnSettingsSchema = z
  .array(
    z.strictObject({
      name: z.string().check(z.maxLength(60)),
      shown: z.boolean(),
      width: z.optional(
        z
          .int()
          .check(
            z.gte(columnWidths.min, { error: `At least ${columnWidths.min} pixels` }),
            z.lte(columnWidths.max, { error: `At most ${columnWidths.max} pixels` }),
          ),
      ),
      pinned: z.optional(z.boolean()),
    }),
    { error: 'Must be a list of columns' },
  )
  .check(z.maxLength(100));
