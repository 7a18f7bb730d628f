import { transactionRefs } from '#areas/wallet/wallet.server.ts';
import type { Draft } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
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

/** Challans of tickets that whoever writes does not see, as drafts are hidden from clients, by the ticket. */
const hidden = new WeakMap<Writer, Map<string, string>>();

/** A customer's change of a ticket leaves its link to a challan that is hidden from them, unless they choose another one. */
export async function rememberHidden(
  db: Queryable,
  writer: Writer,
  drafts: readonly Draft<typeof helpDesk>[],
): Promise<void> {
  const ids = drafts.flatMap(({ before, values }) =>
    before && before.challanId === null && (values.challanId ?? null) === null ? [before.id] : [],
  );
  if (ids.length === 0) return;
  const rows = await db.query<{ id: string; challanId: string }>(
    'select id, challan_id as "challanId" from help_desk where id = any($1::uuid[]) and challan_id is not null',
    [ids],
  );
  hidden.set(writer, new Map(rows.map(({ id, challanId }) => [id, challanId])));
}

/** Once the change is written. */
export async function keepHidden(db: Queryable, writer: Writer): Promise<void> {
  for (const [id, challanId] of hidden.get(writer) ?? [])
    await db.query('update help_desk set challan_id = $2 where id = $1', [id, challanId]);
  hidden.delete(writer);
}
