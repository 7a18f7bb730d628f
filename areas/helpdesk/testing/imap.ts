import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import type { ImapSettings } from '#areas/mail/mail.server.ts';

/** A mailbox on a real IMAP server on this machine, reached over a wire that tests may cut. */
export interface TestMailbox {
  settings: ImapSettings;
  /** Puts mails into the folder, as a mail server does. */
  put(...mails: Buffer[]): Promise<void>;
  /** Mails in the folder, and how many of them are marked as seen. */
  count(): Promise<{ all: number; seen: number }>;
  /** Marks all as not seen, as if nobody had been here. */
  forget(): Promise<void>;
  /** Cuts each of the next connections after so many bytes of the server; undefined: none. */
  cutAfter: number | undefined;
  close(): Promise<void>;
}

const [user, password] = ['desk', 'a password of tests'];
const place = { host: '127.0.0.1', tls: 'none', user, password, folder: 'INBOX', everyS: 60 } as const;

interface Running {
  port: number;
  close(): Promise<void>;
}

/** Servers that are here: one of npm always, and Dovecot where it is installed. */
export const imapServers: readonly { name: string; start: () => Promise<Running> }[] = [
  { name: 'hoodiecrow', start: startHoodiecrow },
  ...(hasDovecot() ? [{ name: 'dovecot', start: startDovecot }] : []),
];

export async function startMailbox(start: () => Promise<Running>): Promise<TestMailbox> {
  const server = await start();
  const wire = await startWire(server.port, () => box.cutAfter);
  const directly = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      host: place.host,
      port: server.port,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: password },
      logger: false,
    });
    client.on('error', () => undefined);
    await client.connect();
    await client.mailboxOpen('INBOX');
    try {
      return await work(client);
    } finally {
      await client.logout().catch(() => undefined);
    }
  };
  const box: TestMailbox = {
    settings: { ...place, port: wire.port },
    put: (...mails) =>
      directly(async (client) => {
        for (const mail of mails) await client.append('INBOX', mail);
      }),
    count: () =>
      directly(async (client) => {
        const [all, seen] = [await client.search({ all: true }), await client.search({ seen: true })];
        return { all: (all || []).length, seen: (seen || []).length };
      }),
    forget: () => directly(async (client) => void (await client.messageFlagsRemove('1:*', ['\\Seen']))),
    cutAfter: undefined,
    async close() {
      await wire.close();
      await server.close();
    },
  };
  return box;
}

/** Passes everything on, until it is told to cut. */
async function startWire(to: number, cutAfter: () => number | undefined): Promise<Running> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    const limit = cutAfter();
    let passed = 0;
    for (const one of [near, far]) {
      sockets.add(one);
      // Lines are short, and each would wait 40 ms for the one before to be acknowledged.
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(one);
      });
    }
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      passed += bytes.length;
      if (limit !== undefined && passed > limit) near.destroy();
      else near.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An old server, and a whole one: https://github.com/andris9/hoodiecrow */
async function startHoodiecrow(): Promise<Running> {
  const hoodiecrow = createRequire(import.meta.url)('hoodiecrow-imap') as (options: object) => {
    server: Server;
    listen(port: number, host: string): void;
  };
  const storage = { INBOX: { messages: [], uidvalidity: 77 } };
  const imap = hoodiecrow({ plugins: ['ID', 'UIDPLUS'], users: { [user]: { password } }, storage });
  const sockets = new Set<Socket>();
  imap.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
  });
  imap.listen(0, '127.0.0.1');
  await once(imap.server, 'listening');
  return {
    port: (imap.server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      imap.server.close();
      await once(imap.server, 'close');
    },
  };
}

function hasDovecot(): boolean {
  try {
    execFileSync('dovecot', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Dovecot, by its own configuration in a folder of its own, on a port of this machine. */
async function startDovecot(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'rk-dovecot-'));
  for (const name of ['run', 'state', 'mail']) await mkdir(join(folder, name), { mode: 0o777 });
  const port = await freePort();
  const me = userInfo();
  const owner =
    me.uid === 0 ? { name: 'nobody', uid: 65_534, gid: 65_534 } : { name: me.username, uid: me.uid, gid: me.gid };
  if (me.uid === 0) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, join(folder, 'mail')]);
  if (me.uid === 0) execFileSync('chmod', ['755', folder]);
  const settings = join(folder, 'dovecot.conf');
  await writeFile(
    settings,
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${me.uid === 0 ? 'dovecot' : owner.name}
default_login_user = ${me.uid === 0 ? 'dovenull' : owner.name}
default_internal_group = ${me.uid === 0 ? 'dovecot' : String(owner.gid)}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail
}
`,
  );
  await writeFile(join(folder, 'users'), `${user}:{PLAIN}${password}\n`, { mode: 0o644 });
  const process: ChildProcess = spawn('dovecot', ['-F', '-c', settings], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1) await sleep(100);
  return {
    port,
    async close() {
      process.kill('SIGTERM');
      await once(process, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
