import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayInWords } from '#kit/contract/days.ts';
import {
  clearedUntil,
  type DriverFacts,
  driverState,
  driverCompliance,
  type DocumentFacts,
  type VehicleFacts,
  vehicleState,
  vehicleCompliance,
} from './status.contract.ts';

const day = '2026-11-21';
const paper = (code: string, more: Partial<DocumentFacts> = {}): DocumentFacts => ({
  code,
  name: code,
  use: 'ANY',
  mandatory: true,
  blocks: true,
  hasExpiry: true,
  graceDays: 0,
  soonDays: 30,
  verified: [{ from: '2026-01-01', upto: '2027-06-30' }],
  waiting: false,
  refused: false,
  ...more,
});
const truck = (more: Partial<VehicleFacts> = {}): VehicleFacts => ({
  situation: 'IN_USE',
  isActive: true,
  wasActive: true,
  isBlacklisted: false,
  unpaidChallans: 0,
  unpaidBy: null,
  isTransport: true,
  licenceClasses: ['HGMV', 'HMV'],
  categoryName: 'Goods carriage, heavy',
  numberEndsOn: null,
  papers: [paper('RC'), paper('INSURANCE')],
  ...more,
});
const driver = (more: Partial<DriverFacts> = {}): DriverFacts => ({
  stage: 'DONE',
  situation: 'NORMAL',
  isActive: true,
  born: '1990-05-01',
  licenceClasses: ['LMV', 'HGMV'],
  validNt: '2035-01-01',
  validTr: '2028-01-01',
  medical: { outcome: 'FIT', upto: '2027-11-20' },
  papers: [paper('DL')],
  ...more,
});
const linesOf = ({ lines }: { lines: readonly { colour: string; text: string }[] }) =>
  lines.map(({ colour, text }) => `${colour} ${text}`);

describe('until when it may run', () => {
  const until = (facts: VehicleFacts, on = day, who?: DriverFacts) =>
    clearedUntil((one) => vehicleCompliance(facts, one, who), on);
  const puc = (upto: string, more: Partial<DocumentFacts> = {}) =>
    paper('PUC', { verified: [{ from: null, upto }], ...more });

  test('is the last day before the first document that blocks, and what ends it is said', () => {
    expect(until(truck({ papers: [paper('RC'), puc('2026-11-27')] }))).toEqual({
      until: '2026-11-27',
      by: { colour: 'RED', about: 'PUC', of: 'vehicle', text: 'PUC expired on 27 Nov 2026' },
    });
    expect(until(truck({ papers: [puc('2026-11-21')] }))?.until).toBe(day);
  });
  test('is not ended by what does not block, and the days of grace count', () => {
    const tax = paper('TAX', { blocks: false, verified: [{ from: null, upto: '2026-11-01' }] });
    expect(until(truck({ papers: [tax, puc('2027-02-28')] }))?.until).toBe('2027-02-28');
    expect(until(truck({ papers: [puc('2026-11-20', { graceDays: 5 })] }))?.until).toBe('2026-11-25');
  });
  test('goes over a renewal that has begun by then', () => {
    const verified = [
      { from: null, upto: '2026-11-30' },
      { from: '2026-12-01', upto: '2027-11-30' },
    ];
    expect(until(truck({ papers: [paper('INSURANCE', { verified })] }))?.until).toBe('2027-11-30');
  });
  test('is that of the driver where that comes first', () => {
    const found = until(truck(), day, driver({ medical: { outcome: 'FIT', upto: '2026-12-15' } }));
    expect([found?.until, found?.by.of, found?.by.about]).toEqual(['2026-12-15', 'driver', 'MEDICAL']);
  });
  test('is not said where it is blocked, or where nothing ends it by itself', () => {
    expect(until(truck({ situation: 'STOLEN' }))).toBeNull();
    expect(until(truck({ papers: [paper('RC', { hasExpiry: false })] }))).toBeNull();
  });
});

describe('a vehicle', () => {
  test('whose papers all last is green, until the first of them ends soon', () => {
    expect(vehicleCompliance(truck(), day)).toEqual({ colour: 'GREEN', lines: [], until: '2027-05-31' });
  });
  test('may run through the last day of a paper, and not on the next', () => {
    const facts = truck({ papers: [paper('PUC', { verified: [{ from: null, upto: day }] })] });
    expect(linesOf(vehicleCompliance(facts, day))).toEqual(['AMBER PUC expires on 21 Nov 2026']);
    expect(vehicleCompliance(facts, day).until).toBe('2026-11-22');
    expect(linesOf(vehicleCompliance(facts, '2026-11-22'))).toEqual(['RED PUC expired on 21 Nov 2026']);
  });
  test('has the days of grace of a kind of paper, and no more', () => {
    const facts = truck({ papers: [paper('TAX', { graceDays: 5, verified: [{ from: null, upto: '2026-11-20' }] })] });
    expect(linesOf(vehicleCompliance(facts, day))).toEqual([
      'AMBER TAX expired on 20 Nov 2026; grace period until 25 Nov 2026',
    ]);
    expect(vehicleCompliance(facts, '2026-11-25').colour).toBe('AMBER');
    expect(vehicleCompliance(facts, '2026-11-26').colour).toBe('RED');
  });
  test('is not asked to look soon after a paper that is renewed already', () => {
    const verified = [
      { from: null, upto: '2026-11-30' },
      { from: '2026-12-01', upto: '2027-11-30' },
    ];
    const facts = truck({ papers: [paper('INSURANCE', { verified })] });
    expect(vehicleCompliance(facts, day).colour).toBe('GREEN');
    expect(vehicleCompliance(facts, '2026-12-01').colour).toBe('GREEN');
    expect(vehicleCompliance(facts, '2027-12-01').colour).toBe('RED');
  });
  test('says of a paper that is not there whether it waits, was turned down or is missing; what stops nobody is amber', () => {
    const papers = [
      paper('RC', { verified: [], waiting: true }),
      paper('PUC', { verified: [], refused: true }),
      paper('FITNESS', { verified: [] }),
      paper('PHOTO', { verified: [], blocks: false }),
      paper('NOC', { verified: [], mandatory: false }),
    ];
    expect(linesOf(vehicleCompliance(truck({ papers }), day))).toEqual([
      'RED RC is awaiting review',
      'RED PUC was rejected',
      'RED FITNESS is missing',
      'AMBER PHOTO is missing',
    ]);
  });
  test('says of which lines nothing follows: what expired or is missing of a type that only warns', () => {
    const lapsed = [{ from: null, upto: '2026-11-01' }];
    const papers = [
      paper('TAX', { blocks: false, verified: lapsed }),
      paper('PHOTO', { blocks: false, verified: [] }),
      paper('PUC', { verified: [{ from: null, upto: '2026-11-25' }] }),
      paper('RC', { verified: lapsed, graceDays: 60 }),
    ];
    const { lines } = vehicleCompliance(truck({ papers }), day);
    expect(lines.map(({ about, warns }) => [about, warns])).toEqual([
      ['TAX', true],
      ['PHOTO', true],
      ['PUC', undefined],
      ['RC', undefined],
    ]);
  });
  test('is a draft until its papers were there once, held when they lapse, and what people say of it comes first', () => {
    const lapsed = [paper('RC', { verified: [{ from: null, upto: '2026-11-20' }] })];
    expect(vehicleState(truck(), day)).toBe('ACTIVE');
    expect(vehicleState(truck({ papers: lapsed }), day)).toBe('COMPLIANCE_HOLD');
    expect(vehicleState(truck({ papers: lapsed, wasActive: false }), day)).toBe('DRAFT');
    expect(vehicleState(truck({ papers: lapsed, situation: 'STOLEN' }), day)).toBe('STOLEN');
    expect(linesOf(vehicleCompliance(truck({ situation: 'STOLEN' }), day))).toEqual([
      'RED The vehicle is reported stolen',
    ]);
    expect(vehicleCompliance(truck({ isActive: false }), day).colour).toBe('RED');
  });
  test('that VAHAN lists as blacklisted is worth a look', () => {
    expect(linesOf(vehicleCompliance(truck({ isBlacklisted: true }), day))).toEqual(['AMBER Blacklisted in VAHAN']);
    const unpaid = (unpaidChallans: number, unpaidBy: string) =>
      vehicleCompliance(truck({ unpaidChallans, unpaidBy }), day);
    expect(linesOf(unpaid(1, day))).toEqual([`AMBER 1 unpaid government challan, due by ${dayInWords(day)}`]);
    expect(unpaid(1, day).until).toBe(addDays(day, 1));
    expect(linesOf(unpaid(2, addDays(day, -1)))).toEqual([
      `AMBER 2 unpaid government challans, the first overdue since ${dayInWords(day)}`,
    ]);
  });
  test('stops with its temporary number', () => {
    const facts = truck({ numberEndsOn: day });
    expect(vehicleCompliance(facts, day).colour).toBe('GREEN');
    expect(linesOf(vehicleCompliance(facts, '2026-11-22'))).toEqual(['RED Registration number expired on 21 Nov 2026']);
  });
});

describe('a vehicle with its driver', () => {
  test('is green when both are', () => {
    expect(vehicleCompliance(truck(), day, driver()).colour).toBe('GREEN');
  });
  test('names the class that the licence lacks', () => {
    expect(linesOf(vehicleCompliance(truck(), day, driver({ licenceClasses: ['LMV', 'LMV_TR'] })))).toEqual([
      'RED Licence covers LMV, LMV-TR; Goods carriage, heavy needs HGMV or HMV',
    ]);
    const any = truck({ licenceClasses: [] });
    expect(vehicleCompliance(any, day, driver({ licenceClasses: [] })).colour).toBe('GREEN');
    expect(linesOf(vehicleCompliance(any, day, driver({ validNt: '2020-01-01', validTr: null })))).toEqual([
      'RED Licence expired on 1 Jan 2020',
    ]);
  });
  test('needs the transport end of the licence for heavy classes, and either for light ones', () => {
    const ended = driver({ validTr: '2026-11-20' });
    expect(linesOf(vehicleCompliance(truck(), day, ended))).toEqual(['RED Transport licence expired on 20 Nov 2026']);
    const car = truck({ licenceClasses: ['LMV', 'LMV_TR'], isTransport: false });
    expect(vehicleCompliance(car, day, ended).colour).toBe('GREEN');
    expect(linesOf(vehicleCompliance(truck(), day, driver({ validTr: null })))).toEqual([
      'RED Transport licence: no expiry date',
    ]);
  });
  test('needs Form 1A for transport at any age, and from 40 for any vehicle', () => {
    const unseen = driver({ medical: null });
    expect(linesOf(vehicleCompliance(truck(), day, unseen))).toEqual(['RED No verified medical certificate (Form 1A)']);
    const car = truck({ licenceClasses: ['LMV'], isTransport: false });
    expect(vehicleCompliance(car, day, unseen)).toMatchObject({ colour: 'GREEN' });
    expect(vehicleCompliance(car, day, driver({ medical: null, born: '1986-11-21' })).colour).toBe('RED');
    expect(vehicleCompliance(car, day, driver({ medical: null, born: '1986-11-22' }))).toMatchObject({
      colour: 'GREEN',
      until: '2026-11-22',
    });
  });
  test('keeps whoever was found unfit off every vehicle', () => {
    const forATime = driver({ medical: { outcome: 'TEMP_UNFIT', upto: '2026-12-01' } });
    expect(linesOf(vehicleCompliance(truck(), day, forATime))).toEqual(['RED The driver is unfit until 1 Dec 2026']);
    expect(linesOf(driverCompliance(forATime, '2026-12-02'))).toEqual([
      'RED The driver was temporarily unfit and must be examined again',
    ]);
  });
  test('asks for 20 years on transport vehicles, 18 on others', () => {
    const young = driver({ born: '2007-11-21' });
    expect(linesOf(vehicleCompliance(truck(), day, young))).toEqual([
      'RED The driver is younger than 20, for a transport vehicle',
    ]);
    expect(driverCompliance(young, day).colour).toBe('GREEN');
    expect(driverCompliance(driver({ born: '2008-11-22' }), day).colour).toBe('RED');
  });
});

describe('a driver', () => {
  test('is asked for papers of transport vehicles with those only', () => {
    const papers = [paper('DL'), paper('POLICE', { use: 'TRANSPORT', verified: [] })];
    expect(driverCompliance(driver({ papers }), day).colour).toBe('GREEN');
    expect(driverState(driver({ papers }), day)).toBe('AVAILABLE');
    expect(linesOf(vehicleCompliance(truck(), day, driver({ papers })))).toEqual(['RED POLICE is missing']);
    const car = truck({ licenceClasses: ['LMV'], isTransport: false });
    expect(vehicleCompliance(car, day, driver({ papers })).colour).toBe('GREEN');
  });
  test('is available once the papers that are needed were verified, whatever becomes of them later', () => {
    expect(driverState(driver(), day)).toBe('AVAILABLE');
    expect(driverState(driver({ papers: [paper('DL', { verified: [] })] }), day)).toBe('PENDING_VERIFICATION');
    expect(driverState(driver({ stage: 'INVITED' }), day)).toBe('INVITED');
    expect(driverState(driver({ stage: 'INVITED', situation: 'EXITED' }), day)).toBe('EXITED');
  });
  test.each([
    [{ situation: 'ON_LEAVE' }, 'RED The driver is on leave'],
    [{ situation: 'SUSPENDED' }, 'RED The driver is suspended'],
    [{ situation: 'EXITED' }, 'RED The driver has left'],
    [{ stage: 'ONBOARDING' }, 'RED The driver has not finished onboarding'],
    [{ isActive: false }, 'RED The driver is inactive'],
  ] as const)('who is away may not drive: %o', (more, line) => {
    expect(linesOf(driverCompliance(driver(more), day))).toEqual([line]);
  });
  test('is looked at again on the first day that turns the answer', () => {
    const facts = driver({ born: null, medical: null, papers: [], validTr: '2027-01-10', validNt: '2026-12-31' });
    expect(driverCompliance(facts, day)).toEqual({ colour: 'GREEN', lines: [], until: '2026-12-11' });
    expect(driverCompliance(facts, '2026-12-11').colour).toBe('AMBER');
    expect(driverCompliance(facts, '2027-01-11').colour).toBe('RED');
  });
});

test('the answer stays what it is until the day that it names', () => {
  const days = Array.from({ length: 400 }, (_, at) => addDays(day, at));
  const end = fc.option(
    fc.integer({ min: -40, max: 390 }).map((at) => addDays(day, at)),
    { nil: null },
  );
  const anyPaper = fc
    .record({
      mandatory: fc.boolean(),
      blocks: fc.boolean(),
      use: fc.constantFrom('ANY' as const, 'TRANSPORT' as const, 'PRIVATE' as const),
      graceDays: fc.constantFrom(0, 5),
      soonDays: fc.constantFrom(0, 7, 30),
      waiting: fc.boolean(),
      verified: fc.array(fc.record({ from: end, upto: end }), { maxLength: 3 }),
    })
    .map((more) => paper('PAPER', more));
  const anyVehicle = fc
    .record({
      papers: fc.array(anyPaper, { maxLength: 3 }),
      isTransport: fc.boolean(),
      licenceClasses: fc.subarray(['LMV', 'LMV_TR', 'HGMV']),
      numberEndsOn: end,
    })
    .map(truck);
  const anyDriver = fc
    .record({
      born: fc.constantFrom('1986-12-25', '2007-01-05', '1990-02-28', null),
      licenceClasses: fc.subarray(['LMV', 'LMV_TR', 'HGMV']),
      validNt: end,
      validTr: end,
      medical: fc.option(
        fc.record({ outcome: fc.constantFrom('FIT', 'TEMP_UNFIT', 'FIT_WITH_CONDITION', 'UNFIT'), upto: end }),
        { nil: null },
      ),
      papers: fc.array(anyPaper, { maxLength: 2 }),
    })
    .map((more) => driver(more as Partial<DriverFacts>));
  fc.assert(
    fc.property(anyVehicle, fc.option(anyDriver, { nil: undefined }), (vehicle, with_) => {
      let now = vehicleCompliance(vehicle, day, with_);
      for (const one of days) {
        if (now.until !== null && one >= now.until) now = vehicleCompliance(vehicle, one, with_);
        const { colour, lines } = vehicleCompliance(vehicle, one, with_);
        expect({ colour, lines }).toEqual({ colour: now.colour, lines: now.lines });
      }
    }),
    { numRuns: 150, seed: 20261121 },
  );
});
