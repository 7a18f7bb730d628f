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
const questions: Record<string, (round: number, me: string) => string> = {
  'tab Active, by due': (round) => `/help-desk?${active}&sort=dueAt&take=25&skip=${round}`,
  'tab Mine': (round, me) => `/help-desk?holderId=${me}&${active}&sort=dueAt&take=${5 + round}`,
  'tab Waiting': (round) => `/help-desk?requestStatus=2&status=1&take=25&skip=${round}`,
  'tab Late, by due': (round) => `/help-desk?promise=LATE&${active}&sort=dueAt&take=25&skip=${round}`,
  'tab Closed, latest first': (round) => `/help-desk?requestStatus=4,5&status=1&sort=-createdAt&take=25&skip=${round}`,
  'search by number': (round) => `/help-desk?q=HD-2401-${String(4_000 + round).padStart(7, '0')}&take=25`,
  'search by a word of the subject': (round) => `/help-desk?q=${encodeURIComponent(`sample-${4_100 + round}`)}&take=25`,
  'search by a plate': (round) => `/help-desk?q=MH12BN${String(round % 40).padStart(4, '0')}&take=25`,
  'search by a phone number': (round) => `/help-desk?q=98220${String(14_100 + round).padStart(5, '0')}&take=25`,
  'what was said, by a word': (round) => `/ticket-reply?q=${encodeURIComponent(`answer-${4_200 + round}`)}&take=25`,
};

interface Side {
  size: number;
  product: MeasuredServer;
  headers: Record<string, string>;
  me: string;
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
      const { rows } = await client.query(
        `select id, promise from help_desk where turns_at <= now() and status = 1 and deleted_at is null order by turns_at, id limit 100`,
      );
      const ms = performance.now() - began;
      if (rows.length === 0) throw new Error('No ticket is due');
      return ms;
    });
  const headers = await signIn(product);
  const people = await fetch(`${product.url}/api/v1/user?q=admin@roadkeeper.test`, { headers });
  const [me] = ((await people.json()) as { data: [{ id: string }] }).data;
  return { size, product, headers, me: me.id, scan, close };
}

/** Tickets and a reply to each, of the demo's organisations. */
async function fill(owner: Parameters<typeof withClient>[0], size: number): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query(
      `select set_config('app.scope', 'staff', false), set_config('statement_timeout', '1800000', false)`,
    );
    await client.query(
      `insert into vehicle (id, org_id, registration_no, model_id, chassis_no, engine_no)
       select md5('vehicle' || n)::uuid, o.ids[1 + n % cardinality(o.ids)], 'MH12BN' || lpad(n::text, 4, '0'), (select id from vehicle_model limit 1),
         'BENCHCHASSIS' || lpad(n::text, 5, '0'), 'BENCHENGINE' || n
       from generate_series(0, $1::int) n, (select array_agg(id order by id) as ids from organisation) o`,
      [Math.ceil(size / 200) - 1],
    );
    for (let from = 0; from < size; from += 25_000)
      await client.query(
        `with org as (select array_agg(id order by id) as ids from organisation),
           category as (select array_agg(id order by id) as ids from help_category),
           me as (select id from account where email = 'admin@roadkeeper.test'),
           made as (select n, n % 50 = 0 as is_active, n % $3::int as vehicle, now() - make_interval(mins => n) as at from generate_series($1::int, $2::int) n),
           ticket as (
             insert into help_desk (id, ticket_no, subject, description, category_id, priority, org_id, request_status, promise, due_at, turns_at,
               resolution_due_at, vehicle_id, assignee_id, created_at, updated_at)
             select md5('ticket' || n)::uuid, 'HD-2401-' || lpad(n::text, 7, '0'), 'About sample-' || n || ' of a bench', 'What ticket ' || n || ' is about, call 98220' || lpad((n + 10000)::text, 5, '0'),
               c.ids[1 + n % cardinality(c.ids)], 'NORMAL', o.ids[1 + vehicle % cardinality(o.ids)],
               case when is_active then (array['0', '1', '2', '3', '6'])[1 + n / 50 % 5] else '5' end,
               case when not is_active then 'MET' when n / 50 % 5 = 2 then 'PAUSED' when n / 50 % 3 = 0 then 'LATE' else 'ON_TIME' end,
               case when is_active and n / 50 % 5 <> 2 then at + interval '8 days' end,
               case when n <= 2500 then case when is_active then now() - interval '1 minute' end
                 when is_active and n / 50 % 5 <> 2 and n / 50 % 3 <> 0 then now() + interval '1 hour' + make_interval(mins => n) end,
               at + interval '8 days', md5('vehicle' || vehicle)::uuid, case when is_active and n <= 2000 or n % 1000 = 7 then me.id end, at, at
             from made, org o, category c, me returning id, org_id, created_at)
         insert into ticket_reply (id, ticket_id, org_id, text, author, by_staff, created_at, updated_at)
         select gen_random_uuid(), t.id, t.org_id, 'Here is answer-' || m.n || ' of a bench', 'Help desk', 'STAFF', t.created_at, t.created_at
         from ticket t join made m on md5('ticket' || m.n)::uuid = t.id`,
        [from + 1, Math.min(size, from + 25_000), Math.ceil(size / 200)],
      );
    await client.query('vacuum analyze help_desk, ticket_reply, vehicle');
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
    for (const [at, { product, headers, me, scan }] of all.entries()) {
      for (const [name, pathOf] of Object.entries(questions)) {
        const began = performance.now();
        const answer = await fetch(`${product.url}/api/v1${pathOf(round, me)}`, { headers });
        const { data } = (await answer.json()) as { data?: unknown[] };
        if (!answer.ok || !data?.length)
          throw new Error(`${pathOf(round, me)} was answered ${answer.status} with no row`);
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
