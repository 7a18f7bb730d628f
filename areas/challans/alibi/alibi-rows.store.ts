import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { AlibiFacts, AlibiRow, Conclusion, OneAlibi } from './alibi.contract.ts';

/** The frozen part: what the hash is of. */
export interface FrozenAlibi {
  facts: AlibiFacts;
  id: string;
  madeAt: string;
  madeBy: string;
}

const columns = `a.id, a.ref, a.plate, v.plate_use as "plateUse", a.vehicle_id as "vehicleId", a.org_id as "orgId", coalesce(g.name, '') as organisation, a.place,
  a.from_at as "from", a.to_at as "to", a.notice_no as "noticeNo", a.conclusion, a.may_be_copied as "mayBeCopied", a.sha256,
  a.made_by_name as "madeBy", a.made_at as "madeAt"`;
const tables =
  'alibi a left join people_organisation g on g.id = a.org_id left join vehicles_vehicle v on v.id = a.vehicle_id';

export interface AlibiQuery {
  conclusions: readonly Conclusion[];
  vehicleIds: string[] | undefined;
  /** Conditions of words, and what they need. */
  terms: string[];
  params: Param[];
  skip: number;
  take: number;
}

export async function listAlibis(
  db: Queryable,
  scope: Scope,
  { conclusions, vehicleIds, terms, params, skip, take }: AlibiQuery,
): Promise<{ rows: AlibiRow[]; count: number }> {
  const where = [...terms];
  if (conclusions.length > 0) where.push(`a.conclusion = any($${params.push([...conclusions])}::text[])`);
  if (vehicleIds) where.push(`a.vehicle_id = any($${params.push(vehicleIds)}::uuid[])`);
  const tenantSql = tenantFilter('alibi-list', scope, 'a.org_id', params);
  const found = `from ${tables} where true${where.map((term) => ` and ${term}`).join('')}${tenantSql}`;
  const rows = await db.query<AlibiRow>(
    `select ${columns} ${found} order by a.made_at desc, a.id desc limit ${take} offset ${skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) ${found}`, params);
  return { rows, count: total?.count ?? 0 };
}

export interface StoredAlibi {
  row: AlibiRow;
  /** The very text whose bytes the hash is of. */
  canonical: string;
}

export async function readAlibi(db: Queryable, scope: Scope, id: string): Promise<StoredAlibi | undefined> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('alibi-one', scope, 'a.org_id', params);
  const [found] = await db.query<AlibiRow & { canonical: string }>(
    `select ${columns}, a.canonical from ${tables} where a.id = $1${tenantSql}`,
    params,
  );
  if (!found) return undefined;
  const { canonical, ...row } = found;
  return { row, canonical };
}

export const factsIn = (canonical: string): AlibiFacts => (JSON.parse(canonical) as FrozenAlibi).facts;
export const oneOf = ({ row, canonical }: StoredAlibi): OneAlibi => ({ ...row, facts: factsIn(canonical) });

/** How many an organisation made since a moment. */
export async function countMadeSince(db: Queryable, orgId: string, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) from alibi where org_id = $1 and made_at > $2', [
    orgId,
    since.toISOString(),
  ]);
  return row?.count ?? 0;
}

export async function addAlibi(
  db: Queryable,
  made: {
    orgId: string;
    ref: string;
    madeById: string;
    canonical: string;
    sha256: string;
    place: string;
  } & FrozenAlibi,
): Promise<void> {
  const { facts } = made;
  await db.query(
    `insert into alibi (id, org_id, ref, vehicle_id, plate, place, from_at, to_at, notice_no, conclusion, may_be_copied, canonical, sha256,
       made_by, made_by_name, made_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      made.id,
      made.orgId,
      made.ref,
      facts.vehicleId,
      facts.asked.plate,
      made.place,
      facts.asked.from,
      facts.asked.to,
      facts.asked.noticeNo,
      facts.conclusion,
      facts.mayBeCopied,
      made.canonical,
      made.sha256,
      made.madeById,
      made.madeBy,
      made.madeAt,
    ],
  );
}
