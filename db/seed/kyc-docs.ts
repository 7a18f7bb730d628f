export interface KycDocSeed {
  code: string;
  name: string;
  appliesTo: 'VEHICLE' | 'DRIVER' | 'OWNER';
  vehicleUse: 'ANY' | 'TRANSPORT' | 'PRIVATE';
  /** Of owners' documents: of whom they are asked; null: of both. */
  ownerUse: 'ORGANISATION' | 'PERSON' | null;
  mandatory: boolean;
  blocksOperation: boolean;
  hasExpiry: boolean;
  numberRegex: string | null;
  note: string | null;
}
const reminders = ['30', '15', '7', '1', '0'];
/** Reminders of a paper that ends. */
export const reminderDaysOf = (doc: KycDocSeed): readonly string[] => (doc.hasExpiry ? reminders : []);

type Row = readonly [
  code: string,
  name: string,
  appliesTo: KycDocSeed['appliesTo'],
  vehicleUse: KycDocSeed['vehicleUse'],
  /** m: required, b: its lapse stops the vehicle, e: has an end. */
  flags: string,
  numberRegex?: string | undefined,
  note?: string,
];
const rows: readonly Row[] = [
  [
    'RC',
    'Registration certificate',
    'VEHICLE',
    'ANY',
    'mbe',
    undefined,
    'The number is that of the plate, and is checked as one.',
  ],
  ['INSURANCE', 'Insurance policy', 'VEHICLE', 'ANY', 'mbe'],
  ['PUC', 'Pollution under control certificate', 'VEHICLE', 'ANY', 'mbe'],
  ['FITNESS', 'Fitness certificate', 'VEHICLE', 'TRANSPORT', 'mbe'],
  ['PERMIT', 'Permit', 'VEHICLE', 'TRANSPORT', 'mbe'],
  ['TAX', 'Road tax receipt', 'VEHICLE', 'ANY', 'me'],
  [
    'NOC',
    'No objection certificate',
    'VEHICLE',
    'ANY',
    '',
    undefined,
    'For a move to another state, or after a loan is paid.',
  ],
  ['PHOTO_FRONT', 'Photo of the vehicle, front with plate', 'VEHICLE', 'ANY', 'm'],
  ['PHOTO_REAR', 'Photo of the vehicle, rear with plate', 'VEHICLE', 'ANY', ''],
  [
    'DL',
    'Driving licence',
    'DRIVER',
    'ANY',
    'mbe',
    '^[A-Z]{2}\\d{2}(19|20)\\d{9}$',
    'Written without spaces and hyphens. Licences of older states differ: then review by hand.',
  ],
  ['MEDICAL_1A', 'Medical certificate, Form 1A', 'DRIVER', 'TRANSPORT', 'me'],
  ['POLICE_VERIFICATION', 'Police verification', 'DRIVER', 'TRANSPORT', 'e'],
  ['PHOTO_DRIVER', 'Photo of the driver', 'DRIVER', 'ANY', 'm'],
  ['AADHAAR', 'Aadhaar', 'OWNER', 'ANY', '', '^\\d{4}$', 'Only the last four digits are kept.'],
  ['PAN', 'PAN card', 'OWNER', 'ANY', 'm', '^[A-Z]{3}[ABCFGHJKLPT][A-Z]\\d{4}[A-Z]$'],
  ['GST', 'GST registration', 'OWNER', 'ANY', '', '^\\d{2}[A-Z]{5}\\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'],
];

const ownerUses: Readonly<Record<string, KycDocSeed['ownerUse']>> = { AADHAAR: 'PERSON', GST: 'ORGANISATION' };

/** Papers of vehicles, drivers and owners. The rules for numbers are checked on upload. */
export const kycDocs: readonly KycDocSeed[] = rows.map(
  ([code, name, appliesTo, vehicleUse, flags, numberRegex, note]) => ({
    code,
    name,
    appliesTo,
    vehicleUse,
    ownerUse: ownerUses[code] ?? null,
    mandatory: flags.includes('m'),
    blocksOperation: flags.includes('b'),
    hasExpiry: flags.includes('e'),
    numberRegex: numberRegex ?? null,
    note: note ?? null,
  }),
);
