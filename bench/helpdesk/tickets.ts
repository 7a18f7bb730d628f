import { withClient } from '#kit/server/postgres/roles.ts';
import { type MeasuredServer, startServer } from '../child.ts';
import { median } from '../http/report.ts';
import { signIn, startBench } from '../setup.ts';

// Tabs, search and the look-out of a help desk with ten thousand tickets and with a million, asked in turns: whatever else the
// machine does then falls on both. Of all tickets one in fifty is under way, as in a desk that works off what comes in.
const few = 10_000;
const most = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 40);
const warm = 10;

const active = 'requestStatus=0,1,2,3,6&status=1';
const questions: Record<string, (round: number) => string> = {
  'tab Active, by due': (round) => `/help-desk?${active}&sort=dueAt&take=25&skip=${round}`,
  'tab Waiting': (round) => `/help-desk?requestStatus=2&status=1&take=25&skip=${round}`,
  'tab Late, by due': (round) => `/help-desk?promise=LATE&${active}&sort=dueAt&take=25&skip=${round}`,
  'tab Closed, latest first': (round) => `/help-desk?requestStatus=4,5&status=1&sort=-createdAt&take=25&skip=${round}`,
  'search by number': (round) => `/help-desk?q=HD-2401-${String(4_000 + round).padStart(7, '0')}&take=25`,
  'search by a word of the subject': (round) => `/help-desk?q=${encodeURIComponent(`sample-${4_100 + round}`)}&take=25`,
  'what was said, by a word': (round) => `/ticket-reply?q=${encodeURIComponent(`answer-${4_200 + round}`)}&take=25`,
};

interface Side {
  size: number;
  product: MeasuredServer;
  headers: Record<string, string>;
  scan: () => Promise<number>;
  close: () => Promise<void>;
}

const sides = [await open(few), await open(most)];
try {
  console.table(await askInTurns(sides));
} finally {
  for (const side of sides) await side.close();
}

async function open(size: number): Promise<Side> {
  const { postgres, dataDir, started, close } = await startBench({ catalogue: false });
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  await fill(postgres.owner, size);
  // What the job of the desk asks every minute.
  const scan = () =>
    withClient(postgres.owner, async (client) => {
      await client.query(`select set_config('app.scope', 'staff', false)`);
      const began = performance.now();
      await client.query(
        `select id, promise from help_desk where turns_at <= now() and status = 1 and deleted_at is null order by turns_at, id limit 100`,
      );
      return performance.now() - began;
    });
  return { size, product, headers: await signIn(product), scan, close };
}

/** Tickets and a reply to each, of the demo's organisations. */
async function fill(owner: Parameters<typeof withClient>[0], size: number): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query(
      `select set_config('app.scope', 'staff', false), set_config('statement_timeout', '1800000', false)`,
    );
    for (let from = 0; from < size; from += 25_000)
      await client.query(
        `with org as (select array_agg(id order by id) as ids from organisation),
           category as (select array_agg(id order by id) as ids from help_category),
           made as (select n, n % 50 = 0 as is_active, now() - make_interval(mins => n) as at from generate_series($1::int, $2::int) n),
           ticket as (
             insert into help_desk (id, ticket_no, subject, description, category_id, priority, org_id, request_status, promise, due_at, turns_at,
               resolution_due_at, created_at, updated_at)
             select md5('ticket' || n)::uuid, 'HD-2401-' || lpad(n::text, 7, '0'), 'About sample-' || n || ' of a bench', 'What ticket ' || n || ' is about',
               c.ids[1 + n % cardinality(c.ids)], 'NORMAL', o.ids[1 + n % cardinality(o.ids)],
               case when is_active then (array['0', '1', '2', '3', '6'])[1 + n / 50 % 5] else '5' end,
               case when not is_active then 'MET' when n / 50 % 5 = 2 then 'PAUSED' when n / 50 % 3 = 0 then 'LATE' else 'ON_TIME' end,
               case when is_active and n / 50 % 5 <> 2 then at + interval '8 days' end,
               case when is_active and n / 50 % 5 <> 2 and n / 50 % 3 <> 0 then now() + interval '1 hour' + make_interval(mins => n) end,
               at + interval '8 days', at, at
             from made, org o, category c returning id, org_id, created_at)
         insert into ticket_reply (id, ticket_id, org_id, text, author, by_staff, created_at, updated_at)
         select gen_random_uuid(), t.id, t.org_id, 'Here is answer-' || m.n || ' of a bench', 'Help desk', 'STAFF', t.created_at, t.created_at
         from ticket t join made m on md5('ticket' || m.n)::uuid = t.id`,
        [from + 1, Math.min(size, from + 25_000)],
      );
    await client.query('vacuum analyze help_desk, ticket_reply');
  });
}

/** Milliseconds of each question, middle of the rounds after the first, on both sides. */
async function askInTurns(all: readonly Side[]) {
  const times = new Map<string, number[][]>();
  const note = (name: string, at: number, ms: number) => {
    const own = times.get(name) ?? all.map(() => []);
    times.set(name, own);
    own[at]?.push(ms);
  };
  for (let round = 0; round < rounds + warm; round += 1)
    for (const [at, { product, headers, scan }] of all.entries()) {
      for (const [name, pathOf] of Object.entries(questions)) {
        const began = performance.now();
        const answer = await fetch(`${product.url}/api/v1${pathOf(round)}`, { headers });
        const { data } = (await answer.json()) as { data?: unknown[] };
        if (!answer.ok || !data?.length) throw new Error(`${pathOf(round)} was answered ${answer.status} with no row`);
        if (round >= warm) note(name, at, performance.now() - began);
      }
      const ms = await scan();
      if (round >= warm) note('look-out for what becomes late', at, ms);
    }
  return [...times].map(([name, [small = [], large = []]]) => ({
    name,
    [`${few} ms`]: Number(median(small).toFixed(2)),
    [`${most} ms`]: Number(median(large).toFixed(2)),
    times: Number((median(large) / median(small)).toFixed(2)),
  }));
}
