/** What a document may be of: the field that names it, and the catalogue that it is a record of. */
export const subjectPaths = {
  vehicleId: 'vehicle',
  driverId: 'drivers',
  ownerOrgId: 'organisation',
  appUserId: 'app-user',
} as const;
export type SubjectField = keyof typeof subjectPaths;
export type SubjectPath = (typeof subjectPaths)[SubjectField];
export const subjectFields = Object.keys(subjectPaths) as SubjectField[];

type Subjects = { readonly [Field in SubjectField]?: string | null | undefined };

/** The field that names what a document is of; undefined where none does. */
export const subjectFieldOf = (row: Subjects): SubjectField | undefined => subjectFields.find((name) => row[name]);

/** Id of what a document is of: of one record. */
export const subjectOf = (row: Subjects): string => row[subjectFieldOf(row) ?? 'vehicleId'] as string;

export const subjectPathOf = (row: Subjects): SubjectPath => subjectPaths[subjectFieldOf(row) ?? 'vehicleId'];

/** What the documents of an owner add up to. */
export const kycStatuses = [
  { value: 'NOT_REQUIRED', label: 'Not required', tone: 'off' },
  { value: 'NOT_SUBMITTED', label: 'Documents missing', tone: 'due' },
  { value: 'PENDING', label: 'Awaiting review', tone: 'info' },
  { value: 'VERIFIED', label: 'Verified', tone: 'ok' },
  { value: 'REJECTED', label: 'Rejected', tone: 'bad' },
  { value: 'EXPIRED', label: 'Expired', tone: 'bad' },
] as const;
export type KycStatus = (typeof kycStatuses)[number]['value'];

/** Which owners a document type is asked of; of both where it says nothing. */
export const ownerUses = [
  { value: 'ORGANISATION', label: 'Organisations' },
  { value: 'PERSON', label: 'App users' },
] as const;
export type OwnerUse = (typeof ownerUses)[number]['value'];
