import * as z from 'zod/mini';
import type { RowDetails } from '#kit/server/catalogue/policy.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { deviceSituations } from '../health/health.contract.ts';

/** What a single device says beside its fields: what people say of it, and since when it is where it is. */
export const deviceDetails: RowDetails = {
  schema: {
    situation: z.enum(deviceSituations),
    situationNote: z.nullable(z.string()),
    ownedSince: z.nullable(z.string()),
    boundSince: z.nullable(z.string()),
  },
  async read(db, session, row) {
    const params: Param[] = [row.id];
    const [found] = await db.query<Record<string, unknown>>(
      `select d.situation, d.situation_note as "situationNote", d.owned_since as "ownedSince",
         (select b.from_at from device_binding b where b.device_id = d.id and b.to_at is null) as "boundSince"
       from device d where d.id = $1${tenantFilter('device-details', scopeOf(session), 'd.org_id', params)}`,
      params,
    );
    return found ?? { situation: 'IN_USE', situationNote: null, ownedSince: null, boundSince: null };
  },
};
