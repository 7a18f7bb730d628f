import { expect, test } from 'vitest';
import { randomFrom } from '#telematics/simulator/random.ts';
import type { AlarmKind } from '../alarm/alarm-kinds.contract.ts';
import type { StoredAlarm } from '../alarm/alarms.store.ts';
import { type Handling, handlingOf, kindOf } from '../rule/standard.rules.ts';
import { type AlarmSignal, joinSignals } from './join-signals.rules.ts';

const start = Date.parse('2026-11-23T06:00:00Z');
const minuteMs = 60_000;
const now = (minutes: number) => new Date(start + minutes * minuteMs);
const signal = (minutes: number, over: Partial<AlarmSignal> = {}): AlarmSignal => ({
  kind: 'POWER_CUT',
  at: start + minutes * minuteMs,
  receivedAt: start + minutes * minuteMs + 500,
  device: '356307042441013',
  vehicleId: 'v1',
  orgId: 'o1',
  lat: null,
  lon: null,
  speedKmh: null,
  place: null,
  incidentId: null,
  ...over,
});
const standard = (_orgId: string, kind: AlarmKind) => handlingOf(kind, undefined);
const withRule = (over: Partial<Handling>) => (_orgId: string, kind: AlarmKind) =>
  handlingOf(kind, {
    treatment: 'ACKNOWLEDGE',
    notify: 'NORMAL',
    personId: null,
    tellStaff: false,
    pauseMin: 30,
    ...over,
  });
const join = (
  signals: readonly AlarmSignal[],
  { known = [], rule = standard, at = 0, told = new Map<string, string>() } = {} as {
    known?: readonly StoredAlarm[];
    rule?: typeof standard;
    at?: number;
    told?: Map<string, string>;
  },
) => joinSignals(signals, known, rule, told, now(at));
const minutesOf = ({ firstAt, lastAt, repeats }: StoredAlarm) => [
  (Date.parse(firstAt) - start) / minuteMs,
  (Date.parse(lastAt) - start) / minuteMs,
  repeats,
];

test('what comes again within 15 minutes is one alarm; later it is another', () => {
  const { added } = join([signal(0), signal(14), signal(29), signal(44.1)], { at: 45 });
  expect(added.map(minutesOf)).toEqual([
    [0, 29, 2],
    [44.1, 44.1, 0],
  ]);
  expect(added.map(({ what, alarmState }) => [what, alarmState])).toEqual([
    ['Power cut', 'NEW'],
    ['Power cut', 'NEW'],
  ]);
});

test('other vehicles, kinds and organisations are alarms of their own', () => {
  const all = [
    signal(0),
    signal(0, { vehicleId: 'v2' }),
    signal(0, { kind: 'TAMPER' }),
    // The vehicle was handed over: nobody reads of the alarm of the owner before.
    signal(1, { orgId: 'o2' }),
  ];
  expect(join(all).added.length).toBe(4);
});

test('each harsh event is one alarm, of some seconds', () => {
  const braking = (seconds: number) => signal(seconds / 60, { kind: 'BRAKING' });
  const { added, told } = join([braking(0), braking(4), braking(20)]);
  expect(added.map(({ repeats, alarmState }) => [repeats, alarmState])).toEqual([
    [1, 'RECORDED'],
    [0, 'RECORDED'],
  ]);
  expect(told).toEqual([]);
});

test('the order in which signals come changes nothing, and however they are cut into rounds', () => {
  const random = randomFrom(11);
  for (let turn = 0; turn < 200; turn += 1) {
    const signals = Array.from({ length: 12 }, () => signal(Math.floor(random() * 30), { lat: random(), lon: 0 }));
    const whole = join(signals, { at: 60 });
    let known: StoredAlarm[] = [];
    const mixed = signals.toSorted(() => random() - 0.5);
    for (let from = 0; from < mixed.length; ) {
      const size = 1 + Math.floor(random() * 4);
      const { added, changed } = join(mixed.slice(from, from + size), { known, at: 60 });
      known = [...known.filter(({ id }) => !changed.some((one) => one.id === id)), ...changed, ...added];
      from += size;
    }
    const count = (rows: readonly StoredAlarm[]) => rows.reduce((sum, { repeats }) => sum + repeats + 1, 0);
    expect([count(whole.added), count(known)]).toEqual([12, 12]);
    // What is late can lie between two alarms: it never makes more of them than there are gaps.
    expect(known.length).toBeLessThanOrEqual(whole.added.length + 2);
  }
});

test('the place is that of the latest signal that knows one, the speed the highest', () => {
  const { added } = join([
    signal(0, { lat: 18, lon: 73, place: 'Pune', speedKmh: 60 }),
    signal(2, { lat: 19, lon: 73, place: 'Khed', speedKmh: 40 }),
    signal(4),
  ]);
  expect(added).toMatchObject([{ lat: 19, place: 'Khed', speedKmh: 60, repeats: 2 }]);
});

test('people are told once, again after the pause, and not of what is late or repeated', () => {
  const rule = withRule({ pauseMin: 60 });
  const first = join([signal(0), signal(5)], { rule, at: 6 });
  expect(first.told.map(minutesOf)).toEqual([[0, 5, 1]]);
  const told = new Map([['v1 POWER_CUT', now(6).toISOString()]]);
  expect(join([signal(50)], { rule, at: 50, told }).told).toEqual([]);
  expect(join([signal(66)], { rule, at: 66, told }).told.length).toBe(1);
  expect(join([signal(0)], { rule, at: 61 }).told).toEqual([]);
  expect(join([signal(0)], { rule: withRule({ notify: 'NOBODY' }) }).told).toEqual([]);
});

test('what a rule ignores leaves nothing, but an SOS', () => {
  const rule = withRule({ treatment: 'IGNORE' });
  expect(join([signal(0)], { rule }).added).toEqual([]);
  expect(join([signal(0, { kind: 'SOS' })], { rule }).added.map(({ alarmState }) => alarmState)).toEqual(['RECORDED']);
});

test('an SOS is handled as the emergency that was made of it, also when that is known later', () => {
  const { added, told } = join([signal(0, { kind: 'SOS', incidentId: 'i1' })], { rule: withRule({}) });
  expect([added.map(({ alarmState, incidentId }) => [alarmState, incidentId]), told]).toEqual([
    [['EMERGENCY', 'i1']],
    [],
  ]);
  const late = join([signal(0, { kind: 'SOS' })], { rule: withRule({}) }).added;
  const { changed } = join([signal(1, { kind: 'SOS', incidentId: 'i1' })], { known: late, rule: withRule({}) });
  expect(changed).toMatchObject([{ alarmState: 'EMERGENCY', incidentId: 'i1', repeats: 1 }]);
});

test('another emergency has an alarm of its own, also while the one before is minutes old', () => {
  const first = join([signal(0, { kind: 'SOS', incidentId: 'i1' })]).added;
  const { added, changed } = join([signal(2, { kind: 'SOS', incidentId: 'i2' })], { known: first });
  expect([added.map(({ incidentId }) => incidentId), changed]).toEqual([['i2'], []]);
});

test('an alarm that was acknowledged and does not end is another one after an hour', () => {
  const acknowledged = join([signal(0)]).added.map((one) => ({
    ...one,
    alarmState: 'ACKNOWLEDGED' as const,
    acknowledgedAt: now(2).toISOString(),
    lastAt: now(61).toISOString(),
  }));
  expect(join([signal(61.5)], { known: acknowledged, at: 62 }).changed.length).toBe(1);
  const { added, told } = join([signal(63)], { known: acknowledged, at: 63 });
  expect([added.map(({ alarmState }) => alarmState), told.length]).toEqual([['NEW'], 1]);
});

test('words of protocols have the kind that people read; what is no alarm has none', () => {
  expect(['REMOVED', 'LOW_POWER', 'GPS_ANTENNA_CUT', 'FALL'].map((name) => kindOf(name as 'REMOVED'))).toEqual([
    'TAMPER',
    'LOW_BATTERY',
    'JAMMING',
    'ACCIDENT',
  ]);
  expect(['IGNITION_ON', 'FENCE_ENTER', 'MOVEMENT'].map((name) => kindOf(name as 'MOVEMENT'))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
