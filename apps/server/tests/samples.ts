import { alarmKinds } from '#areas/alarms/alarm/alarm-kinds.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField, TextField } from '#kit/contract/fields.ts';
import { addDays } from '#kit/contract/days.ts';
import { weekDays } from '#kit/contract/formats/schedule.ts';
import { gstinCheck } from '#kit/contract/formats/tax.ts';
import { isSealed, maskOf } from '#kit/contract/sealed.ts';

/** Texts that fit the patterns catalogues use; the number makes them differ. */
const patterned: readonly ((n: number) => string)[] = [
  (n) => `ZZ${String(n).padStart(3, '0')}`,
  (n) => `4110${String(n % 90).padStart(2, '0')}`,
  (n) => `CODE_${n}`,
  (n) => `truck-${n}`,
  (n) => `office${n}@example.in`,
  (n) => `020 2605 8${String(n).padStart(3, '0')}`,
  (n) => String.fromCharCode(65 + (n % 26), 65 + ((n * 7) % 26)),
  (n) => `${100 + (n % 900)}A(${n % 9})`,
  (n) => `#0c${String(n % 10_000).padStart(4, '0')}`,
  (n) => `^[A-Z]{${1 + (n % 9)}}\\d{4}$`,
  (n) => `${100 + (n % 900)}`,
  (n) => `kind_${'abcdefghij'.charAt(n % 10)}`,
  (n) => `2024-0${1 + (n % 9)}`,
  (n) => `MA3FJEB1S00${String(n).padStart(6, '0')}`,
  (n) => `8991${String(n).padStart(15, '0')}`,
  (n) => `${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
];

/** Numbers of every form that a field can ask for. */
const formatted: Readonly<Record<NonNullable<TextField['format']>, (n: number) => string>> = {
  plate: (n) => `MH12ZZ${1 + (n % 9_999)}`,
  licence: (n) => `MH1220${10 + (n % 15)}${String(n).padStart(7, '0')}`,
  vin: (n) => `MA3ERLF1S00${String(n).padStart(6, '0')}`,
  chassis: (n) => `MA3ERLF1S00${String(n).padStart(6, '0')}`,
  pan: (n) => `ZZZCZ${String(1 + (n % 9_999)).padStart(4, '0')}Z`,
  gstin: (n) => {
    const body = `27ZZZCZ${String(1 + (n % 9_999)).padStart(4, '0')}Z1Z`;
    return body + gstinCheck(body);
  },
  mobile: (n) => `98220${String(n).padStart(5, '0')}`,
  pin: (n) => `4110${String(n % 90).padStart(2, '0')}`,
};

/** A right value of a field, made from its facts. `parents` gives ids by catalogue path. */
export function sampleValue(
  field: AnyField,
  name: string,
  n: number,
  parents: Readonly<Record<string, string>>,
): unknown {
  switch (field.kind) {
    case 'text': {
      const { pattern, format } = field;
      const made = format
        ? formatted[format](n)
        : pattern
          ? patterned.map((make) => make(n)).find((text) => pattern.test(text))
          : field.compact
            ? `Sample${name}${n}`
            : `Sample ${name} ${n}`;
      if (made === undefined) throw new Error(`No sample fits ${name}: add one to samples.ts`);
      const cased =
        field.letters === 'upper' ? made.toUpperCase() : field.letters === 'lower' ? made.toLowerCase() : made;
      return field.many ? [cased] : cased;
    }
    case 'longText':
      return field.rich ? `<p>Several <strong>words</strong> ${n}</p>` : `Several\nlines ${n}`;
    case 'integer':
    case 'money':
      return Math.max(field.min ?? 0, Math.min(field.max ?? 100, (field.min ?? 0) + (n % 10)));
    case 'decimal':
      return (field.min ?? 0) + 0.5;
    case 'flag':
      return n % 2 === 0;
    case 'time':
      return undefined;
    case 'date':
      return field.min ?? '2026-01-15';
    case 'choice': {
      const { value } = field.choices[n % field.choices.length] as { value: string };
      return field.many ? [value] : field.numeric ? Number(value) : value;
    }
    case 'ref':
      return parents[name] ?? parents[field.to] ?? null;
    case 'place':
      return { lat: 18.52, lon: 73.85 };
    case 'file':
      return undefined;
  }
}

const dayNumber = (n: number) => new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10);
const policyDay = (n: number) => addDays('1990-01-01', n % 10_000);

/** After the day of the tests' clock. */
const comingDay = (n: number) => addDays('2027-01-15', n % 2_000);

let alarmRules = 0;
/**
 * What a record of these catalogues needs so that its fields agree with each other, a function being given the number of the
 * sample; `undefined` leaves a field out.
 */
const agreeing: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  vehicle: {
    registrationNo: (n: number) => `MH12QX${String(n % 10_000).padStart(4, '0')}`,
    registrationKind: 'PERMANENT',
    registrationEndsOn: undefined,
    // A name that stands for a model, where there is none.
    unlistedModel: undefined,
    engineNo: (n: number) => `K12MN${String(n).padStart(7, '0')}`,
    registeredOn: '2025-01-10',
    // It never goes down, whichever sample a record was before.
    odometerKm: 9,
    // These follow from the model, and a specification is one model's.
    specificationId: undefined,
    brandId: undefined,
    typeId: undefined,
  },
  drivers: {
    dlNo: (n: number) => `MH122011${String(n).padStart(7, '0')}`,
    dob: '1990-01-15',
    hazardousUpto: undefined,
    emergencyMobile: undefined,
  },
  doctor: { empanelledFrom: '2019-01-01', empanelledTo: undefined },
  'medical-report': {
    examinedOn: dayNumber,
    outcome: 'FIT',
    conditions: undefined,
    validUpto: (n: number) => addDays(dayNumber(n), 365),
  },
  // Rules of any direction fit it.
  road: { oneWay: 'BOTH' },
  // Not in force yet: from then on it stays as it is.
  'road-speed-rule': {
    fromM: undefined,
    toM: undefined,
    limitKmh: 40,
    categoryId: undefined,
    fromTime: undefined,
    toTime: undefined,
    seasonFrom: undefined,
    seasonTo: undefined,
    effectiveFrom: comingDay,
    effectiveTo: undefined,
  },
  // Not in force yet, and equally specific rules only for one class after the other.
  'challan-rule': {
    state: undefined,
    rtoId: undefined,
    overUnit: 'KMH',
    overFrom: (n: number) => (n % 4_000) / 10,
    overTo: (n: number) => (n % 4_000) / 10 + 0.05,
    minSeconds: undefined,
    action: 'FINE',
    amountPaise: 100_000,
    minPaise: undefined,
    maxPaise: undefined,
    perUnitPaise: undefined,
    priority: 90,
    effectiveFrom: comingDay,
    effectiveTo: undefined,
  },
  // Of an authority: those of the company follow from rules and violations.
  challan: {
    source: 'GOVERNMENT',
    challanNo: (n: number) => `MH12/2026/${String(n).padStart(6, '0')}`,
    driverId: undefined,
    liable: 'OWNER',
    offenceOn: '2026-11-10',
    notifiedOn: '2026-11-10',
    amountPaise: 100_000,
  },
  // A deadline stays the kind that it is.
  'challan-deadline': { kind: 'ANSWER_FIRST', effectiveFrom: comingDay, effectiveTo: undefined },
  'statutory-speed-limit': { state: undefined, effectiveFrom: comingDay, effectiveTo: undefined },
  'speed-configuration': {
    scope: 'GLOBAL',
    state: undefined,
    categoryId: undefined,
    clientId: undefined,
    effectiveFrom: comingDay,
    effectiveTo: undefined,
    minorFromKmh: 5,
    majorFromKmh: 10,
    criticalFromKmh: 20,
  },
  // Rules begin with a month to come, and their weights add up.
  'safety-score-rule': {
    effectiveFrom: (n: number) => new Date(Date.UTC(2027, n % 2_000, 1)).toISOString().slice(0, 10),
    minorPoints: 1,
    majorPoints: 2,
    criticalPoints: 3,
    speedingWeight: 40,
    brakingWeight: 20,
    accelerationWeight: 20,
    corneringWeight: 20,
  },
  // Hours as they are kept, and holidays of states only where those are chosen.
  'business-hours': {
    ...Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
        day,
        (n: number) => `${String(6 + (n % 6)).padStart(2, '0')}:00-18:30`,
      ]),
    ),
    isUsual: false,
    holidays: 'NATIONAL',
    holidayStates: undefined,
  },
  holiday: {
    day: (n: number) => addDays('2027-02-01', n % 10_000),
    openHours: (n: number) => `09:${String(n % 60).padStart(2, '0')}-13:00`,
  },
  // A shape that can be; which vehicles it is for follows from one field.
  geofence: {
    kind: 'POLYGON',
    points: (n: number) =>
      [18, 18, 18.5]
        .map((lat, at) => `${(lat + (n % 1_000) / 1_000).toFixed(5)}, ${at === 0 ? '73.00000' : '73.50000'}`)
        .join('\n'),
    widthM: undefined,
    appliesTo: 'ALL',
    vehicleGroupId: undefined,
    plates: undefined,
    onEnter: true,
  },
  // Who may be written to is for its own tests.
  'report-schedule': { recipients: undefined, frequency: 'DAILY', weekday: undefined, vehicleGroupId: undefined },
  'map-setting': {
    provider: 'RASTER',
    tileUrl: (n: number) => `/tiles/${n}/{z}/{x}/{y}.png`,
    clientId: undefined,
    clientSecret: undefined,
  },
  'kyc-doc': { hasExpiry: true, appliesTo: 'VEHICLE', vehicleUse: 'ANY' },
  // Which roles may be given is for their own tests: see parents.
  user: { reportsToId: undefined },
  'vehicle-specification': { fuelType: 'PETROL' },
  // A day of each: no two policies of a vehicle cover the same one.
  'app-user-policy': {
    policyNo: (n: number) => `POL/${String(n).padStart(6, '0')}`,
    coverType: 'PACKAGE',
    odFrom: policyDay,
    odTo: policyDay,
    tpFrom: policyDay,
    tpTo: policyDay,
    issued: true,
    // Whoever it is works for the organisation of the vehicle.
    appUserId: undefined,
    gstPaise: undefined,
    totalPaise: undefined,
    discountPaise: undefined,
    previousPolicyId: undefined,
    offerId: undefined,
  },
  // Days of add-ons are the insurer's.
  'policy-claim': {
    claimType: 'ADD_ON',
    claimState: 'REPORTED',
    happenedOn: '2026-01-15',
    amountPaise: 9_000,
    paidPaise: 100,
  },
  // Whose it is says its organisation, and of that is everything that it is about. What is urgent says the desk alone.
  'help-desk': {
    appUserId: undefined,
    followsId: undefined,
    tripId: undefined,
    transactionId: undefined,
    priority: 'NORMAL',
  },
  // The other number is another one.
  'emergency-contact': { altMobile: undefined, notifyBy: ['CALL'], orgId: undefined },
  'tp-premium-rate': { above: undefined },
  'insurance-offer': {
    discountPercent: undefined,
    discountPaise: 10_000,
    coverTypes: undefined,
    categoryId: undefined,
    validFrom: comingDay,
    validTo: comingDay,
    maxUses: undefined,
    perOrganisation: undefined,
  },
  // A vehicle has one emergency at a time, and any number of tests.
  incident: { isTest: true },
  // On every day: it hides nothing of what others look at.
  'off-duty-rule': { days: () => [...weekDays], fromTime: undefined, toTime: undefined },
  // Of everybody who sees alarms; an organisation has one rule for each type.
  'alarm-rule': {
    personId: undefined,
    treatment: 'RECORD',
    kind: () => alarmKinds[(alarmRules += 1) % alarmKinds.length]?.value,
  },
  // Of a vehicle: a document is of one record. Its type says how its number looks.
  'vehicle-kyc-doc': {
    driverId: undefined,
    ownerOrgId: undefined,
    appUserId: undefined,
    number: undefined,
    validUpto: '2027-01-15',
  },
};

/** Whether a field's value is made so that it agrees with others, or with its own rules: no other text stands for it. */
export const isAgreed = ({ path }: AnyCatalogue, name: string): boolean => name in (agreeing[path] ?? {});

/** Optional fields of which one is needed all the same. */
const required: Readonly<Record<string, readonly string[]>> = {
  'challan-rule': ['overUnit', 'overFrom', 'overTo', 'amountPaise', 'priority'],
  challan: ['challanNo', 'liable', 'amountPaise', 'notifiedOn'],
  vehicle: ['modelId'],
  incident: ['vehicleId'],
  'map-setting': ['tileUrl'],
  'app-user': ['mobile'],
  'vehicle-kyc-doc': ['vehicleId', 'validUpto'],
  'app-user-policy': ['odFrom', 'odTo', 'tpFrom', 'tpTo'],
  'policy-claim': ['paidPaise'],
  'insurance-offer': ['discountPaise'],
  'medical-report': ['validUpto'],
  'business-hours': ['monday'],
  'off-duty-rule': ['days'],
};

/** Optional fields that are filled in where they are left empty. */
const filled: Readonly<Record<string, readonly string[]>> = {
  vehicle: ['registrationKind', 'rtoId', 'brandId', 'typeId', 'categoryId'],
  road: ['oneWay', 'structure', 'layer'],
  'road-type': ['statutoryKind'],
  'road-speed-rule': ['direction', 'priority'],
  'emergency-contact': ['position'],
  incident: ['driverId'],
};
/** What may have a few of these records only: each of them is made with one of its own. */
export const ownParent: Readonly<Record<string, string>> = {
  'emergency-contact': 'app-user',
  'alarm-rule': 'organisation',
};
export const isFilledIn = ({ path }: AnyCatalogue, name: string): boolean => filled[path]?.includes(name) ?? false;

/** A right body for a create. With `full` false only what is required is given. */
export function sampleBody(
  definition: AnyCatalogue,
  n: number,
  parents: Readonly<Record<string, string>>,
  full = true,
): Record<string, unknown> {
  const fixed = agreeing[definition.path];
  const needed = required[definition.path] ?? [];
  const entries = Object.entries<AnyField>(definition.fields)
    .filter(([name, field]) => field.kind !== 'file' && (full || !field.optional || needed.includes(name)))
    .map(([name, field]) => {
      const value = fixed && name in fixed ? fixed[name] : sampleValue(field, name, n, parents);
      return [name, typeof value === 'function' ? (value as (n: number) => unknown)(n) : value] as const;
    });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** What a row shows of a body that it was made from: of encrypted values their last characters. */
export const shownBody = (definition: AnyCatalogue, body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field: AnyField = definition.fields[name];
      return [name, isSealed(field) && typeof value === 'string' ? maskOf(value, field.sealed) : value];
    }),
  );

/** Values that are wrong for a field, whatever its other facts. */
export function wrongValues(field: AnyField): unknown[] {
  const always: unknown[] = [{ a: 1 }, [[1]]];
  if (!field.optional) always.push(null, undefined);
  switch (field.kind) {
    case 'text':
    case 'longText':
      return [...always, 7, true, 'nul\0inside', `bell${String.fromCharCode(7)}`, 'x'.repeat(30_000), '\ud800 alone'];
    case 'integer':
    case 'money':
      return [...always, 'twelve', 1.5, true, 1e20, -1e20, 'NaN'];
    case 'decimal':
      return [...always, 'twelve', true];
    case 'flag':
      return [...always, 'yes', 2];
    case 'time':
      return [];
    case 'date':
      return [...always, '2026-02-30', '21-11-2026', 5, '2026-11-21T10:00:00Z'];
    case 'choice':
      return [...always, 'NOT_OFFERED', 3];
    case 'ref':
      return [...always, 'not-an-id', '01a1fc17-27e9-7627-921e-000000000000', 4];
    case 'place':
      return [...always.filter((value) => value !== null), { lat: 91, lon: 0 }, { lat: 1 }, 'here'];
    case 'file':
      return ['text', 5];
  }
}
