import { transactionRefs } from '#areas/wallet/wallet.server.ts';
import type { Draft } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { inIndia } from '#kit/server/india-time.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';

interface Trip {
  id: string;
  orgId: string;
  startAt: string;
  plate: string | null;
}

/** Trips by their ids, with whose they are and what they are called: 'MH12QJ4821, 23 Nov 2026, 08:10'. */
async function tripsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, { orgId: string; name: string }>> {
  const rows = await db.query<Trip>(
    `select t.id, t.org_id as "orgId", t.start_at as "startAt", v.registration_no as plate
     from trips_trip t left join vehicles_vehicle v on v.id = t.vehicle_id where t.id = any($1::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(
    rows.map(({ id, orgId, startAt, plate }) => [
      id,
      { orgId, name: [plate, inIndia(startAt)].filter(Boolean).join(', ') },
    ]),
  );
}

const gone = 'This record no longer exists';

/** Says where a ticket is about a trip or a transaction that its organisation has not: like one that never was. */
export async function checkAbout(db: Queryable, drafts: readonly Draft<typeof helpDesk>[]): Promise<void> {
  const [trips, transactions] = await namesOf(
    db,
    drafts.map(({ values }) => values),
  );
  for (const { before, values, messages } of drafts) {
    const orgId = values.orgId ?? before?.orgId;
    if (values.tripId && trips.get(values.tripId)?.orgId !== orgId) messages.tripId = gone;
    if (values.transactionId && transactions.get(values.transactionId)?.orgId !== orgId) messages.transactionId = gone;
  }
}

interface About {
  tripId?: string | null | undefined;
  transactionId?: string | null | undefined;
}
const namesOf = async (db: Queryable, rows: readonly About[]) => {
  const [tripIds, transactionIds] = [
    rows.flatMap(({ tripId }) => tripId ?? []),
    rows.flatMap(({ transactionId }) => transactionId ?? []),
  ];
  return [
    tripIds.length > 0 ? await tripsOf(db, tripIds) : new Map<string, { orgId: string; name: string }>(),
    transactionIds.length > 0
      ? await transactionRefs(db, transactionIds)
      : new Map<string, { orgId: string; ref: string }>(),
  ] as const;
};

/** Keeps with tickets what the trip and the transaction are called that they are about, so that people read and find them. */
export async function nameAbout(db: Queryable, rows: readonly (About & { id: string })[]): Promise<void> {
  const [trips, transactions] = await namesOf(db, rows);
  for (const { id, tripId, transactionId } of rows)
    await db.query('update help_desk set trip_name = $2, transaction_no = $3 where id = $1', [
      id,
      trips.get(tripId ?? '')?.name ?? null,
      transactions.get(transactionId ?? '')?.ref ?? null,
    ]);
}
