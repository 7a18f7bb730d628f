import * as z from 'zod/mini';
import type { RowDetails } from '#kit/server/catalogue/policy.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { situations } from './vehicle.contract.ts';

/** What a single vehicle says beside its fields: what people say of it, and whose it has been since when. */
export const operationalStatusDetails: RowDetails = {
  schema: {
    situation: z.enum(situations),
    situationNote: z.nullable(z.string()),
    ownedSince: z.nullable(z.string()),
    drivenSince: z.nullable(z.string()),
    openTransfer: z.nullable(z.enum(['REQUEST', 'OFFER'])),
    isTransport: z.boolean(),
  },
  async read(db, session, row) {
    const params: Param[] = [row.id];
    const [found] = await db.query<Record<string, unknown>>(
      `select v.situation, v.situation_note as "situationNote",
         (select o.from_at from vehicle_owner o where o.vehicle_id = v.id and o.to_at is null) as "ownedSince",
         (select a.from_at from driver_assignment a where a.vehicle_id = v.id and a.driver_id = v.driver_id order by a.from_at desc limit 1) as "drivenSince",
         (select x.kind from ownership_transfer x where x.vehicle_id = v.id and x.state = 'OPEN') as "openTransfer",
         coalesce((select c.is_transport from vehicle_category c where c.id = v.category_id), false) as "isTransport"
       from vehicle v where v.id = $1${tenantFilter('vehicle-details', scopeOf(session), 'v.org_id', params)}`,
      params,
    );
    return (
      found ?? {
        situation: 'IN_USE',
        situationNote: null,
        ownedSince: null,
        drivenSince: null,
        openTransfer: null,
        isTransport: false,
      }
    );
  },
};
