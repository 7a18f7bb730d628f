import { uuidv7 } from 'uuidv7';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { EventPart } from './event.ts';
import type { EvidenceBundle } from './evidence.contract.ts';
import { sha256Of } from '../bundle/manifest.ts';

type Stored = Omit<EvidenceBundle, 'isCurrent' | 'madeBy'> & {
  orgId: string;
  version: number;
  madeById: string | null;
};
const columns = `b.id, b.violation_id as "violationId", b.number, b.revision, b.violation_version as version, b.key_id as "keyId", b.sha256, b.bytes,
  b.made_at as "madeAt", b.made_by as "madeById", b.org_id as "orgId"`;

/** Bundles of a violation that was read within the scope, the latest first. @param version of the violation as it is now */
export async function readBundles(
  db: Queryable,
  scope: Scope,
  violationId: string,
  version: number,
): Promise<EvidenceBundle[]> {
  const rows = await db.query<Stored>(
    `select ${columns} from evidence_bundle b where b.violation_id = $1 order by b.number desc`,
    [violationId],
  );
  const ids = [...new Set(rows.map(({ madeById }) => madeById).filter((id) => id !== null))];
  // Who of the staff made it is no client’s business.
  const names =
    scope.client || ids.length === 0
      ? []
      : await overall(db, scope, () =>
          db.query<{ id: string; name: string }>('select id, name from identity_person where id = any($1::uuid[])', [
            ids,
          ]),
        );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return rows.map(
    ({ id, violationId: of, number, revision, version: made, keyId, sha256, bytes, madeAt, madeById }) => ({
      id,
      violationId: of,
      number,
      revision,
      keyId,
      sha256,
      bytes,
      madeAt,
      isCurrent: made === version,
      madeBy: madeById === null ? null : (nameOf.get(madeById) ?? null),
    }),
  );
}

export interface NewBundle {
  orgId: string;
  violationId: string;
  revision: number;
  version: number;
  keyId: string;
  content: Buffer;
  now: Date;
  me: string;
}

/** Keeps a bundle under the next number of its violation. One that another process made of the same meanwhile stays. */
export async function putBundle(
  db: Queryable,
  { orgId, violationId, revision, version, keyId, content, now, me }: NewBundle,
): Promise<void> {
  await db.query(
    `insert into evidence_bundle (id, org_id, violation_id, number, revision, violation_version, key_id, sha256, bytes, content, made_at, made_by)
     select $1, $2, $3, coalesce(max(b.number), 0) + 1, $4, $5, $6, $7, $8, $9, $10, $11 from evidence_bundle b where b.violation_id = $3
     on conflict do nothing`,
    [
      uuidv7(),
      orgId,
      violationId,
      revision,
      version,
      keyId,
      sha256Of(content),
      content.length,
      content,
      now.toISOString(),
      me,
    ],
  );
}

/** A bundle with its bytes; undefined where the scope has none such. */
export async function readBundle(db: Queryable, scope: Scope, id: string) {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('evidence-file', scope, 'b.org_id', params);
  const [row] = await db.query<Stored & { content: Buffer }>(
    `select ${columns}, b.content from evidence_bundle b where b.id = $1${tenantSql}`,
    params,
  );
  return row;
}

/** The device of a trip, with the period in which it was in the vehicle at a moment. */
export async function readDevice(
  db: Queryable,
  deviceId: string,
  vehicleId: string,
  at: string,
): Promise<Omit<EventPart['device'], 'clockOffsetMs'> | undefined> {
  const [row] = await db.query<Omit<EventPart['device'], 'clockOffsetMs'>>(
    `select d.id, d.identifier, d.model_name as model, d.enforcement_no as "certificateNo", d.enforcement_upto::text as "certificateUpto",
       i.id as "installationId", i.from_at as "installedFrom", i.to_at as "installedTo"
     from devices_device d left join lateral (
       select i.id, i.from_at, i.to_at from devices_installation i where i.device_id = d.id and i.vehicle_id = $2 and i.from_at <= $3
         and (i.to_at is null or i.to_at > $3) order by i.from_at desc limit 1) i on true
     where d.id = $1`,
    [deviceId, vehicleId, at],
  );
  return row;
}
