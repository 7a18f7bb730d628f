import type { DocumentSet, SetKind } from '#areas/documents/review/review.contract.ts';

/** A document type of which something is to be done, or waited for. */
export interface KycLine {
  code: string;
  name: string;
  is: 'rejected' | 'expired' | 'missing' | 'waiting';
  /** Why it was rejected. */
  reason: string | null;
  /** Last day of the one that expired. */
  upto: string | null;
  /** The document that waits. */
  documentId: string | undefined;
}

/** What asks most for something to be done comes first, as in the status that the documents add up to. */
const byUrgency: readonly KycLine['is'][] = ['rejected', 'expired', 'missing', 'waiting'];

function lineOf({ type, current, open, mandatory, missing, wanted }: SetKind): KycLine | undefined {
  const waiting = open.find(({ state }) => state === 'PENDING' || state === 'UNDER_REVIEW');
  const rejected = open.find(({ state }) => state === 'REJECTED' || state === 'RESUBMISSION_ASKED');
  const hasExpired = current !== null && ((mandatory && wanted) || current.state === 'EXPIRED');
  if (current && !hasExpired) return undefined;
  const is = waiting ? 'waiting' : hasExpired ? 'expired' : rejected ? 'rejected' : missing ? 'missing' : undefined;
  return (
    is && {
      code: type.code,
      name: type.label,
      is,
      reason: is === 'rejected' ? (rejected?.reason ?? null) : null,
      upto: current?.validUpto ?? null,
      documentId: waiting?.id,
    }
  );
}

/** What stands between an owner and a verified KYC status. */
export const kycLines = ({ kinds }: Pick<DocumentSet, 'kinds'>): KycLine[] =>
  kinds
    .map(lineOf)
    .filter((line) => line !== undefined)
    .toSorted((a, b) => byUrgency.indexOf(a.is) - byUrgency.indexOf(b.is));
