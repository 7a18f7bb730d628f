import { dataScopeSql, isGrantedSql } from '#areas/rights/rights.server.ts';
import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { LinkEnd, LinkKind } from './link-answers.contract.ts';

/** SQL conditions that a link `l` has not ended by itself, each with what it ends by otherwise. */
const conditions: readonly (readonly [LinkEnd, string])[] = [
  ['TRIP', `(l.kind = 'VEHICLE' or l.trip_id is not null)`],
  [
    'VEHICLE',
    `exists (select from vehicles_vehicle v join people_organisation o on o.id = v.org_id
      where v.id = l.vehicle_id and v.org_id = l.org_id and v.status = 1 and v.deleted_at is null
        and v.situation not in ('SOLD', 'RETIRED') and o.status = 1 and o.deleted_at is null)`,
  ],
  [
    'MAKER',
    `exists (select from identity_person a join rights_role r on r.id = a.role_id
      where a.id = l.made_by and a.status = 1 and a.deleted_at is null and r.status = 1 and r.deleted_at is null
        and (a.org_id is null or a.org_id = l.org_id) and ${isGrantedSql('r', `'share-link'`, `'create'`)}
        and ${isGrantedSql('r', `case l.kind when 'VEHICLE' then 'live-map' else 'vehicle-trips' end`, `'view'`)}
        and coalesce((${dataScopeSql})::jsonb->'orgIds' ? l.org_id::text, true))`,
  ],
];

/** Further ends of links, in the order in which they are looked for: a condition that holds for those that ended. */
export const lost = conditions.map(([why, holds]) => [why, `not ${holds}`] as const);

/** SQL condition: link `l` is open at a time. What has ended of itself shows nothing, whether that was noted or not. */
const isOpenSql = (now: string): string =>
  `l.ended_at is null and l.expires_at > ${now} and ${conditions.map(([, holds]) => holds).join(' and ')}`;

/** A link that may be looked at now. */
export interface OpenLink {
  id: string;
  orgId: string;
  kind: LinkKind;
  plate: string;
  plateUse: PlateUse;
  vehicleId: string;
  tripId: string | null;
  pinHash: string | null;
  maskPlate: boolean;
  showSpeed: boolean;
  createdAt: string;
  expiresAt: string;
}
const columns = `l.id, l.org_id as "orgId", l.kind, l.plate, (select v.plate_use from vehicles_vehicle v where v.id = l.vehicle_id) as "plateUse", l.vehicle_id as "vehicleId", l.trip_id as "tripId", l.pin_hash as "pinHash",
  l.mask_plate as "maskPlate", l.show_speed as "showSpeed", l.created_at as "createdAt", l.expires_at as "expiresAt"`;

/** The open link of a token; undefined alike for one that ended and one that never was. The transaction sees everybody's rows. */
export async function findOpenLink(db: Queryable, tokenHash: Buffer, now: Date): Promise<OpenLink | undefined> {
  const [found] = await db.query<OpenLink>(
    {
      name: 'share-link-open',
      text: `select ${columns} from share_link l where l.token_hash = $1 and ${isOpenSql('$2::timestamptz')}`,
    },
    [tokenHash, now.toISOString()],
  );
  return found;
}

/** Those of some links that are open. The transaction sees everybody's rows. */
export async function stillOpen(db: Queryable, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    {
      name: 'share-links-still-open',
      text: `select l.id from share_link l where l.id = any($1::uuid[]) and ${isOpenSql('$2::timestamptz')}`,
    },
    [[...ids], now.toISOString()],
  );
  return new Set(rows.map(({ id }) => id));
}
