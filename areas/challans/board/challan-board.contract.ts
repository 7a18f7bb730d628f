import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { challanSources, challanStatuses } from '../challan/challan.contract.ts';

/** When something is due: bands that follow each other, each in one of them. */
export const deadlineBands = ['PAST', 'TODAY', 'IN_3', 'IN_7', 'IN_15', 'IN_45', 'LATER'] as const;
export type DeadlineBand = (typeof deadlineBands)[number];

/** How many challans, what is still to pay of them in paise, and the list that adds up to it. */
const part = { count: z.int(), duePaise: z.int(), to: z.string() };

/** Somebody or something, and of a vehicle what gives its plate its colour. */
const named = { id: z.string(), name: z.string(), plateUse: z.nullable(z.enum(plateUses)) };
const whose = z.strictObject({ ...named, ...part });
export type BoardWhose = z.infer<typeof whose>;
const repeated = z.strictObject({
  ...named,
  offence: z.string(),
  count: z.int(),
  /** Day of the latest one. */
  last: z.string(),
  to: z.string(),
});
export type BoardRepeated = z.infer<typeof repeated>;

/** Everything that is open, by what people ask about it. Amounts are paise, days are India's. */
export const challanBoard = z.strictObject({
  day: z.string(),
  /** All that is open. */
  open: z.strictObject(part),
  bands: z.array(z.strictObject({ band: z.enum(deadlineBands), ...part })),
  statuses: z.array(z.strictObject({ status: z.enum(challanStatuses.map(({ value }) => value)), ...part })),
  sources: z.array(z.strictObject({ source: z.enum(challanSources.map(({ value }) => value)), ...part })),
  /** Where it happened, those with the most to pay, at most ten. */
  states: z.array(z.strictObject({ state: z.string(), ...part })),
  /** Those with the most to pay, at most ten. */
  vehicles: z.array(whose),
  drivers: z.array(whose),
  /** Two or more of the same offence within twelve months, the most first, at most ten. */
  repeatVehicles: z.array(repeated),
  repeatDrivers: z.array(repeated),
  /** The last twelve months, by the day of the offence: what is still to pay, what was paid, and what came back. */
  months: z.array(
    z.strictObject({
      month: z.string(),
      duePaise: z.int(),
      dueTo: z.string(),
      paidPaise: z.int(),
      paidTo: z.string(),
      refundedPaise: z.int(),
      refundedTo: z.string(),
    }),
  ),
});
export type ChallanBoard = z.infer<typeof challanBoard>;
