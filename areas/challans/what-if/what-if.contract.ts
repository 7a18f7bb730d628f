import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { challanActions } from '../rules/challan-rule.contract.ts';

export const whatIfDays = { usual: 90, most: 366 } as const;

/** What a rule asks for; null: none applies. */
const asked = z.nullable(
  z.strictObject({
    action: z.enum(challanActions.map(({ value }) => value)),
    /** Null: no money. */
    amountPaise: z.nullable(z.int()),
    licencePoints: z.nullable(z.int()),
  }),
);
export type WhatIfAsked = z.infer<typeof asked>;

const changed = z.strictObject({
  violationId: z.string(),
  at: z.string(),
  vehicleId: z.string(),
  plate: z.string(),
  plateUse: z.nullable(z.enum(plateUses)),
  speedKmh: z.number(),
  limitKmh: z.number(),
  /** Which one it is of its kind, by challans that were issued. */
  offenceNo: z.int(),
  before: asked,
  after: asked,
});

/** What a rule would have changed for confirmed violations of a period. Days are India's, amounts are paise. */
export const whatIf = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** Violations that were looked at; of more than can be looked at, the latest. */
  looked: z.int(),
  isCut: z.boolean(),
  changed: z.int(),
  vehicles: z.int(),
  more: z.int(),
  less: z.int(),
  /** No rule applied, and one would; and the other way round. */
  newly: z.int(),
  gone: z.int(),
  beforePaise: z.int(),
  afterPaise: z.int(),
  /** The latest of those that would change. */
  rows: z.array(changed),
});
export type WhatIf = z.infer<typeof whatIf>;
