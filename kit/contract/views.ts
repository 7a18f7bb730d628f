import * as z from 'zod/mini';

/** A list as somebody keeps it. `search` is the search part of its address without a page, like 'state=MH&sort=name&size=50'. */
export interface SavedView {
  id: string;
  module: string;
  name: string;
  search: string;
  shared: boolean;
  /** Null: the usual columns. */
  columns: ColumnSetting[] | null;
  version: number;
  updatedAt: string;
  ownerId: string;
  ownerName: string;
}
/** A column of a list as its reader wants it. */
export interface ColumnSetting {
  name: string;
  shown: boolean;
  /** Pixels; left out, the column is as wide as it needs. */
  width?: number | undefined;
  /** Stays in sight beside the record's name while the rest is scrolled. */
  pinned?: boolean | undefined;
}
/** A reader's columns: of the list itself, and by id of the views whose columns they changed for themselves. */
export interface ColumnSettings {
  list: ColumnSetting[];
  views: Record<string, ColumnSetting[]>;
}

/** Pixels a column may be wide. */
export const columnWidths = { min: 64, max: 640 };

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
