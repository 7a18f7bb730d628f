import type { Named, SubjectName } from '#areas/documents/review/review.contract.ts';

/** Something that must be done by a day. */
export interface Deadline {
  /** The kind and the record: `paper:<id>`, `licence:<driver>`, `medical:<driver>`. */
  key: string;
  kind: 'PAPER' | 'LICENCE' | 'MEDICAL';
  what: string;
  due: string;
  /** Days from today; negative: so many days ago. */
  days: number;
  subject: SubjectName;
  org: Named;
  /** Where it is looked after. */
  to: string;
  /** Days of the reminders that went out, latest first. */
  reminded: string[];
  /** A renewal waits for review, or begins after this one. */
  renewal: 'WAITING' | 'UPCOMING' | null;
}
