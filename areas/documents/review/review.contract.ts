import type { RowOf } from '#kit/contract/rows.ts';
import type { SubjectPath } from '../documents/subjects.contract.ts';
import type { rejectReasons, vehicleKycDoc } from '../documents/document.contract.ts';

/** What a reviewer says of a paper. */
export const decisions = ['VERIFY', 'REJECT', 'ASK_AGAIN'] as const;
export type Decision = (typeof decisions)[number];
export type RejectReason = (typeof rejectReasons)[number]['value'];

/** How long a reviewer has a paper to themselves. */
export const takenMinutes = 15;

/** A name with the address of what it names. */
export interface Named {
  id: string;
  label: string;
}
/** What a document is of. */
export interface SubjectName extends Named {
  /** Its catalogue, which begins its address. */
  path: SubjectPath;
}

/** A paper that waits, as the list on the left shows it. */
export interface ReviewRow {
  id: string;
  type: Named;
  subject: SubjectName;
  org: Named;
  state: string;
  version: number;
  handedInAt: string;
  validUpto: string | null;
  /** Who looks at it just now, and until when they have it to themselves. */
  taken: { by: string; until: string; mine: boolean } | null;
}

/** A fact of the record beside what the paper says. */
export interface Compared {
  label: string;
  paper: string | null;
  record: string | null;
}
/** One paper with all that is needed to decide it. */
export interface ReviewItem {
  row: ReviewRow;
  /** As its catalogue shows it. */
  paper: RowOf<typeof vehicleKycDoc>;
  /** Facts of the record that the paper is to agree with. */
  compared: Compared[];
  /** Ids of the files among its pages that the reader was shown in full. */
  viewed: string[];
  /** What makes it worth a second look. */
  warnings: string[];
  /** Other records that carry the same number, as far as the reviewer may see them. */
  duplicates: { id: string; subject: SubjectName; state: string }[];
  /** The paper of the kind that counts today. */
  current: { id: string; validFrom: string | null; validUpto: string | null } | null;
  /** Why the reader cannot decide it; null: they can. */
  mayNot: string | null;
}

/** A paper in the set of a vehicle or a driver. */
export interface SetDocument {
  id: string;
  state: string;
  number: string | null;
  validFrom: string | null;
  validUpto: string | null;
  reason: string | null;
  handedInAt: string;
  pages: { id: string; name: string; mime: string }[];
}
/** One kind of paper that is asked of a subject, with its papers. */
export interface SetKind {
  type: Named & { code: string };
  mandatory: boolean;
  blocks: boolean;
  hasExpiry: boolean;
  /** What its pages may be, as people call it: PDF, JPEG. */
  formats: string[];
  maxFileMb: number;
  /** Its number has a format of its own, and the record does not have it yet. */
  asksNumber: boolean;
  /** What the record knows already, so that nobody is asked again. */
  known: { number: string | null; validUpto: string | null };
  /** The one that counts, ended ones included. */
  current: SetDocument | null;
  upcoming: SetDocument[];
  /** Waits for a reviewer, or was turned down and not sent again. */
  open: SetDocument[];
  former: SetDocument[];
  /** Asked for, and neither there nor waiting. */
  missing: boolean;
  /** The same, or what is there has expired and nothing follows it: what is uploaded next. */
  wanted: boolean;
}
export interface DocumentSet {
  subject: SubjectName;
  kinds: SetKind[];
}
