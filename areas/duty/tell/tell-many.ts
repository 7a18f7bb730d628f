import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { addJob, type Task } from '#kit/server/jobs.ts';
import { changeInWords, effectOf, type Said } from '../rule/effect.rules.ts';
import { tellOfChange } from './tell-change.ts';

/** The job that tells of an act on many rules. */
export const changesJob = 'off-duty changes';
/** An act on many rules is over by then. */
const actMs = 30_000;
/** Of rules that one act changes, so many are named. */
const mostNamed = 3;

interface Changed {
  id: string;
  name: string;
  isDeleted: boolean;
  isKnown: boolean;
  before: Said | null;
  after: Said | null;
}
type Told = Pick<Writer, 'actorId' | 'actorName' | 'ip' | 'requestId' | 'onBehalfOfId' | 'onBehalfOfName'> & {
  orgId: string;
  actorOrgId: string | null;
  at: string;
};

/** Has people told of all that an act changes in an organisation, in a while. */
export async function tellLater(db: Queryable, writer: Writer, orgId: string): Promise<void> {
  const { actorId, actorName, ip, requestId, onBehalfOfId, onBehalfOfName, now } = writer;
  const onBehalf = onBehalfOfId === undefined ? {} : { onBehalfOfId, onBehalfOfName };
  const at = now.toISOString();
  const payload = { actorId, actorName, ip, requestId, ...onBehalf, actorOrgId: writer.orgId, orgId, at };
  const runAt = new Date(now.getTime() + actMs);
  await addJob(db, { name: changesJob, payload, key: `${orgId} ${actorId ?? ''} ${at}`, runAt }, now);
}

/** Tells of what an act on many rules comes to. What it does to them is one change: what holds between them never did. */
export const changesTask: Task = async (db, payload, now) => {
  const { orgId, actorOrgId, at, ...actor } = payload as unknown as Told;
  const writer: Writer = { ...actor, orgId: actorOrgId, source: 'bulk', now: new Date(at), toldAt: now, touched: [] };
  const changed = (await changedAt(db, orgId, at)).filter(({ before, after }) => before !== null || after !== null);
  const [first] = changed;
  if (!first) return;
  const [before, after] = await rulesAround(db, orgId, at);
  const what = new Set(changed.map((one) => changeInWords(one.before, one.after, one)));
  const isGone = changed.every(({ isDeleted }) => isDeleted);
  const rule = { id: first.id, orgId, name: namesOf(changed.map(({ name }) => name)), isGone };
  await tellOfChange(db, writer, rule, [...what].join(', '), effectOf(before, after));
};

/** Rules by their names, as far as they fit. */
export const namesOf = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');

/** SQL: a version as rules are compared. @param v its alias */
export const saidOf = (v: string): string =>
  `json_build_object('days', ${v}.days, 'from', ${v}.from_min, 'to', ${v}.to_min, 'vehicles', ${v}.vehicle_ids)`;

/** Rules that say something else since a moment. One that is deleted permanently has no name any more. */
const changedAt = (db: Queryable, orgId: string, at: string): Promise<Changed[]> =>
  db.query<Changed>(
    `select k.rule_id as id, coalesce(r.name, '–') as name, r.id is null or r.deleted_at is not null as "isDeleted",
       exists (select from off_duty_version e where e.rule_id = k.rule_id and e.from_at < $2) as "isKnown",
       case when b.id is not null then ${saidOf('b')} end as before, case when a.id is not null then ${saidOf('a')} end as after
     from (select distinct v.rule_id from off_duty_version v where v.org_id = $1 and (v.from_at = $2 or v.upto = $2)) k
       left join off_duty_rule r on r.id = k.rule_id
       left join off_duty_version b on b.rule_id = k.rule_id and b.from_at < $2 and b.upto = $2
       left join off_duty_version a on a.rule_id = k.rule_id and a.from_at = $2 and (a.upto is null or a.upto > $2)
     order by k.rule_id`,
    [orgId, at],
  );

/** What holds in an organisation just before a moment, and from then on. */
async function rulesAround(db: Queryable, orgId: string, at: string): Promise<[Said[], Said[]]> {
  const holding = async (when: string) =>
    (
      await db.query<{ said: Said }>(
        `select ${saidOf('v')} as said from off_duty_version v where v.org_id = $1 and ${when} order by v.id`,
        [orgId, at],
      )
    ).map((row) => row.said);
  return [
    await holding('v.from_at < $2 and (v.upto is null or v.upto >= $2)'),
    await holding('v.from_at <= $2 and (v.upto is null or v.upto > $2)'),
  ];
}
