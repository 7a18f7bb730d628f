import { addDays } from '#kit/contract/days.ts';
import { currentDocument } from '#areas/compliance/status/status.contract.ts';

/** A verified paper of one kind and one subject, as far as its state goes by the day. */
export interface DatedDocument {
  id: string;
  from: string | null;
  upto: string | null;
}
export type DatedState = 'VERIFIED' | 'EXPIRING_SOON' | 'EXPIRED' | 'UPCOMING' | 'SUPERSEDED';

/** States that follow from a verified paper's days. What counts today is in one of the first two. */
export const datedStates = ['VERIFIED', 'EXPIRING_SOON', 'EXPIRED', 'UPCOMING'] as const;
/** States in which whoever may edit papers still changes one; the others stay as a reviewer saw them. */
export const openStates: readonly string[] = ['PENDING', 'REJECTED', 'RESUBMISSION_ASKED'];

const aloneOn = ({ from, upto }: DatedDocument, day: string, soonDays: number): DatedState => {
  if (from !== null && from > day) return 'UPCOMING';
  if (upto === null || upto > addDays(day, soonDays)) return 'VERIFIED';
  return upto < day ? 'EXPIRED' : 'EXPIRING_SOON';
};

/**
 * What the verified papers of one kind and one subject are on a day. Of those that have begun the one that lasts longest counts,
 * as for the verdict; it takes the place of the others. A day that passes never brings one of those back.
 */
export function statesOn(papers: readonly DatedDocument[], day: string, soonDays: number): Map<string, DatedState> {
  const current = currentDocument({ verified: papers }, day);
  return new Map(
    papers.map((paper) => {
      const state = aloneOn(paper, day, soonDays);
      return [paper.id, state === 'UPCOMING' || paper === current ? state : 'SUPERSEDED'];
    }),
  );
}
