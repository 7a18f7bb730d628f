import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { apt, mayInstall } from './apt.ts';

const places = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];
const find = () => process.env['NATS_SERVER_PATH'] ?? places.find((path) => existsSync(path));

/** A NATS server for tests, on this machine only. */
export interface TestNats {
  url: string;
  /** Ends it, as a machine does that fails. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
}

/** Finds nats-server, or installs Debian's where that may be done. @returns undefined where there is none. */
export async function startNats(say: (line: string) => void): Promise<TestNats | undefined> {
  if (!find() && mayInstall()) {
    say('no nats-server found: installing Debian’s');
    // The package starts a service of its own where services are started; containers have none.
    if (!apt(say, 'install', '-y', '--no-install-recommends', 'nats-server')) {
      apt(say, 'update');
      apt(say, 'install', '-y', '--no-install-recommends', 'nats-server');
    }
  }
  const program = find();
  if (!program) {
    say('no nats-server: set NATS_SERVER_PATH, or install it');
    return undefined;
  }
  const port = await freePort();
  let child: ChildProcess | undefined;
  const nats: TestNats = {
    url: `nats://127.0.0.1:${port}`,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async start() {
      child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
      child.unref();
      let said = '';
      child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
      for (let tries = 0; !said.includes('Server is ready'); tries += 1) {
        if (tries > 400 || child.exitCode !== null) throw new Error(`nats-server did not start: ${said}`);
        await sleep(25);
      }
    },
  };
  await nats.start();
  return nats;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
