import { withClient } from '#kit/server/postgres/roles.ts';
import { fillChallans } from '../challans/challan-rows.ts';
import { startServer } from '../child.ts';
import { fillTickets } from '../helpdesk/ticket-rows.ts';
import { median } from '../http/report.ts';
import { signIn, startBench } from '../setup.ts';
import { fillVehicles } from './vehicle-rows.ts';

// What the first page asks for, with a hundred thousand vehicles, a million tickets and a million challans: by the administrator, who
// has every kind of work, and by a client. Each round comes after a write, so that nothing is answered from memory.
const vehicles = Number(process.argv[2] ?? 100_000);
const rows = Number(process.argv[3] ?? 1_000_000);
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
  });
  await fillTickets(postgres.owner, rows);
  await fillChallans(postgres.owner, rows);
  const figures: Record<string, unknown>[] = [];
  for (const email of ['admin@roadkeeper.test', 'client@roadkeeper.test']) {
    const headers = await signIn(product, email);
    for (const path of ['/dashboard', '/dashboard/charts', '/dashboard/work-counts']) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await withClient(postgres.owner, (client) =>
          client.query('update vehicle set updated_at = now() where id = md5($1)::uuid', [`vehicle${round}`]),
        );
        const began = performance.now();
        const answer = await fetch(`${product.url}/api/v1${path}`, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
        // The first ones plan the statements.
        if (round >= 2) times.push(performance.now() - began);
      }
      const ms = median(times);
      figures.push({
        who: email.split('@')[0],
        path,
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
