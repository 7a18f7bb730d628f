import { withClient } from '#kit/server/postgres/roles.ts';
import { type MeasuredServer, startServer } from '../child.ts';
import { median } from '../http/report.ts';
import { signIn, startBench } from '../setup.ts';

// Tabs of the list of challans, the board and the look-out with ten thousand challans and with a million, asked in turns: whatever else
// the machine does then falls on both. Of all challans one in fifty is open, and all lie within three years.
const few = 10_000;
const most = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 40);
const warm = 10;

const live = 'ISSUED,NOTIFIED,CONTESTED,DEEMED_ACCEPTED,UPHELD,COURT';
const questions: Record<string, (round: number) => string> = {
  'tab Open, by deadline': (round) => `/challan?challanStatus=${live}&status=1&sort=dueOn&take=25&skip=${round}`,
  'tab To pay or contest': (round) => `/challan?challanStatus=NOTIFIED&status=1&sort=dueOn&take=25&skip=${round}`,
  'tab Contested': (round) => `/challan?challanStatus=CONTESTED&status=1&sort=dueOn&take=25&skip=${round}`,
  'tab Overdue': (round) => `/challan?overdue=true&status=1&sort=dueOn&take=25&skip=${round % 10}`,
  'tab Closed, latest first': (round) =>
    `/challan?challanStatus=PAID,REFUNDED,CANCELLED,LAPSED&sort=-offenceAt&take=25&skip=${round}`,
  board: () => '/challan/board',
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
  // What the job of challans asks every minute.
  const scan = () =>
    withClient(postgres.owner, async (client) => {
      await client.query(`select set_config('app.scope', 'staff', false)`);
      const began = performance.now();
      await client.query(
        `select id from challan where turns_at <= now() and deleted_at is null and status = 1 order by turns_at, id limit 100`,
      );
      return performance.now() - began;
    });
  return { size, product, headers: await signIn(product), scan, close };
}

/** Government challans of vehicles of the demo's organisations: a vehicle for each two hundred. */
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
    // They are added with a state behind them: that is what the fill is for, and no arrow.
    await client.query('alter table challan disable trigger user');
    for (let from = 0; from < size; from += 25_000)
      await client.query(
        `with org as (select array_agg(id order by id) as ids from organisation),
           type as (select array_agg(id order by id) as ids from challan_type),
           made as (select n, n % 50 = 0 as is_open, n / 50 as turn, current_date - (n % 1000) as day, (n % $3::int) as vehicle from generate_series($1::int, $2::int) n)
         insert into challan (id, source, challan_no, challan_type_id, org_id, vehicle_id, liable, offence_on, offence_time, place, amount_paise,
           authority, challan_status, notified_on, contest_by, decide_by, pay_by, overdue, paid_paise, payment, paid_on, created_at, updated_at)
         select md5('challan' || n)::uuid, 'GOVERNMENT', 'MH12/2401/' || lpad(n::text, 7, '0'), t.ids[1 + n % cardinality(t.ids)],
           o.ids[1 + vehicle % cardinality(o.ids)], md5('vehicle' || vehicle)::uuid, 'OWNER', day, '10:30', 'Karve Road, Pune', 100000 + n % 7 * 10000,
           'Pune Traffic Police', case when is_open then (array['NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD', 'COURT'])[1 + turn % 5]
             else (array['PAID', 'CANCELLED', 'LAPSED'])[1 + n % 3] end,
           day, current_date + 1 + turn % 45, current_date + 1 + turn % 30, current_date - 5 + turn % 30, is_open and turn % 5 in (2, 3) and turn % 30 < 5,
           case when not is_open and n % 3 = 0 then 100000 + n % 7 * 10000 else 0 end, case when not is_open and n % 3 = 0 then 'OUTSIDE' else 'NONE' end,
           case when not is_open and n % 3 = 0 then day + 20 end, day, day
         from made, org o, type t`,
        [from, Math.min(size, from + 25_000) - 1, Math.ceil(size / 200)],
      );
    await client.query('alter table challan enable trigger user');
    await client.query('vacuum analyze challan, vehicle');
  });
}

/** Writes to what the board is made of. */
async function write(url: string, headers: Record<string, string>): Promise<void> {
  const list = await fetch(`${url}/api/v1/challan-type?take=1`, { headers });
  const [first] = ((await list.json()) as { data: { id: string }[] }).data;
  const done = await fetch(`${url}/api/v1/challan-type/status/${first?.id ?? ''}`, { method: 'PUT', headers });
  if (!done.ok) throw new Error(`The write was answered ${done.status}: ${await done.text()}`);
}

/** Milliseconds of each question, middle of the rounds after the first, on both sides. */
async function askInTurns(all: readonly Side[]) {
  const times = new Map<string, number[][]>();
  const note = (name: string, at: number, ms: number) => {
    const own = times.get(name) ?? all.map(() => []);
    times.set(name, own);
    own[at]?.push(ms);
  };
  const ask = async (at: number, name: string, path: string, isNoted: boolean) => {
    const { product, headers } = all[at] as Side;
    const began = performance.now();
    const answer = await fetch(`${product.url}/api/v1${path}`, { headers });
    const { data } = (await answer.json()) as { data?: unknown };
    if (!answer.ok || (Array.isArray(data) && data.length === 0))
      throw new Error(`${path} was answered ${answer.status} with no row`);
    if (isNoted) note(name, at, performance.now() - began);
  };
  for (let round = 0; round < rounds + warm; round += 1)
    for (const [at, { scan }] of all.entries()) {
      for (const [name, pathOf] of Object.entries(questions)) await ask(at, name, pathOf(round), round >= warm);
      const ms = await scan();
      if (round >= warm) note('look-out for what is over', at, ms);
    }
  // Counts are remembered as well until something is written: this comes last.
  for (let round = 0; round < rounds + warm; round += 1)
    for (const [at, { product, headers }] of all.entries()) {
      await write(product.url, headers);
      await ask(at, 'board, after a write', '/challan/board', round >= warm);
    }
  return [...times].map(([name, [small = [], large = []]]) => ({
    name,
    [`${few} ms`]: Number(median(small).toFixed(2)),
    [`${most} ms`]: Number(median(large).toFixed(2)),
    times: Number((median(large) / median(small)).toFixed(2)),
  }));
}
