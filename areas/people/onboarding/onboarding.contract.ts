import type { driver } from '../drivers/driver.contract.ts';

/** Steps of onboarding, in their order. Each is saved by itself, so that somebody may go on later, on another device. */
export const onboardingSteps = ['identity', 'licence', 'documents', 'employer', 'consent'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

type DriverField = keyof typeof driver.fields;

/** Fields of the driver that a step asks for, and those of them without which it is not done. */
export const stepFields = {
  identity: ['name', 'dob', 'bloodGroup', 'email', 'address', 'emergencyName', 'emergencyMobile', 'photo'],
  licence: ['dlNo', 'licenceClasses', 'dlIssuedOn', 'dlValidNt', 'dlValidTr', 'badgeNo', 'hazardous', 'hazardousUpto'],
  documents: [],
  employer: ['joinedOn'],
  consent: [],
} as const satisfies Readonly<Record<OnboardingStep, readonly DriverField[]>>;
export const neededFields: Readonly<Record<OnboardingStep, readonly DriverField[]>> = {
  identity: ['name', 'dob', 'photo'],
  licence: ['dlNo', 'licenceClasses', 'dlIssuedOn'],
  documents: [],
  employer: [],
  consent: [],
};
/** Of a paper that the third step takes. */
export const documentFields = [
  'typeId',
  'number',
  'issuedOn',
  'validFrom',
  'validUpto',
  'authority',
  'front',
  'back',
] as const;

export type TakenField = Extract<
  (typeof documentFields)[number],
  'number' | 'issuedOn' | 'validFrom' | 'validUpto' | 'front'
>;

/** The words that are agreed to, by their version: it is kept with the consent which ones they were. */
export const consentText = 1;

/** Somebody's onboarding as both sides see it: the driver, and those who may see drivers. */
export interface Onboarding {
  driverId: string;
  name: string;
  orgName: string;
  state: string;
  finished: boolean;
  steps: { key: OnboardingStep; doneAt: string | null }[];
  /** The first step that is not done; null when all are. */
  next: OnboardingStep | null;
  /** What the driver's record holds of the fields above; the licence number as its last characters. */
  values: Record<string, unknown>;
  /** Kinds of papers that drivers are asked for, with what was sent of each. */
  papers: {
    typeId: string;
    name: string;
    mandatory: boolean;
    hasExpiry: boolean;
    state: string | null;
    reason: string | null;
    /** Of its fields those that earlier steps have answered: nobody is asked again. */
    taken: TakenField[];
  }[];
  vehicleNo: string | null;
  consentBy: 'DRIVER' | 'PAPER' | null;
  /** What is odd about the licence number, though it may be right. */
  warnings: string[];
}
