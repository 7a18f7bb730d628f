import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name that people type in the example configurations. */
export const publicName = 'fleet.example.in';

const hasProgram = (name: string, ...version: string[]) => spawnSync(name, version).error === undefined;
/** Which of the real servers this machine has. */
export const installed = {
  nginx: hasProgram('nginx', '-v') && hasProgram('openssl', 'version'),
  caddy: hasProgram('caddy', 'version') && hasProgram('openssl', 'version'),
};

export interface Proxy {
  port: number;
  /** Certificate that its callers have to believe. */
  ca: Buffer;
  close(): Promise<void>;
}

const example = (name: string) => readFileSync(join(import.meta.dirname, '../../../deploy', name), 'utf8');

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A folder with a certificate of `publicName`. */
function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'rk-proxy-'));
  const [pem, key] = [join(folder, 'cert.pem'), join(folder, 'cert.key')];
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${publicName} -addext subjectAltName=DNS:${publicName} -keyout ${key} -out ${pem}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  return { folder, pem, key };
}

/**
 * Runs nginx in the foreground, on free ports of loopback.
 * @param site its configuration, with `listen 80` and `listen 443`. Default: the example in deploy/.
 */
export async function startNginx(productPort: number, site = example('nginx.conf')): Promise<Proxy> {
  const { folder, pem, key } = prepare();
  const [port, plain] = [await freePort(), await freePort()];
  const settings = site
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${productPort}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace(/ssl_certificate [^;]*;/, `ssl_certificate ${pem};`)
    .replace(/ssl_certificate_key [^;]*;/, `ssl_certificate_key ${key};`);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr error; events {}
     http { access_log off; ${temporary.join(' ')} ${settings} }`,
  );
  return running(
    spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] }),
    folder,
    port,
  );
}

/** Runs Caddy with the example in deploy/, on a free port of loopback. */
export async function startCaddy(productPort: number): Promise<Proxy> {
  const { folder, pem, key } = prepare();
  const port = await freePort();
  const settings = example('Caddyfile')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${productPort}`)
    .replace(
      `\n${publicName} {`,
      `\n{\n\tadmin off\n\tauto_https off\n}\nhttps://${publicName}:${port} {\n\tbind 127.0.0.1\n\ttls ${pem} ${key}`,
    );
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, settings);
  const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return running(
    spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
    folder,
    port,
  );
}

async function running(child: ChildProcess, folder: string, port: number): Promise<Proxy> {
  let said = '';
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  const ended = once(child, 'exit');
  const proxy: Proxy = {
    port,
    ca: readFileSync(join(folder, 'cert.pem')),
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy did not start: ${said}`);
    const answer = await callThrough(proxy, 'GET', '/livez').catch(() => undefined);
    if (answer) return proxy;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface ProxyAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface Sent {
  headers?: Record<string, string>;
  body?: string | Buffer;
}
/** How a call of a browser reaches the product. */
export type Way = (method: string, path: string, sent?: Sent) => Promise<ProxyAnswer>;

/** Whom the browser is to the proxy. */
const browser = '127.0.0.5';

/** A call as a proxy hands it on: with a Host of its choice, and what it says of where the call came from. */
const handedOn =
  (host: (asked: string) => string, forwarded: (before: string | undefined) => Record<string, string>) =>
  (productPort: number): Way =>
  (method, path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const call = requestPlain(
        {
          host: '127.0.0.1',
          port: productPort,
          method,
          path,
          headers: {
            ...headers,
            ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
            ...forwarded(headers['x-forwarded-for']),
            host: host(headers['host'] ?? publicName),
          },
          agent: false,
        },
        answerTo(resolve, reject),
      );
      call.on('error', reject);
      call.end(body);
    });

/**
 * What proxies send, without one: nginx with the example in deploy/, nginx with nothing but proxy_pass to an address, and Caddy,
 * which believes nobody's X-Forwarded-For.
 */
export const sentAs: Readonly<Record<string, (productPort: number) => Way>> = {
  'nginx by the example': handedOn(
    (asked) => asked,
    (before) => ({
      'x-forwarded-for': before === undefined ? browser : `${before}, ${browser}`,
      'x-forwarded-proto': 'https',
      connection: 'close',
    }),
  ),
  'nginx, told no more than how to add the address': handedOn(
    () => '127.0.0.1:3000',
    (before) => ({ 'x-forwarded-for': before === undefined ? browser : `${before}, ${browser}`, connection: 'close' }),
  ),
  Caddy: handedOn(
    (asked) => asked,
    () => ({ 'x-forwarded-for': browser, 'x-forwarded-proto': 'https', 'x-forwarded-host': publicName }),
  ),
};

/** A call as a browser at `https://fleet.example.in` makes it, from an address of its own. */
export function callThrough(
  { port, ca }: Proxy,
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
): Promise<ProxyAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        ca,
        servername: publicName,
        localAddress: browser,
        method,
        path,
        headers: {
          host: publicName,
          ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
          ...headers,
        },
        agent: false,
      },
      answerTo(resolve, reject),
    );
    call.on('error', reject);
    call.end(body);
  });
}

const answerTo =
  (resolve: (answer: ProxyAnswer) => void, reject: (error: Error) => void) =>
  (answer: IncomingMessage): void => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', reject);
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
    );
  };
