import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import translation from '../compliance.en.json' with { type: 'json' };
import { shortReason } from './short-reason.web.ts';
import {
  type DocumentFacts,
  type DriverFacts,
  driverCompliance,
  type VehicleFacts,
  vehicleCompliance,
} from './status.contract.ts';

// The program's own language is left as it is for other files.
const language = i18next.createInstance();
beforeAll(async () => {
  await language.init({ lng: 'en', resources: { en: { translation } } });
  vi.spyOn(i18next, 't').mockImplementation(language.t);
});
afterAll(() => vi.restoreAllMocks());

const day = '2026-11-21';
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

test('what stands against a document is said by its short name', () => {
  expect(ofDocument('Insurance policy', until('2026-11-20'))).toBe('Insurance expired');
  expect(ofDocument('Road tax receipt', until('2026-09-01'))).toBe('Road tax expired');
  expect(ofDocument('Permit', until('2026-11-20', { graceDays: 5 }))).toBe('Permit in grace period');
  expect(ofDocument('Fitness certificate', until(day))).toBe('Fitness expires today');
  expect(ofDocument('Permit', until('2026-11-22'))).toBe('Permit in 1 day');
  expect(ofDocument('Pollution under control certificate', until('2026-12-01'))).toBe('PUC in 10 days');
  expect(ofDocument('Registration certificate', {})).toBe('RC missing');
  expect(ofDocument('Insurance policy', { waiting: true })).toBe('Insurance in review');
  expect(ofDocument('Insurance policy', { refused: true })).toBe('Insurance rejected');
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
    'Inactive',
    'Number expired',
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
  expect(ofDriver({ validTr: '2026-11-20' })).toEqual(['Licence expired']);
  expect(ofDriver({ validTr: '2026-11-25' })).toEqual(['Licence in 4 days']);
  expect(ofDriver({ validTr: null })).toEqual(['Licence: no expiry date']);
  expect(ofDriver({ born: '2008-01-01' })).toEqual(['Driver too young']);
  expect(ofDriver({ medical: null })).toEqual(['Medical missing']);
  expect(ofDriver({ medical: { outcome: 'FIT', upto: '2026-11-20' } })).toEqual(['Medical expired']);
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
