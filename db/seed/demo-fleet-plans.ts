import { addDays } from '#kit/contract/days.ts';

/** One paper of a subject, its days counted from the day of the first start. */
export interface PaperPlan {
  code: string;
  /** First and last day; null is open. */
  from: number | null;
  upto: number | null;
  /** Said by people; left out, it was verified and its days say the rest. */
  state?: 'PENDING' | 'UNDER_REVIEW' | 'REJECTED' | 'RESUBMISSION_ASKED' | 'SUPERSEDED';
  reason?: readonly [code: string, text: string];
  /** The paper of its kind before it is the one it renews. */
  renews?: boolean;
  /** Days since it was uploaded; left out, it came with its first day. */
  age?: number;
}
export interface VehiclePlan {
  /** Instead of the verified papers of these kinds. */
  papers: Readonly<Record<string, readonly Omit<PaperPlan, 'code'>[]>>;
  situation?: 'MAINTENANCE' | 'ACCIDENT' | 'STOLEN' | 'RETIRED' | 'SOLD';
  note?: string;
  /** New: nothing of it was ever verified. */
  isNew?: boolean;
  isOff?: boolean;
  temporary?: boolean;
  bharat?: boolean;
}

const year = 364;
const renewal = { from: 0, upto: year, state: 'PENDING' } as const;
const waits = (age: number, state: 'PENDING' | 'UNDER_REVIEW' = 'PENDING') => ({
  ...renewal,
  state,
  renews: true,
  age,
});
const ends = (upto: number) => ({ from: upto - year, upto });
const insurance = (...papers: readonly Omit<PaperPlan, 'code'>[]): VehiclePlan => ({ papers: { INSURANCE: papers } });
const puc = (...papers: readonly Omit<PaperPlan, 'code'>[]): VehiclePlan => ({ papers: { PUC: papers } });
const everyPaper = ['RC', 'INSURANCE', 'PUC', 'FITNESS', 'PERMIT', 'TAX', 'PHOTO_FRONT'];
const nothingYet = (waiting: readonly string[], age: number): VehiclePlan => ({
  isNew: true,
  papers: Object.fromEntries(
    everyPaper.map((code) => [
      code,
      waiting.includes(code) ? [{ from: -2, upto: code === 'PHOTO_FRONT' ? null : year, state: 'PENDING', age }] : [],
    ]),
  ),
});
const tampered = ['TAMPERED', 'The last day was written over by hand'] as const;
const blurred = ['BLURRED', 'The number cannot be read'] as const;
const mismatch = ['NUMBER_MISMATCH', 'The policy names another registration number'] as const;

/** What is said of some vehicles, by their place in the fleet; all others have every paper, far from its end. */
export const vehiclePlans: Readonly<Record<number, VehiclePlan>> = {
  2: insurance(ends(3)),
  5: insurance(ends(7), { from: 8, upto: 8 + year, state: 'PENDING', renews: true, age: 1 }),
  8: insurance(ends(9), { from: 10, upto: 10 + year, renews: true, age: 2 }),
  10: insurance({ ...ends(40), state: 'SUPERSEDED' }, { from: -20, upto: year - 20, renews: true }),
  11: insurance(ends(20)),
  13: insurance(ends(29), { from: 30, upto: 30 + year, renews: true, age: 4 }),
  14: puc({ from: -178, upto: 2 }),
  16: puc({ from: -170, upto: 10 }),
  17: puc({ from: -185, upto: -5 }, waits(3)),
  19: puc({ from: -190, upto: -10 }),
  21: insurance({ ...ends(-2) }, waits(1, 'UNDER_REVIEW')),
  23: insurance({ ...ends(-12) }, { ...waits(6), state: 'REJECTED', reason: mismatch }),
  25: {
    papers: {
      FITNESS: [
        { from: -733, upto: -3 },
        { ...waits(2), state: 'REJECTED', reason: tampered },
      ],
    },
  },
  26: {
    papers: { PERMIT: [{ ...waits(8), renews: false, state: 'RESUBMISSION_ASKED', reason: blurred }] },
    isNew: true,
  },
  28: { papers: { TAX: [ends(-15)] } },
  30: { papers: { TAX: [ends(-40), waits(5)] } },
  31: { papers: { PHOTO_FRONT: [] } },
  32: { papers: { PHOTO_FRONT: [{ from: null, upto: null, state: 'PENDING', age: 4 }] } },
  34: { papers: {}, situation: 'MAINTENANCE', note: 'Clutch is replaced, back by the weekend' },
  36: { papers: {}, situation: 'MAINTENANCE', note: 'Service at 60,000 km' },
  37: { papers: {}, situation: 'ACCIDENT', note: 'Rear damage, surveyor was told' },
  39: { papers: {}, situation: 'STOLEN', note: 'Reported to the police' },
  41: { papers: { FITNESS: [{ from: -820, upto: -90 }] }, situation: 'RETIRED', note: 'Waits for the scrapyard' },
  42: { papers: {}, situation: 'SOLD', note: 'The transfer is under way at the RTO' },
  43: { papers: {}, isOff: true },
  44: { papers: {}, bharat: true },
  46: { papers: {}, bharat: true },
  50: nothingYet(['RC', 'INSURANCE', 'PUC', 'FITNESS', 'PERMIT', 'TAX', 'PHOTO_FRONT'], 1),
  52: nothingYet(['RC', 'INSURANCE'], 3),
  54: nothingYet([], 0),
  55: { ...nothingYet(['INSURANCE', 'PHOTO_FRONT'], 2), temporary: true },
  57: { papers: { FITNESS: [{ from: -340, upto: 25 }], PUC: [{ from: -150, upto: 30 }] } },
  58: { papers: { RC: [{ from: -5460, upto: 14 }] } },
};
export const usual: VehiclePlan = { papers: {} };

export interface DriverPlan {
  stage?: 'INVITED' | 'ONBOARDING';
  situation?: 'ON_LEAVE' | 'SUSPENDED' | 'EXITED';
  note?: string;
  papers?: VehiclePlan['papers'];
  /** Last day of the licence. */
  licenceUpto?: number;
  classes?: readonly string[];
  medical?: readonly MedicalPlan[];
  age?: number;
  isOff?: boolean;
}
export interface MedicalPlan {
  /** Days since the examination. */
  ago: number;
  upto: number | null;
  outcome: 'FIT' | 'FIT_WITH_CONDITION' | 'TEMP_UNFIT' | 'UNFIT';
  state: 'SEEN' | 'PENDING' | 'REFUSED';
}
const licence = (...papers: readonly Omit<PaperPlan, 'code'>[]) => ({ DL: papers });
const nothing = { DL: [], PHOTO_DRIVER: [], POLICE_VERIFICATION: [] };

/** As vehiclePlans, of drivers. The first fifty drive, those after them wait, are away or are new. */
export const driverPlans: Readonly<Record<number, DriverPlan>> = {
  3: { licenceUpto: 6 },
  7: { licenceUpto: 22 },
  12: { licenceUpto: -4, papers: licence({ from: -1800, upto: -4 }, { ...waits(2), upto: 1800 }) },
  15: { medical: [{ ago: 350, upto: 15, outcome: 'FIT', state: 'SEEN' }] },
  18: { medical: [{ ago: 380, upto: -15, outcome: 'FIT', state: 'SEEN' }], age: 45 },
  20: { medical: [{ ago: 20, upto: 345, outcome: 'FIT_WITH_CONDITION', state: 'SEEN' }] },
  50: { papers: licence({ from: -100, upto: 1700, state: 'PENDING', age: 2 }) },
  51: { papers: licence({ from: -100, upto: 1700, state: 'UNDER_REVIEW', age: 3 }) },
  52: {
    papers: licence({
      from: -100,
      upto: 1700,
      state: 'REJECTED',
      reason: ['NAME_MISMATCH', 'The licence names another person'],
      age: 4,
    }),
  },
  53: { papers: { ...nothing } },
  54: { stage: 'INVITED', papers: nothing, medical: [] },
  55: { stage: 'INVITED', papers: nothing, medical: [] },
  56: { stage: 'INVITED', papers: nothing, medical: [] },
  57: { stage: 'ONBOARDING', papers: nothing, medical: [] },
  58: { stage: 'ONBOARDING', papers: licence({ from: -30, upto: 1770, state: 'PENDING', age: 0 }), medical: [] },
  59: { situation: 'ON_LEAVE', note: 'At home for the harvest' },
  60: { situation: 'ON_LEAVE', note: 'On leave until the end of the month' },
  61: { situation: 'ON_LEAVE', note: 'A wedding in the family' },
  62: { situation: 'SUSPENDED', note: 'Until the accident is cleared up' },
  63: { situation: 'SUSPENDED', note: 'Two trips without a seat belt' },
  64: { situation: 'EXITED', note: 'Moved to another town' },
  65: { situation: 'EXITED', note: 'Retired' },
  66: { situation: 'EXITED', note: 'Left for another company' },
  67: { medical: [{ ago: 12, upto: 50, outcome: 'TEMP_UNFIT', state: 'SEEN' }] },
  68: { medical: [{ ago: 30, upto: null, outcome: 'UNFIT', state: 'SEEN' }] },
  69: { medical: [{ ago: 2, upto: 363, outcome: 'FIT', state: 'PENDING' }] },
  70: { medical: [{ ago: 8, upto: 357, outcome: 'FIT', state: 'REFUSED' }], age: 52 },
  71: { classes: ['MCWG'] },
  72: { classes: ['MCWOG'] },
  73: { classes: ['LMV'], age: 19 },
  74: { licenceUpto: -30, papers: licence({ from: -7300, upto: -30 }) },
  75: { isOff: true },
  76: { papers: { PHOTO_DRIVER: [{ from: null, upto: null, state: 'PENDING', age: 5 }] } },
  77: { papers: { PHOTO_DRIVER: [{ from: null, upto: null, state: 'RESUBMISSION_ASKED', reason: blurred, age: 9 }] } },
};

/** The state that a verified paper's days give it. */
export function stateByDays(from: string | null, upto: string | null, day: string, soonDays: number): string {
  if (from !== null && from > day) return 'UPCOMING';
  if (upto === null) return 'VERIFIED';
  if (upto < day) return 'EXPIRED';
  return upto <= addDays(day, soonDays) ? 'EXPIRING_SOON' : 'VERIFIED';
}
