import type { Queryable } from '#kit/server/db/database.ts';

/** A type of document that drivers are asked for, and what became of the latest that was sent. */
export interface Paper {
  typeId: string;
  code: string;
  name: string;
  mandatory: boolean;
  hasExpiry: boolean;
  state: string | null;
  reason: string | null;
}

/** Kinds of papers that every driver is asked for, each with the latest that was sent. Examinations answer for Form 1A. */
export const documentsAsked = (db: Queryable, driverId: string): Promise<Paper[]> =>
  db.query<Paper>(
    `select t.id as "typeId", t.code, t.name, t.mandatory, t.has_expiry as "hasExpiry", p.state, p.reason from documents_type t
       left join lateral (select d.review_state as state, d.reason_text as reason from documents_document d
         where d.driver_id = $1 and d.type_id = t.id and d.status = 1 and d.deleted_at is null order by d.created_at desc, d.id desc limit 1) p on true
      where t.applies_to = 'DRIVER' and t.vehicle_use = 'ANY' and t.code <> 'MEDICAL_1A' and t.status = 1 and t.deleted_at is null
      order by t.mandatory desc, t.position, t.code`,
    [driverId],
  );

/** Turned down, or not there. */
export const isWanting = ({ state }: Pick<Paper, 'state'>): boolean =>
  state === null || state === 'REJECTED' || state === 'RESUBMISSION_ASKED';
