// A product reduced to its database, run by the launcher's tests as a process of its own that they can kill.
import { startPostgres } from './launcher.ts';
import { withClient } from './roles.ts';

const say = (word: object) => process.stdout.write(`${JSON.stringify(word)}\n`);
const [dataDir = '', row = ''] = process.argv.slice(2);
try {
  const server = await startPostgres({ dataDir, durable: false, log: () => undefined });
  await withClient(server.owner, async (client) => {
    await client.query('create table if not exists kept (word text primary key)');
    await client.query('insert into kept values ($1)', [row]);
  });
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  say({ pid: server.pid(), adopted: server.adopted });
  setInterval(() => undefined, 60_000);
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
