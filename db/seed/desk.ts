/** Reasons that trips, documents and tickets share: code, name, where they are used, whether a note is asked for. */
export const purposes: readonly (readonly [
  code: string,
  name: string,
  appliesTo: readonly string[],
  needsNote: boolean,
])[] = [
  ['BUSINESS', 'Business', ['TRIP'], false],
  ['PRIVATE', 'Private', ['TRIP'], false],
  ['COMMUTE', 'Way to work', ['TRIP'], false],
  ['SERVICE_VISIT', 'Workshop visit', ['TRIP'], false],
  ['WRONG_TRIP', 'Trip is wrong', ['TRIP', 'TICKET'], true],
  ['BLURRED', 'Blurred', ['DOCUMENT'], false],
  ['CROPPED', 'Cropped', ['DOCUMENT'], false],
  ['NUMBER_MISMATCH', 'Number does not match', ['DOCUMENT'], true],
  ['NAME_MISMATCH', 'Name does not match', ['DOCUMENT'], true],
  ['EXPIRED', 'Expired', ['DOCUMENT'], false],
  ['WRONG_TYPE', 'Another kind of paper', ['DOCUMENT'], false],
  ['TAMPERED', 'Tampered with', ['DOCUMENT'], true],
  ['DUPLICATE', 'Belongs to another record', ['DOCUMENT'], true],
  ['WRONG_ROAD', 'Matched to the wrong road', ['VIOLATION'], true],
  ['GPS_NOISE', 'Position jumped', ['VIOLATION'], false],
  ['LIMIT_WRONG', 'Limit is wrong', ['VIOLATION'], true],
  ['EMERGENCY', 'Emergency', ['VIOLATION'], true],
  ['CLONED_PLATE', 'Plate was copied', ['VIOLATION'], true],
  ['SPECIALIST', 'Needs a specialist', ['TICKET'], false],
  ['REFUND', 'Refund', ['WALLET', 'TICKET'], true],
];

/** What tickets are about: name, icon, minutes to the first answer and to the solution. */
export const helpCategories: readonly (readonly [name: string, icon: string, first: number, solved: number])[] = [
  ['Login', 'login', 60, 480],
  ['Device', 'router', 120, 2_880],
  ['Trip is wrong', 'route', 240, 2_880],
  ['Challan', 'gavel', 240, 2_880],
  ['Policy', 'shield-check', 240, 2_880],
  ['KYC', 'id', 240, 1_440],
  ['Payment', 'credit-card', 120, 1_440],
  ['SOS', 'urgent', 5, 60],
];
