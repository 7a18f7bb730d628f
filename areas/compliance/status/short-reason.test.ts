import { expect, test } from 'vitest';
import texts from '../compliance.en.json' with { type: 'json' };
import { shortened } from './short-reason.rules.ts';
import {
  type DocumentFacts,
  type DriverFacts,
  driverCompliance,
  type VehicleFacts,
  vehicleCompliance,
} from './status.contract.ts';

const day = '2026-11-21';
/** The words of a reason, with the document under the name that it has. */
function shortReason(reason: string, today: string): string | undefined {
  const short = shortened(reason, today);
  if (!short) return undefined;
  const count = 'count' in short ? short.count : undefined;
  const key = count === undefined ? short.say : `${short.say}_${count === 1 ? 'one' : 'other'}`;
  const words = (
    { ...texts.shortReason, ...texts.shortReason.of, ...texts.shortReason.whole } as Readonly<Record<string, unknown>>
  )[key];
  return String(words)
    .replace('{{what}}', 'of' in short ? short.of : '')
    .replace('{{count}}', String(count));
}
const document = (name: string, more: Partial<DocumentFacts>): DocumentFacts => ({
  code: name,
  name,
  use: 'ANY',
  mandatory: true,
  blocks: true,
  hasExpiry: true,
  graceDays: 0,
  soonDays: 30,
  verified: [],
  waiting: false,
  refused: false,
  ...more,
});
const until = (upto: string, more: Partial<DocumentFacts> = {}) => ({ verified: [{ from: null, upto }], ...more });
const car: VehicleFacts = {
  situation: 'IN_USE',
  isActive: true,
  wasActive: true,
  isBlacklisted: false,
  unpaidChallans: 0,
  unpaidBy: null,
  isTransport: true,
  licenceClasses: ['HGMV'],
  categoryName: 'Goods carriage, heavy',
  numberEndsOn: null,
  papers: [],
};
const person: DriverFacts = {
  stage: 'DONE',
  situation: 'NORMAL',
  isActive: true,
  born: '1990-05-01',
  licenceClasses: ['HGMV'],
  validNt: '2035-01-01',
  validTr: '2028-01-01',
  medical: { outcome: 'FIT', upto: '2027-11-20' },
  papers: [],
};
const ofVehicle = (more: Partial<VehicleFacts>) =>
  vehicleCompliance({ ...car, ...more }, day).lines.map(({ text }) => shortReason(text, day));
const ofDocument = (name: string, more: Partial<DocumentFacts>) => ofVehicle({ papers: [document(name, more)] })[0];
const ofDriver = (more: Partial<DriverFacts>) =>
  vehicleCompliance(car, day, { ...person, ...more }).lines.map(({ text }) => shortReason(text, day));

test('what stands against a document is said in a few words', () => {
  expect(ofDocument('Insurance policy', until('2026-11-20'))).toBe('Insurance policy expired');
  expect(ofDocument('Road tax receipt', until('2026-09-01'))).toBe('Road tax receipt expired');
  expect(ofDocument('Permit', until('2026-11-20', { graceDays: 5 }))).toBe('Permit in grace period');
  expect(ofDocument('Fitness certificate', until(day))).toBe('Fitness certificate expires today');
  expect(ofDocument('Permit', until('2026-11-22'))).toBe('Permit in 1 day');
  expect(ofDocument('Pollution under control certificate', until('2026-12-01'))).toBe(
    'Pollution under control certificate in 10 days',
  );
  expect(ofDocument('Registration certificate', {})).toBe('Registration certificate missing');
  expect(ofDocument('Insurance policy', { waiting: true })).toBe('Insurance policy in review');
  expect(ofDocument('Insurance policy', { refused: true })).toBe('Insurance policy rejected');
  expect(ofDocument('Crane inspection', {})).toBe('Crane inspection missing');
});

test('a deadline that came nearer since the reason was written is counted from today', () => {
  expect(shortReason('Permit expires on 1 Dec 2026', '2026-11-30')).toBe('Permit in 1 day');
  expect(shortReason('Permit expires on 1 Sept 2026', '2026-09-02')).toBe('Permit expired');
});

test('what stands against the vehicle itself is said in a few words', () => {
  const situations = ['MAINTENANCE', 'ACCIDENT', 'STOLEN', 'RETIRED', 'SOLD'] as const;
  expect(situations.flatMap((situation) => ofVehicle({ situation }))).toEqual([
    'In maintenance',
    'Accident',
    'Stolen',
    'Retired',
    'Sold',
  ]);
  expect(ofVehicle({ isActive: false, isBlacklisted: true, numberEndsOn: '2026-11-20' })).toEqual([
    'Vehicle inactive',
    'Registration number expired',
    'Blacklisted',
  ]);
  expect(ofVehicle({ unpaidChallans: 1, unpaidBy: '2026-12-01' })).toEqual(['1 unpaid challan']);
  expect(ofVehicle({ unpaidChallans: 3, unpaidBy: '2026-11-01' })).toEqual(['3 unpaid challans']);
});

test('what stands against the driver is said in a few words', () => {
  expect(ofDriver({ isActive: false, stage: 'INVITED' })).toEqual(['Driver inactive', 'Driver onboarding']);
  const situations = ['ON_LEAVE', 'SUSPENDED', 'EXITED'] as const;
  expect(situations.flatMap((situation) => ofDriver({ situation }))).toEqual([
    'Driver on leave',
    'Driver suspended',
    'Driver left',
  ]);
  expect(ofDriver({ licenceClasses: [] })).toEqual(['Wrong licence class']);
  expect(ofDriver({ validTr: '2026-11-20' })).toEqual(['Transport licence expired']);
  expect(ofDriver({ validTr: '2026-11-25' })).toEqual(['Transport licence in 4 days']);
  expect(ofDriver({ validTr: null })).toEqual(['Transport licence: no expiry date']);
  expect(ofDriver({ born: '2008-01-01' })).toEqual(['Driver too young']);
  expect(ofDriver({ medical: null })).toEqual(['Medical missing']);
  expect(ofDriver({ medical: { outcome: 'FIT', upto: '2026-11-20' } })).toEqual(['Medical fitness expired']);
  const unfit = ['TEMP_UNFIT', 'UNFIT'] as const;
  expect(unfit.flatMap((outcome) => ofDriver({ medical: { outcome, upto: '2026-11-30' } }))).toEqual([
    'Driver unfit',
    'Driver unfit',
  ]);
  expect(ofDriver({ medical: { outcome: 'TEMP_UNFIT', upto: '2026-11-01' } })).toEqual(['Driver unfit']);
  expect(driverCompliance({ ...person, validNt: null, validTr: null }, day).lines[0]?.text).toBe(
    'Licence: no expiry date',
  );
});

test('what is none of these reasons has no short words', () => {
  expect(shortReason('Something else', day)).toBeUndefined();
});
