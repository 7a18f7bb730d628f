import * as z from 'zod/mini';
import type { Dashboard } from './dashboard.contract.ts';

const link = { label: z.string(), to: z.string() };
/** GET /dashboard's data, for the documentation. */
export const dashboardSchema: z.ZodMiniType<Dashboard> = z.strictObject({
  asOf: z.string(),
  cards: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      count: z.int(),
      unit: z.string(),
      to: z.string(),
      split: z.array(z.strictObject({ ...link, state: z.enum(['ok', 'due', 'bad', 'info', 'off']), count: z.int() })),
      rows: z.array(z.strictObject({ ...link, meta: z.string() })),
    }),
  ),
  recent: z.array(
    z.strictObject({
      id: z.string(),
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      module: z.string(),
      moduleName: z.string(),
      recordId: z.string(),
      label: z.string(),
      to: z.nullable(z.string()),
    }),
  ),
});
