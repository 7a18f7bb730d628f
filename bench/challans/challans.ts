import { withClient } from '#kit/server/postgres/roles.ts';
import { type MeasuredServer, startServer } from '../child.ts';
import { median } from '../http/report.ts';
import { signIn, startBench } from '../setup.ts';
import { fillChallans } from './challan-rows.ts';

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
  await fillChallans(postgres.owner, size);
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
