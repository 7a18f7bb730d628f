import type { Queryable } from '#kit/server/db/database.ts';
import type { DriverFacts, DocumentFacts, VehicleFacts } from './status.contract.ts';

/** What the answer for a vehicle is made of, with whose it is and what lists say of it so far. */
export interface VehicleRecord {
  id: string;
  orgId: string;
  title: string;
  driverId: string | null;
  facts: VehicleFacts;
  /** Last days of its papers, as the vehicle shows them. */
  ends: Readonly<Record<string, string | null>>;
  shown: Shown;
}
export interface DriverRecord {
  id: string;
  orgId: string;
  title: string;
  facts: DriverFacts;
  shown: Shown;
  medicalShown: { upto: string | null; outcome: string | null };
}
/** What is kept of an answer for lists. */
export interface Shown {
  verdict: string;
  line: string | null;
  until: string | null;
  state: string;
}

/** Kinds of vehicle papers whose last day stands on the vehicle, by their code. */
export const endColumns = {
  RC: 'registration_upto',
  INSURANCE: 'insurance_upto',
  PUC: 'puc_upto',
  FITNESS: 'fitness_upto',
  PERMIT: 'permit_upto',
  TAX: 'tax_upto',
} as const;

/** A kind of paper with the papers of it, as the database gives them. */
interface Kind extends DocumentFacts {
  subject: string;
}

/**
 * Kinds of papers asked of each subject, with what was verified and what waits. Fitness for Form 1A is no paper of its own:
 * examinations answer it.
 */
async function documentsOf(
  db: Queryable,
  subject: 'vehicle' | 'driver',
  ids: readonly string[],
): Promise<Map<string, DocumentFacts[]>> {
  const rows = await db.query<Kind>(
    subject === 'vehicle'
      ? `select s.id as subject, ${kindColumns} from vehicles_vehicle s left join vehicles_category c on c.id = s.category_id
         join documents_type t on t.applies_to = 'VEHICLE' and (t.vehicle_use = 'ANY' or (t.vehicle_use = 'TRANSPORT') = coalesce(c.is_transport, false))
         ${documentsJoin('vehicle_id')} where s.id = any($1::uuid[]) and t.status = 1 and t.deleted_at is null order by t.position, t.code`
      : `select s.id as subject, ${kindColumns} from people_driver s
         join documents_type t on t.applies_to = 'DRIVER' and t.code <> 'MEDICAL_1A'
         ${documentsJoin('driver_id')} where s.id = any($1::uuid[]) and t.status = 1 and t.deleted_at is null order by t.position, t.code`,
    [[...ids]],
  );
  const found = new Map<string, DocumentFacts[]>(ids.map((id) => [id, []]));
  for (const { subject, ...paper } of rows) found.get(subject)?.push(paper);
  return found;
}
const kindColumns = `t.code, t.name, t.vehicle_use as use, t.mandatory, t.blocks_operation as blocks, t.has_expiry as "hasExpiry", t.grace_days as "graceDays",
  coalesce((select max(r::int) from unnest(t.reminder_days) r), 30) as "soonDays", p.verified, p.waiting, p.refused`;
const documentsJoin = (column: 'vehicle_id' | 'driver_id') => `cross join lateral (
  select coalesce(json_agg(json_build_object('from', d.valid_from, 'upto', d.valid_upto))
      filter (where d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED', 'UPCOMING')), '[]') as verified,
    coalesce(bool_or(d.review_state in ('PENDING', 'UNDER_REVIEW')), false) as waiting,
    coalesce(bool_or(d.review_state in ('REJECTED', 'RESUBMISSION_ASKED')), false) as refused
  from documents_document d where d.${column} = s.id and d.org_id = s.org_id and d.type_id = t.id and d.status = 1 and d.deleted_at is null) p`;

interface VehicleRow extends Omit<VehicleFacts, 'papers'>, Omit<VehicleRecord, 'facts' | 'shown' | 'ends'>, Shown {
  ends: Record<string, string | null>;
}

/** Vehicles with what their answers are made of; ids that are not there are left out. The caller's statement fences. */
export async function readVehicles(db: Queryable, ids: readonly string[]): Promise<VehicleRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<VehicleRow>(
    `select v.id, v.org_id as "orgId", v.registration_no as title, v.driver_id as "driverId", v.situation, v.status = 1 as "isActive",
       v.was_active as "wasActive", coalesce(v.blacklisted, false) as "isBlacklisted", coalesce(c.is_transport, false) as "isTransport", coalesce(c.licence_classes, '{}') as "licenceClasses",
       coalesce(c.name, 'this vehicle') as "categoryName", v.registration_ends_on as "numberEndsOn", v.unpaid_challans as "unpaidChallans", v.unpaid_challans_by as "unpaidBy", v.verdict, v.verdict_line as line,
       v.verdict_until as until, v.state,
       json_build_object(${Object.values(endColumns)
         .map((column) => `'${column}', v.${column}`)
         .join(', ')}) as ends
     from vehicles_vehicle v left join vehicles_category c on c.id = v.category_id where v.id = any($1::uuid[])`,
    [[...ids]],
  );
  const papers = await documentsOf(db, 'vehicle', ids);
  return rows.map(({ id, orgId, title, driverId, verdict, line, until, state, ends, ...facts }) => ({
    id,
    orgId,
    title,
    driverId,
    ends,
    shown: { verdict, line, until, state },
    facts: { ...facts, papers: papers.get(id) ?? [] },
  }));
}

interface DriverRow
  extends Omit<DriverFacts, 'papers' | 'medical'>,
    Pick<DriverRecord, 'id' | 'orgId' | 'title'>,
    Shown {
  medical: DriverFacts['medical'];
  medicalUpto: string | null;
  medicalOutcome: string | null;
}

/** Drivers with what their answers are made of; see readVehicles. */
export async function readDrivers(db: Queryable, ids: readonly string[]): Promise<DriverRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<DriverRow>(
    `select d.id, d.org_id as "orgId", d.name as title, d.stage, d.situation, d.status = 1 as "isActive", d.dob as born,
       coalesce(d.licence_classes, '{}') as "licenceClasses", d.dl_valid_nt as "validNt", d.dl_valid_tr as "validTr",
       m.medical, d.verdict, d.verdict_line as line, d.verdict_until as until, d.state,
       d.medical_upto as "medicalUpto", d.medical_outcome as "medicalOutcome"
     from people_driver d left join lateral (
       select json_build_object('outcome', r.outcome, 'upto', r.valid_upto) as medical from people_examination r
        where r.driver_id = d.id and r.org_id = d.org_id
        order by r.examined_on desc, r.id desc limit 1) m on true
     where d.id = any($1::uuid[])`,
    [[...ids]],
  );
  const papers = await documentsOf(db, 'driver', ids);
  return rows.map(({ id, orgId, title, verdict, line, until, state, medicalUpto, medicalOutcome, ...facts }) => ({
    id,
    orgId,
    title,
    shown: { verdict, line, until, state },
    medicalShown: { upto: medicalUpto, outcome: medicalOutcome },
    facts: { ...facts, papers: papers.get(id) ?? [] },
  }));
}
