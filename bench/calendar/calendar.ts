import { addDays, indiaDay } from '#kit/contract/days.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { fillChallans } from '../challans/challan-rows.ts';
import { startServer } from '../child.ts';
import { fillVehicles } from '../dashboard/vehicle-rows.ts';
import { fillTickets } from '../helpdesk/ticket-rows.ts';
import { median } from '../http/report.ts';
import { signIn, startBench } from '../setup.ts';
import { fillDeadlines } from './deadline-rows.ts';

// A month, a day, what is overdue and the file for a calendar program, with a hundred thousand vehicles and what each has of deadlines, a
// quarter of a million challans and as many tickets: by the administrator, who sees all of it, and by a client with a part.
const vehicles = Number(process.argv[2] ?? 100_000);
const rows = Number(process.argv[3] ?? 250_000);
const rounds = Number(process.argv[4] ?? 12);
const goalMs = 300;

const { postgres, dataDir, started, close } = await startBench({ catalogue: false });
try {
  // The demo's organisations come with it.
  const product = await startServer('product-server.ts', { database: postgres.app, dataDir });
  started.push(product);
  await withClient(postgres.owner, async (client) => {
    await client.query(
      `select set_config('app.scope', 'staff', false), set_config('statement_timeout', '1800000', false)`,
    );
    await fillVehicles(client, vehicles);
    await fillDeadlines(client, vehicles);
  });
  await fillTickets(postgres.owner, rows);
  await fillChallans(postgres.owner, rows);
  const today = indiaDay(new Date());
  const month = `${today.slice(0, 7)}-01`;
  const figures: Record<string, unknown>[] = [];
  for (const email of ['admin@roadkeeper.test', 'client@roadkeeper.test']) {
    const headers = await signIn(product, email);
    const made = await fetch(`${product.url}/api/v1/calendar/feed`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench' }),
    });
    const { data } = (await made.json()) as { data: { link: string } };
    const asked: [string, string][] = [
      ['month', `/calendar/days?from=${month}&to=${addDays(month, 30)}`],
      ['days of what is overdue', `/calendar/days?from=${addDays(today, -90)}&to=${addDays(today, -1)}`],
      ['day', `/calendar?from=${today}&to=${today}`],
      ['list of a month', `/calendar?from=${month}&to=${addDays(month, 30)}`],
      ['overdue', `/calendar?from=${addDays(today, -90)}&to=${addDays(today, -1)}`],
      ['file', new URL(data.link).pathname.replace('/api/v1', '')],
    ];
    for (const [what, path] of asked) {
      const times: number[] = [];
      let said = '';
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        const answer = await fetch(`${product.url}/api/v1${path}`, { headers });
        said = await answer.text();
        if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${said.slice(0, 300)}`);
        // The first ones plan the statements.
        if (round >= 2) times.push(performance.now() - began);
      }
      const ms = median(times);
      figures.push({
        who: email.split('@')[0],
        what,
        found: /"count":(\d+)[^[{]*$/.exec(said)?.[1] ?? `${Math.round(said.length / 1024)} KB`,
        'p50 ms': Number(ms.toFixed(1)),
        'most ms': Number(Math.max(...times).toFixed(1)),
        goal: ms <= goalMs ? 'met' : `missed: ${goalMs} ms`,
      });
    }
  }
  console.table(figures);
} finally {
  await close();
}
