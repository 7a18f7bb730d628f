import { addDays } from '#kit/contract/days.ts';
import { uuidv7 } from 'uuidv7';
import type { PlannedDriver } from './demo-fleet-drivers.ts';
import { type PaperPlan, stateByDays } from './demo-fleet-plans.ts';
import type { Planned } from './demo-fleet-rows.ts';
import type { PlannedVehicle } from './demo-fleet-vehicles.ts';
import type { Lines } from './demo-fleet-pages.ts';

/** A kind of paper, as this installation has it now. */
export interface DocumentType {
  id: string;
  code: string;
  name: string;
  soonDays: number;
}
export interface PlannedPaper extends Planned {
  code: string;
  /** What its page shows; pages of what was decided are shared by all of a kind. */
  page: { title: string; lines: Lines; isOwn: boolean };
}

export interface PaperContext {
  kinds: ReadonlyMap<string, DocumentType>;
  day: string;
  /** Until when whoever has taken a paper for review has it. */
  takenUntil: string;
  /** Who decided. */
  reviewerId: string | null;
  /** Count of papers so far, which their numbers hold. */
  serial: number;
}

const verified = (code: string, from: number | null, upto: number | null): PaperPlan => ({ code, from, upto });

function plansOf(usual: readonly PaperPlan[], said: Readonly<Record<string, readonly Omit<PaperPlan, 'code'>[]>>) {
  return usual.flatMap((one) => said[one.code]?.map((plan): PaperPlan => ({ code: one.code, ...plan })) ?? [one]);
}

/** Papers of a vehicle; `at` spreads their ends over the year. */
export function planVehiclePapers(vehicle: PlannedVehicle, at: number, context: PaperContext): PlannedPaper[] {
  const { plan, registeredOn, isTransport, plate } = vehicle;
  const since = daysBetween(context.day, registeredOn);
  const within = (upto: number, length: number) => verified('', upto - length, upto);
  const usual: PaperPlan[] = [
    verified('RC', since, since + 5_478),
    { ...within(40 + ((at * 37) % 300), 364), code: 'INSURANCE' },
    { ...within(35 + ((at * 17) % 140), 180), code: 'PUC' },
    isTransport ? { ...within(60 + ((at * 29) % 280), 364), code: 'TAX' } : verified('TAX', since, null),
    verified('PHOTO_FRONT', null, null),
    ...(isTransport
      ? [
          { ...within(90 + ((at * 41) % 600), 729), code: 'FITNESS' },
          { ...within(200 + ((at * 53) % 1_500), 1_824), code: 'PERMIT' },
        ]
      : []),
  ];
  return made(vehicle, 'vehicle_id', plate, plansOf(usual, plan.papers), context);
}

/** Papers of a driver. */
export function planDriverPapers(driver: PlannedDriver, at: number, context: PaperContext): PlannedPaper[] {
  const { plan, licenceFrom, licenceUpto, name } = driver;
  const usual: PaperPlan[] = [
    verified('DL', daysBetween(context.day, licenceFrom), daysBetween(context.day, licenceUpto)),
    verified('PHOTO_DRIVER', null, null),
    ...(at % 2 === 0 ? [verified('POLICE_VERIFICATION', -120 - at, 245 + at)] : []),
  ];
  return made(driver, 'driver_id', name, plansOf(usual, plan.papers ?? {}), context);
}

function made(
  subject: PlannedVehicle | PlannedDriver,
  column: 'vehicle_id' | 'driver_id',
  named: string,
  plans: readonly PaperPlan[],
  context: PaperContext,
): PlannedPaper[] {
  const { kinds, day, reviewerId } = context;
  const before = new Map<string, string>();
  return plans.flatMap((plan) => {
    const kind = kinds.get(plan.code);
    if (!kind) return [];
    const id = uuidv7();
    const date = (days: number | null) => (days === null ? null : addDays(day, days));
    const from = date(plan.from);
    const upto = date(plan.upto);
    const state = plan.state ?? stateByDays(from, upto, day, kind.soonDays);
    const age = plan.age ?? Math.min(36, Math.max(0, -(plan.from ?? -30)));
    const isDecided = state !== 'PENDING' && state !== 'UNDER_REVIEW';
    const number = numberOf(plan.code, subject, (context.serial += 1), day, plan.reason?.[0] === 'NUMBER_MISMATCH');
    const at = `${addDays(day, -age)}T04:${String(context.serial % 60).padStart(2, '0')}:00Z`;
    const renewed = plan.renews ? before.get(plan.code) : undefined;
    before.set(plan.code, id);
    return [
      {
        id,
        orgId: subject.orgId,
        title: kind.name,
        at,
        code: plan.code,
        page: {
          title: kind.name,
          isOwn: !isDecided || plan.reason !== undefined,
          lines: [
            ['Of', named],
            ['Number', number ?? '-'],
            ['Valid from', from ?? '-'],
            ['Valid until', upto ?? '-'],
            ['Issued by', authorityOf(plan.code)],
          ],
        },
        columns: {
          type_id: kind.id,
          [column]: subject.id,
          [column === 'vehicle_id' ? 'driver_id' : 'vehicle_id']: null,
          number,
          issued_on: from !== null && from > day ? addDays(day, -age) : from,
          valid_from: from,
          valid_upto: upto,
          authority: authorityOf(plan.code),
          rto_id: 'rtoId' in subject && ['RC', 'FITNESS', 'PERMIT'].includes(plan.code) ? subject.rtoId : null,
          review_state: state,
          reason_code: plan.reason?.[0] ?? null,
          reason_text: plan.reason?.[1] ?? null,
          reviewer_id: state === 'PENDING' ? null : reviewerId,
          reviewed_at: isDecided ? new Date(Date.parse(at) + 90_000).toISOString() : null,
          supersedes_id: renewed ?? null,
          taken_until: state === 'UNDER_REVIEW' ? context.takenUntil : null,
        },
      },
    ];
  });
}

function numberOf(
  code: string,
  subject: PlannedVehicle | PlannedDriver,
  serial: number,
  day: string,
  isAnother: boolean,
): string | null {
  const digits = String(serial).padStart(6, '0');
  if (code.startsWith('PHOTO')) return null;
  if (code === 'DL') return 'dlNo' in subject ? subject.dlNo : null;
  if (code === 'RC') return 'plate' in subject ? subject.plate : null;
  return `${isAnother ? 'OTHER' : 'SPEC'}/${code.slice(0, 3)}/${day.slice(0, 4)}/${digits}`;
}

const authorities: Readonly<Record<string, string>> = {
  INSURANCE: 'Specimen General Insurance',
  PUC: 'Specimen Emission Test Centre',
  POLICE_VERIFICATION: 'Specimen Police Station',
};
const authorityOf = (code: string): string => authorities[code] ?? 'Specimen Registering Authority';

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
