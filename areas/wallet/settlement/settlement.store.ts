import type { Param, Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Settlement, SettlementLine, SettlementOne } from '../wallet-answers.contract.ts';
import type { FileLine } from './settlement.rules.ts';

const columns = `s.id, s.file_name as "fileName", s.lines, s.matched, s.wrong, s.paise, s.fee_paise as "feePaise", s.made_by_name as "madeBy",
  s.created_at as "createdAt"`;

export async function readSettlements(
  db: Queryable,
  where: string,
  params: readonly Param[],
  { skip, take }: { skip: number; take: number },
): Promise<{ data: Settlement[]; count: number }> {
  const data = await db.query<Settlement>(
    `select ${columns} from wallet_settlement s where ${where} order by s.created_at desc, s.id desc limit ${take} offset ${skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) from wallet_settlement s where ${where}`, params);
  return { data, count: total?.count ?? 0 };
}

export async function readSettlement(db: Queryable, id: string): Promise<SettlementOne | undefined> {
  const [row] = await db.query<Settlement>(`select ${columns} from wallet_settlement s where s.id = $1`, [id]);
  if (!row) return undefined;
  const found = await db.query<SettlementLine>(
    `select l.line, l.payment_id as "paymentId", l.order_id as "orderId", l.paise, l.fee_paise as "feePaise", l.state,
       l.transaction_id as "transactionId", x.ref, case when x.status in (1, 3) then x.paise end as "creditedPaise"
     from wallet_settlement_line l left join wallet_transaction x on x.id = l.transaction_id
     where l.settlement_id = $1 order by l.state = 'MATCHED', l.line`,
    [id],
  );
  const [missing] = await db.query<{ count: number }>(
    `select count(*) from wallet_transaction x,
       (select min(m.settled_at) as first, max(m.settled_at) as last from wallet_settlement_line l
          join wallet_transaction m on m.id = l.transaction_id where l.settlement_id = $1) span
     where x.payment_id is not null and x.settled_at between span.first and span.last
       and not exists (select from wallet_settlement_line l where l.payment_id = x.payment_id)`,
    [id],
  );
  return { ...row, found, missing: missing?.count ?? 0 };
}

/** Keeps a file with what was found of each line. @returns false when it was imported before */
export async function addSettlement(
  db: Queryable,
  file: { id: string; fileName: string; digest: string; lines: readonly FileLine[] },
  by: { id: string; name: string },
  writer: Writer,
): Promise<boolean> {
  // What is about to be credited is looked at when that is done.
  await db.query(
    `select from wallet_transaction where payment_id = any($1::text[]) or order_id = any($2::text[]) order by id for key share`,
    [file.lines.map(({ paymentId }) => paymentId), file.lines.flatMap(({ orderId }) => orderId ?? [])],
  );
  const paise = file.lines.reduce((sum, one) => sum + one.paise, 0);
  const fee = file.lines.reduce((sum, one) => sum + one.feePaise, 0);
  const looked = await db.query<{ line: number; state: SettlementLine['state']; transactionId: string | null }>(
    `select g.line, case
         when g.nth > 1 or exists (select from wallet_settlement_line l where l.payment_id = g.payment_id and l.state = 'MATCHED') then 'REPEATED'
         when x.id is null and y.id is null then 'UNKNOWN'
         when x.id is null or x.status not in (1, 3) then 'NOT_CREDITED'
         when x.paise <> g.paise then 'WRONG_AMOUNT'
         else 'MATCHED' end as state, coalesce(x.id, y.id) as "transactionId"
     from (select o.*, row_number() over (partition by o.payment_id order by o.line) as nth
         from jsonb_to_recordset($1::jsonb) as o (line int, payment_id text, order_id text, paise bigint)) g
       left join wallet_transaction x on x.payment_id = g.payment_id
       left join wallet_transaction y on y.order_id = g.order_id
     order by g.line`,
    [
      JSON.stringify(
        file.lines.map(({ line, paymentId, orderId, paise: amount }) => ({
          line,
          payment_id: paymentId,
          order_id: orderId,
          paise: amount,
        })),
      ),
    ],
  );
  const matched = looked.filter(({ state }) => state === 'MATCHED').length;
  const made = await db.query(
    `insert into wallet_settlement (id, file_name, digest, lines, matched, wrong, paise, fee_paise, made_by, made_by_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (digest) do nothing returning id`,
    [
      file.id,
      file.fileName,
      file.digest,
      file.lines.length,
      matched,
      file.lines.length - matched,
      paise,
      fee,
      by.id,
      by.name,
      writer.now.toISOString(),
    ],
  );
  if (made.length === 0) return false;
  const found = new Map(looked.map((one) => [one.line, one]));
  await db.query(
    `insert into wallet_settlement_line (settlement_id, line, payment_id, order_id, paise, fee_paise, state, transaction_id)
     select $1, l.line, l.payment_id, l.order_id, l.paise, l.fee_paise, l.state, l.transaction_id
     from jsonb_to_recordset($2::jsonb) as l (line int, payment_id text, order_id text, paise bigint, fee_paise bigint, state text, transaction_id uuid)`,
    [
      file.id,
      JSON.stringify(
        file.lines.map(({ line, paymentId, orderId, paise: amount, feePaise }) => ({
          line,
          payment_id: paymentId,
          order_id: orderId,
          paise: amount,
          fee_paise: feePaise,
          state: found.get(line)?.state,
          transaction_id: found.get(line)?.transactionId ?? null,
        })),
      ),
    ],
  );
  writer.touched.push(['wallet_settlement', null]);
  return true;
}

/** Compares lines of files that were imported before with a payment that is credited by now; the first that agrees has it. */
export async function followCredit(db: Queryable, paymentId: string, writer: Writer): Promise<void> {
  const changed = await db.query<{ settlementId: string }>(
    `with compared as (
       select l.settlement_id, l.line, x.id, x.paise = l.paise as agrees, s.created_at,
         row_number() over (partition by l.settlement_id order by l.line) as nth
       from wallet_settlement_line l join wallet_settlement s on s.id = l.settlement_id
         join wallet_transaction x on x.payment_id = l.payment_id and x.status in (1, 3)
       where l.payment_id = $1),
     ranked as (
       select c.*, row_number() over (partition by c.agrees and c.nth = 1 order by c.created_at, c.settlement_id, c.line) as rank from compared c)
     update wallet_settlement_line l set transaction_id = r.id, state = case when r.nth > 1 then 'REPEATED' when not r.agrees then 'WRONG_AMOUNT'
         when r.rank > 1 then 'REPEATED' else 'MATCHED' end
     from ranked r where l.settlement_id = r.settlement_id and l.line = r.line returning l.settlement_id as "settlementId"`,
    [paymentId],
  );
  if (changed.length === 0) return;
  await db.query(
    `update wallet_settlement s set matched = n.matched, wrong = s.lines - n.matched
     from (select settlement_id, count(*) filter (where state = 'MATCHED')::int as matched from wallet_settlement_line
       where settlement_id = any($1::uuid[]) group by settlement_id) n where s.id = n.settlement_id`,
    [[...new Set(changed.map(({ settlementId }) => settlementId))]],
  );
  writer.touched.push(['wallet_settlement', null]);
}
