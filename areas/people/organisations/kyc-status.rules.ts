import { currentDocument } from '#areas/compliance/status/status.contract.ts';
import type { KycStatus } from '#areas/documents/documents/subjects.contract.ts';

export interface OwnerDocument {
  id: string;
  state: string;
  from: string | null;
  upto: string | null;
}
/** A document type that an owner may be asked for, with their documents of it. */
export interface OwnerType {
  mandatory: boolean;
  documents: readonly OwnerDocument[];
}

const dated = ['VERIFIED', 'EXPIRING_SOON', 'EXPIRED', 'UPCOMING'];
const waiting = ['PENDING', 'UNDER_REVIEW'];
const turnedDown = ['REJECTED', 'RESUBMISSION_ASKED'];

/** What one type comes to on a day. What waits counts before what was turned down: it was sent in its place. */
function statusOfType({ documents }: OwnerType, day: string): Exclude<KycStatus, 'NOT_REQUIRED'> {
  const among = (states: readonly string[]) => documents.filter(({ state }) => states.includes(state));
  const current = currentDocument({ verified: among(dated) }, day);
  if (current && (current.upto === null || current.upto >= day)) return 'VERIFIED';
  if (among(waiting).length > 0) return 'PENDING';
  if (current) return 'EXPIRED';
  return among(turnedDown).length > 0 ? 'REJECTED' : 'NOT_SUBMITTED';
}

/** What asks most for something to be done comes first. */
const byUrgency = ['REJECTED', 'EXPIRED', 'NOT_SUBMITTED', 'PENDING'] as const;

/**
 * What the documents of an owner add up to on a day. Types that are required decide; of the others only what was handed in
 * counts, and of an owner who is asked for nothing nothing is required.
 * @param isAsked whether required types are required of this owner.
 */
export function kycStatusOf(types: readonly OwnerType[], isAsked: boolean, day: string): KycStatus {
  const counting = types.filter(({ mandatory, documents }) => (isAsked && mandatory) || documents.length > 0);
  if (counting.length === 0) return 'NOT_REQUIRED';
  const statuses = counting.map((type) => statusOfType(type, day));
  return byUrgency.find((one) => statuses.includes(one)) ?? 'VERIFIED';
}
