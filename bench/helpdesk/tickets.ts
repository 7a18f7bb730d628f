import { withClient } from '#kit/server/postgres/roles.ts';
import { type MeasuredServer, startServer } from '../child.ts';
import { median } from '../http/report.ts';
import { signIn, startBench } from '../setup.ts';
import { fillTickets } from './ticket-rows.ts';

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
  await fillTickets(postgres.owner, size);
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
