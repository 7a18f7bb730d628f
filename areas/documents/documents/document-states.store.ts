import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { type DatedDocument, datedStates, statesOn } from './document-states.rules.ts';
import { subjectSql } from './subjects.ts';

/** One kind of paper of one subject: at most one of its papers counts at a time. */
export interface Place {
  subjectId: string;
  typeId: string;
}

interface Row extends DatedDocument {
  orgId: string;
  title: string;
  state: string;
  subjectId: string;
  typeId: string;
  soonDays: number;
}

/**
 * How far ahead any kind of paper looks, in days: what is searched by last days need not be read beyond.
 */
export async function furthestLook(db: Queryable): Promise<number> {
  const [found] = await db.query<{ days: number | null }>(`select max(${soonDaysSql}) as days from kyc_doc t`);
  return found?.days ?? 30;
}

/** Days before the end from which a kind of paper is worth a look: its first reminder. */
export const soonDaysSql = 'coalesce((select max(r::int) from unnest(t.reminder_days) r), 30)';

/**
 * Brings the states of verified papers in line with the day: what has ended, what ends soon, what has begun and what it takes
 * the place of. Gives how many changed. The caller refreshes the subjects.
 */
export async function updateDocumentStates(db: Queryable, writer: Writer, places: readonly Place[]): Promise<number> {
  if (places.length === 0) return 0;
  const rows = await db.query<Row>(
    `select d.id, d.org_id as "orgId", t.name as title, d.review_state as state, d.type_id as "typeId",
       ${subjectSql('d')} as "subjectId", d.valid_from as "from", d.valid_upto as upto, ${soonDaysSql} as "soonDays"
     from vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id
     join jsonb_to_recordset($1::jsonb) as p ("subjectId" uuid, "typeId" uuid)
       on p."typeId" = d.type_id and p."subjectId" = ${subjectSql('d')}
     where d.review_state = any($2) and d.status = 1 and d.deleted_at is null order by d.id`,
    [JSON.stringify(unique(places)), [...datedStates]],
  );
  const day = indiaDay(writer.now);
  const groups = Map.groupBy(rows, ({ subjectId, typeId }) => `${subjectId} ${typeId}`);
  const changes = [...groups.values()].flatMap((papers) => {
    const next = statesOn(papers, day, papers[0]?.soonDays ?? 30);
    return papers.flatMap((row) => {
      const state = next.get(row.id) ?? row.state;
      return state === row.state ? [] : [{ row, state }];
    });
  });
  const counts = (state: string) => state === 'VERIFIED' || state === 'EXPIRING_SOON';
  // One that counts makes room before the next takes its place: an index knows of both.
  await write(
    db,
    writer,
    changes.filter(({ state }) => !counts(state)),
  );
  await write(
    db,
    writer,
    changes.filter(({ state }) => counts(state)),
  );
  return changes.length;
}

async function write(
  db: Queryable,
  writer: Writer,
  changes: readonly { row: Pick<Row, 'id' | 'orgId' | 'title' | 'state'>; state: string }[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `update vehicle_kyc_doc d set review_state = n.state
     from jsonb_to_recordset($1::jsonb) as n (id uuid, state text) where d.id = n.id`,
    [JSON.stringify(changes.map(({ row, state }) => ({ id: row.id, state })))],
  );
  for (const { row } of changes) writer.touched.push(['vehicle_kyc_doc', row.orgId]);
  await recordChanges(
    db,
    writer,
    changes.map(({ row, state }) => turned(row, { reviewState: row.state }, { reviewState: state })),
  );
}

/** The history row of a paper whose review went on. */
export const turned = (
  { id, orgId, title }: Pick<Row, 'id' | 'orgId' | 'title'>,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change => ({
  action: 'update',
  module: 'vehicle-kyc-doc',
  recordId: id,
  recordTitle: title,
  orgId,
  before,
  after,
  fields: ['reviewState', 'reasonCode', 'reasonText', 'issuedOn', 'validFrom', 'validUpto'],
});

const unique = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.subjectId} ${place.typeId}`, place])).values(),
];
