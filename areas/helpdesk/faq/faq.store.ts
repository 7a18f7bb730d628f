import type { Param, Queryable } from '#kit/server/db/database.ts';
import { faqLimits, type AnsweredQuestion, type SearchGap, type VoteCount } from './faq-answers.contract.ts';

/** Who reads: the answers for them, whoever else they are for. Null: the staff, who read all. */
export type Audience = readonly string[] | null;

const publishedSql = `from faq f join faq_category c on c.id = f.category_id
  where f.state = 'PUBLISHED' and f.status = 1 and f.deleted_at is null and c.status = 1 and c.deleted_at is null`;
const columns = `f.id, f.category_id as "categoryId", c.name as category, f.question, f.answer, f.language`;
const forSql = (audience: Audience, params: Param[]) =>
  audience ? ` and f.audience && $${params.push([...audience])}::text[]` : '';

/** All published answers for somebody, in the order of the help pages. */
export async function readAnswers(db: Queryable, audience: Audience): Promise<AnsweredQuestion[]> {
  const params: Param[] = [];
  return db.query<AnsweredQuestion>(
    `select ${columns} ${publishedSql}${forSql(audience, params)} order by c.position, f.position, f.id limit ${faqLimits.everybodys}`,
    params,
  );
}

/**
 * Published answers in which most of the words are, or some of a sentence, the best first. A word is found at its beginning and in all its English forms, and
 * in questions also when it is spelled a little wrong. Words that say nothing by themselves ("how do I") count for nothing.
 */
export async function searchAnswers(
  db: Queryable,
  words: readonly string[],
  audience: Audience,
  /** 'sentence': the words say more than what is looked for, and a third of them is enough. */
  as: 'words' | 'sentence' = 'words',
): Promise<AnsweredQuestion[]> {
  if (words.length === 0) return [];
  const params: Param[] = [[...words]];
  return db.query<AnsweredQuestion>(
    `with asked as (
       select word, to_tsquery('english', word || ':*') as forms, to_tsquery('simple', word || ':*') as plain
       from unnest($1::text[]) word where numnode(to_tsquery('english', word)) > 0),
     total as (select count(*) as words from asked)
     select ${columns}
     from (
       select f.*, m.hits, m.weight from faq f, lateral (
         select count(*) filter (where w.weight > 0) as hits, sum(w.weight) as weight from (
           select greatest(
             -- A rank alone is no match: of a word like 12e3d, which PostgreSQL takes for two, one part would have it.
             case when f.found @@ a.forms then ts_rank('{0,0,0.3,1}', f.found, a.forms) else 0 end,
             case when f.found @@ a.plain then ts_rank('{0,0,0.3,1}', f.found, a.plain) else 0 end,
             case when length(a.word) > 3 and word_similarity(a.word, lower(f.question)) >= 0.42
               then word_similarity(a.word, lower(f.question)) * 0.5 else 0 end) as weight
           from asked a) w) m
       where m.hits > 0) f
     join faq_category c on c.id = f.category_id, total
     where f.state = 'PUBLISHED' and f.status = 1 and f.deleted_at is null and c.status = 1 and c.deleted_at is null${forSql(audience, params)}
       and ${as === 'words' ? 'f.hits * 2 > total.words' : 'f.hits * 3 >= total.words'}
     order by f.hits desc, f.weight desc, f.position, f.id limit ${as === 'words' ? faqLimits.found : faqLimits.suggested + 1}`,
    params,
  );
}

/** Notes what somebody says of an answer that is there for them. @returns false: there is no such answer */
export async function vote(
  db: Queryable,
  { faqId, accountId, orgId, helpful }: { faqId: string; accountId: string; orgId: string | null; helpful: boolean },
  audience: Audience,
  now: Date,
): Promise<boolean> {
  const params: Param[] = [faqId, accountId, orgId, helpful, now.toISOString()];
  const rows = await db.query(
    `insert into faq_vote (faq_id, account_id, org_id, helpful, at)
     select f.id, $2, $3, $4, $5 ${publishedSql} and f.id = $1${forSql(audience, params)}
     on conflict (faq_id, account_id) do update set helpful = excluded.helpful, at = excluded.at returning faq_id`,
    params,
  );
  return rows.length > 0;
}

export async function ownVotesOf(db: Queryable, accountId: string): Promise<Record<string, boolean>> {
  const rows = await db.query<{ faqId: string; helpful: boolean }>(
    `select faq_id as "faqId", helpful from faq_vote where account_id = $1`,
    [accountId],
  );
  return Object.fromEntries(rows.map(({ faqId, helpful }) => [faqId, helpful]));
}

/**
 * Notes that an answer made a ticket unnecessary. Who says it again within the hour is counted once.
 * @returns false: there is no such answer for them
 */
export async function noteDeflection(
  db: Queryable,
  { faqId, accountId, orgId }: { faqId: string; accountId: string; orgId: string | null },
  audience: Audience,
  now: Date,
): Promise<boolean> {
  const params: Param[] = [faqId, accountId, orgId, now.toISOString()];
  const [found] = await db.query(
    `with answer as (select f.id ${publishedSql} and f.id = $1${forSql(audience, params)}),
       noted as (insert into faq_deflection (faq_id, account_id, org_id, hour)
         select id, $2, $3, date_trunc('hour', $4::timestamptz, 'UTC') from answer on conflict do nothing)
     select 1 from answer`,
    params,
  );
  return found !== undefined;
}

export const countVotes = (db: Queryable): Promise<VoteCount[]> =>
  db.query<VoteCount>(
    `with votes as (
       select faq_id, count(*) filter (where helpful) as helpful, count(*) filter (where not helpful) as unhelpful
       from faq_vote group by faq_id),
     deflections as (select faq_id, count(*) as deflected from faq_deflection group by faq_id)
     select faq_id as "faqId", coalesce(helpful, 0) as helpful, coalesce(unhelpful, 0) as unhelpful, coalesce(deflected, 0) as deflected
     from votes full join deflections using (faq_id) order by faq_id`,
  );

/** Notes what was looked for in vain. Beyond so many different ones only those that are there are counted on. */
export async function noteGap(db: Queryable, words: string, now: Date): Promise<void> {
  const most = 5_000;
  await db.query(
    `insert into faq_gap as g (words, times, last_at)
     select $1, 1, $2::timestamptz where exists (select from faq_gap where words = $1) or (select count(*) from faq_gap) < ${most}
     on conflict (words) do update set times = g.times + 1, last_at = excluded.last_at`,
    [words, now.toISOString()],
  );
}

export const readGaps = (db: Queryable): Promise<SearchGap[]> =>
  db.query<SearchGap>(
    `select words, times, last_at as "lastAt" from faq_gap order by times desc, last_at desc, words limit 100`,
  );

/** @returns false: it was not there */
export async function dropGap(db: Queryable, words: string): Promise<boolean> {
  return (await db.query('delete from faq_gap where words = $1 returning words', [words])).length > 0;
}
