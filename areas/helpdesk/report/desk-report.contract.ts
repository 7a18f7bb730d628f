import * as z from 'zod/mini';

/** What became of tickets. Minutes are those in which the desk is open; null where there is nothing to take the middle of. */
const figures = {
  tickets: z.int(),
  open: z.int(),
  firstInTime: z.int(),
  /** With those that wait for their first answer and are late already. */
  firstLate: z.int(),
  /** Of these, how many have no answer, also where they ended without one. */
  unanswered: z.int(),
  /** The middle one: half of the first answers took longer. */
  firstMedianMin: z.nullable(z.int()),
  solutionInTime: z.int(),
  solutionLate: z.int(),
  solutionMedianMin: z.nullable(z.int()),
  reopened: z.int(),
  /** Those that were merged into another one: they have no solution of their own. */
  merged: z.int(),
  rated: z.int(),
  /** Mean of 1 to 5, to one tenth; null where nobody rated. */
  satisfaction: z.nullable(z.number()),
};

/** Tickets of a month, a category, a team or a person; id and name null: those of none. */
export const deskReportRow = z.strictObject({ id: z.nullable(z.string()), name: z.nullable(z.string()), ...figures });
export type DeskReportRow = z.infer<typeof deskReportRow>;

/** How the desk kept what it promises, of the tickets that were asked from a day to a day in India. */
export const deskReport = z.strictObject({
  from: z.string(),
  to: z.string(),
  all: deskReportRow,
  /** Each month with the first of its days as id, oldest first. */
  months: z.array(deskReportRow),
  categories: z.array(deskReportRow),
  teams: z.array(deskReportRow),
  people: z.array(deskReportRow),
  /** Tickets by their rating, 1 to 5. */
  ratings: z.array(z.strictObject({ score: z.int(), tickets: z.int() })),
});
export type DeskReport = z.infer<typeof deskReport>;
