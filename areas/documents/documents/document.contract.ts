import { catalogue } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { choice, date, file, type FileRef, longText, optional, ref, text, time } from '#kit/contract/fields.ts';

/**
 * Life of a paper. EXPIRING_SOON and EXPIRED follow from its last day, UPCOMING is a verified renewal whose first day has not
 * come, SUPERSEDED one that a later paper took the place of.
 */
export const documentStates = [
  { value: 'PENDING', label: 'Awaiting review', tone: 'info' },
  { value: 'UNDER_REVIEW', label: 'Under review', tone: 'info' },
  { value: 'VERIFIED', label: 'Verified', tone: 'ok' },
  { value: 'EXPIRING_SOON', label: 'Expiring soon', tone: 'due' },
  { value: 'EXPIRED', label: 'Expired', tone: 'bad' },
  { value: 'UPCOMING', label: 'Verified, not valid yet', tone: 'ok' },
  { value: 'REJECTED', label: 'Rejected', tone: 'bad' },
  { value: 'RESUBMISSION_ASKED', label: 'Resubmission requested', tone: 'due' },
  { value: 'SUPERSEDED', label: 'Replaced', tone: 'off' },
] as const;

/** Why a paper is turned down. */
export const rejectReasons = [
  { value: 'BLURRED', label: 'Blurred or unreadable' },
  { value: 'NUMBER_MISMATCH', label: 'Number does not match' },
  { value: 'NAME_MISMATCH', label: 'Name does not match' },
  { value: 'EXPIRED', label: 'Has expired' },
  { value: 'WRONG_TYPE', label: 'Wrong document type' },
  { value: 'CROPPED', label: 'Cropped' },
  { value: 'TAMPERED', label: 'Possibly tampered with' },
  { value: 'DUPLICATE', label: 'Belongs to another record' },
  { value: 'OTHER', label: 'Other reason' },
] as const;

const page = (label: string) => file({ label, accept: ['image', 'pdf'], maxBytes: 26_214_400, maxPixels: 3_000 });

/** Documents that were uploaded, of vehicles, drivers and owners. The specification calls them vehicle KYC docs. */
export const vehicleKycDoc = catalogue('vehicle-kyc-doc', {
  one: 'Document',
  messageName: 'Vehicle kyc doc',
  many: 'Documents',
  icon: 'file-certificate',
  group: 'group-fleet',
  menuOrder: 30,
  about: 'Documents of vehicles, drivers and owners: uploaded, reviewed, and reminded of before they expire.',
  scope: 'organisation',
  guarded: true,
  title: ['typeId'],
  firstColumns: ['typeId', 'reviewState', 'validUpto', 'vehicleId', 'driverId', 'orgId'],
  searchHint: 'Plate, driver, type, number',
  readyViews: [
    { name: 'Awaiting review', search: { reviewState: 'PENDING,UNDER_REVIEW', status: '1' }, tab: true },
    { name: 'Rejected', search: { reviewState: 'REJECTED,RESUBMISSION_ASKED', status: '1' }, tab: true },
    { name: 'Expiring soon', search: { reviewState: 'EXPIRING_SOON', status: '1' }, tab: true },
    { name: 'Expired', search: { reviewState: 'EXPIRED', status: '1' } },
  ],
  sort: '-createdAt',
  ordered: [['validFrom', 'validUpto']],
  sendsMultipart: true,
  fields: {
    typeId: ref('kyc-doc', { label: 'Document type', list: true, filter: true, search: true }),
    orgId: optional(
      ref('organisation', {
        label: 'Organisation',
        help: 'Leave empty to use that of the vehicle, driver or app user.',
        list: true,
        filter: true,
      }),
    ),
    vehicleId: optional(ref('vehicle', { label: 'Vehicle', list: true, filter: true, search: true })),
    driverId: optional(ref('drivers', { label: 'Driver', list: true, filter: true, search: true })),
    ownerOrgId: optional(
      ref('organisation', {
        label: 'Organisation as owner',
        forClients: 'My company',
        help: 'For documents of the organisation itself, such as its GST registration.',
        sort: true,
        filter: true,
        search: true,
      }),
    ),
    appUserId: optional(
      ref('app-user', {
        label: 'App user',
        forClients: 'Team member',
        help: 'For documents of a person, such as their PAN card.',
        sort: true,
        filter: true,
        search: true,
      }),
    ),
    number: optional(
      text({
        label: 'Number',
        letters: 'upper',
        compact: true,
        max: 40,
        sealed: 4,
        aadhaar: 'taken',
        help: 'For Aadhaar, only the last four digits.',
        code: true,
        search: true,
        filter: true,
      }),
    ),
    issuedOn: optional(date({ label: 'Issued on' })),
    validFrom: optional(date({ label: 'Valid from' })),
    validUpto: optional(date({ label: 'Valid until', list: true, filter: true, distance: true })),
    authority: optional(text({ label: 'Issued by', max: 120 })),
    rtoId: optional(ref('rto', { label: 'RTO' })),
    front: optional(page('First page')),
    back: optional(page('Second page')),
    page3: optional(page('Third page')),
    page4: optional(page('Fourth page')),
    page5: optional(page('Fifth page')),
    note: optional(longText({ label: 'Note', max: 1_000 })),
  },
  readOnly: {
    reviewState: choice(documentStates, { label: 'Review status', list: true, filter: true }),
    reasonCode: optional(choice(rejectReasons, { label: 'Reason', filter: true })),
    reasonText: optional(text({ label: 'Reviewer’s comment' })),
    reviewedAt: optional(time({ label: 'Reviewed', filter: true })),
    supersedesId: optional(ref('vehicle-kyc-doc', { label: 'Renews', sort: false })),
    policyId: optional(ref('app-user-policy', { label: 'Insurance policy', sort: false })),
  },
});

const pageNames = ['front', 'back', 'page3', 'page4', 'page5'] as const;
type Page = (typeof pageNames)[number];

/** The pages that a paper has, by the name of their field. */
export const pagesOf = (row: Pick<RowOf<typeof vehicleKycDoc>, Page>): [Page, FileRef][] =>
  pageNames.flatMap((name): [Page, FileRef][] => {
    const stored = row[name];
    return stored ? [[name, stored]] : [];
  });
