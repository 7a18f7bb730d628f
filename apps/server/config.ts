import { isAbsolute, resolve } from 'node:path';
import { emailPattern } from '#kit/contract/formats/contact.ts';
import { type ConnectionConfig, parseDatabaseUrl } from '#kit/server/db/connection.ts';
import type { MapOptions } from '#areas/maps/maps.server.ts';
import type { PaymentOptions } from '#areas/wallet/wallet.server.ts';
import type { TrackingSettings } from '#areas/trips/trips.server.ts';
import { isNetwork, type TrustedProxies } from '#kit/server/http/trusted-proxies.ts';
import { type BackupSettings, readBackup } from './backup-settings.ts';
import { type MailSettings, readMail } from './mail-settings.ts';
import { readMaps } from './map-settings.ts';
import { readPayments } from './payment-settings.ts';
import { readTelemetry, type Telemetry } from './telemetry.ts';
import { readTracking } from './tracking-settings.ts';

/** Everything the product reads from its environment, checked. */
export interface Config {
  demo: boolean;
  host: string;
  port: number;
  dataDir: string;
  /** A server of the user's own: the runtime role, and the owner that migrates. */
  database?: { app: ConnectionConfig; owner: ConnectionConfig };
  /** Public address behind a reverse proxy, e.g. https://fleet.example.in. */
  publicUrl?: URL;
  trustedProxies: TrustedProxies;
  /** What a program shows that reads /metrics. */
  metricsToken?: string;
  /** API_ORIGINS: other pages that may call with an API key. */
  apiOrigins?: readonly string[];
  /** NATS_URL: how several processes tell each other where vehicles are. */
  natsUrl?: string;
  logLevel: string;
  admin?: { email: string; password: string };
  fileKey?: string;
  /** Where backups of the built-in database go. */
  backup?: BackupSettings;
  mail: MailSettings;
  tracking: TrackingSettings;
  maps: MapOptions;
  /** The payment gateway. Without it the demo has a made-up one, and production none. */
  payments?: PaymentOptions;
  /** Where traces go; without it nothing is followed. */
  telemetry?: Telemetry;
  /** Whether the demo's vehicles drive. */
  traffic: boolean;
  /** Project whose tokens the `firebase` header carries; without it the header is ignored. */
  firebaseProjectId?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Reads the configuration.
 * @throws Error with one clear line naming the variable that is wrong.
 */
export function readConfig(environment: Environment, options: { demo: boolean }): Config {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const demoText = value('DEMO');
  if (demoText !== undefined && demoText !== '0' && demoText !== '1')
    throw new Error(`DEMO must be 0 or 1, not '${demoText}'`);
  const demo = demoText === undefined ? options.demo : demoText === '1';
  const traffic = value('DEMO_TRAFFIC') ?? '1';
  if (traffic !== '0' && traffic !== '1') throw new Error(`DEMO_TRAFFIC must be 0 or 1, not '${traffic}'`);
  const port = wholeNumber('PORT', value('PORT') ?? '3000', 0, 65_535);
  const trustedProxies = readProxies(value('TRUSTED_PROXIES') ?? '0');
  const metricsToken = value('METRICS_TOKEN');
  if (metricsToken !== undefined && !/^[\w.~+/=-]{20,200}$/.test(metricsToken))
    throw new Error('METRICS_TOKEN needs 20 to 200 letters and digits: openssl rand -hex 24 makes one');
  const host = value('HOST') ?? '127.0.0.1';
  const publicUrl = value('PUBLIC_URL') ? readPublicUrl(value('PUBLIC_URL') as string) : undefined;
  if (!loopback.has(host)) {
    if (demo)
      throw new Error(
        `HOST=${host}: the demo listens on this machine only, because its accounts are public. Use npm run serve`,
      );
    if (publicUrl?.protocol !== 'https:')
      throw new Error(
        `HOST=${host} needs PUBLIC_URL=https://…: without https browsers keep no secrets and no secure cookie`,
      );
  }
  // In production a line for each request.
  const logLevel = value('LOG_LEVEL') ?? (demo ? 'warn' : 'info');
  if (!logLevels.includes(logLevel))
    throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${logLevel}'`);
  const dataDir = value('DATA_DIR') ?? '.data';
  const url = value('DATABASE_URL');
  const ownerUrl = value('DATABASE_OWNER_URL');
  if (ownerUrl && !url) throw new Error('DATABASE_OWNER_URL is given without DATABASE_URL');
  if (url && !ownerUrl)
    throw new Error('DATABASE_URL also needs DATABASE_OWNER_URL, the role that owns the tables and migrates them');
  const [email, password] = [value('ADMIN_EMAIL'), environment['ADMIN_PASSWORD'] || undefined];
  if ((email === undefined) !== (password === undefined))
    throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD belong together');
  if (email !== undefined && !emailPattern.test(email))
    throw new Error(`ADMIN_EMAIL is not an email address: '${email}'`);
  if (password !== undefined && (password.length < 15 || password.length > 128))
    throw new Error('ADMIN_PASSWORD needs 15 to 128 characters');
  const natsUrl = value('NATS_URL');
  if (natsUrl !== undefined) readNatsUrl(natsUrl);
  const apiOrigins = value('API_ORIGINS')?.split(',').map(readOrigin);
  const fileKey = value('FILE_KEY');
  const firebaseProjectId = value('FIREBASE_PROJECT_ID');
  if (firebaseProjectId !== undefined && !/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(firebaseProjectId))
    throw new Error(`FIREBASE_PROJECT_ID is not the id of a project: '${firebaseProjectId}'`);
  const telemetry = readTelemetry(value);
  const payments = readPayments(value);
  const absoluteDataDir = isAbsolute(dataDir) ? dataDir : resolve(dataDir);
  const backup = readBackup(value, absoluteDataDir);
  return {
    demo,
    host,
    port,
    dataDir: absoluteDataDir,
    trustedProxies,
    logLevel,
    mail: readMail(value, publicUrl),
    maps: readMaps(value),
    tracking: { ...readTracking(value, { demo, host, port }), trustedProxies },
    traffic: demo && traffic === '1',
    ...(url && ownerUrl
      ? {
          database: {
            app: parseDatabaseUrl(url, 'DATABASE_URL'),
            owner: parseDatabaseUrl(ownerUrl, 'DATABASE_OWNER_URL'),
          },
        }
      : {}),
    ...(backup ? { backup } : {}),
    ...(publicUrl ? { publicUrl } : {}),
    ...(email && password ? { admin: { email: email.toLowerCase(), password } } : {}),
    ...(telemetry ? { telemetry } : {}),
    ...(payments ? { payments } : {}),
    ...(metricsToken ? { metricsToken } : {}),
    ...(apiOrigins ? { apiOrigins } : {}),
    ...(natsUrl ? { natsUrl } : {}),
    ...(fileKey ? { fileKey } : {}),
    ...(firebaseProjectId ? { firebaseProjectId } : {}),
  };
}

/** @throws Error of one line that does not show what may be a password. */
function readNatsUrl(text: string): void {
  const isUrl = (one: string) => {
    const url = URL.parse(one.trim());
    return url !== null && ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '';
  };
  if (!text.split(',').every(isUrl))
    throw new Error('NATS_URL must be one or more addresses like nats://host:4222, separated by commas');
}

/** @throws Error of one line for what is no exact origin; a star would open the product to every page. */
function readOrigin(text: string): string {
  const url = URL.parse(text.trim());
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname));
  if (!url || !isSafe || url.origin !== text.trim() || url.hostname.includes('*'))
    throw new Error(
      `API_ORIGINS must be exact origins like https://portal.example.in, separated by commas, not '${text.trim()}'`,
    );
  return url.origin;
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not '${text}'`);
  return number;
}

function readPublicUrl(text: string): URL {
  try {
    const url = new URL(text);
    const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
    if (isBare && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  } catch {
    // Falls through to the one message.
  }
  throw new Error(`PUBLIC_URL must be an address like https://fleet.example.in, without a path, not '${text}'`);
}

function readProxies(text: string): TrustedProxies {
  if (/^\d+$/.test(text)) return wholeNumber('TRUSTED_PROXIES', text, 0, 10);
  const networks = text.split(',').map((one) => one.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error(
    `TRUSTED_PROXIES must be a whole number from 0 to 10, or addresses like 10.0.0.5, 192.168.0.0/16, not '${text}'`,
  );
}

/** What the start says about a proxy in front, a line for each setting that does not fit. */
export function proxyAdvice({
  publicUrl,
  trustedProxies,
  demo,
}: Pick<Config, 'publicUrl' | 'trustedProxies' | 'demo'>) {
  const lines: string[] = [];
  if (publicUrl?.protocol === 'https:' && trustedProxies === 0)
    lines.push(
      'TRUSTED_PROXIES is 0 though PUBLIC_URL is at a proxy: all people share its address and slow down each other’s sign-in. Set TRUSTED_PROXIES=1',
    );
  if (!publicUrl && trustedProxies !== 0)
    lines.push(
      'PUBLIC_URL is not set though TRUSTED_PROXIES is: people who come through a proxy are refused. Set PUBLIC_URL',
    );
  else if (!publicUrl && !demo)
    lines.push(
      'PUBLIC_URL is not set: only browsers on this machine are served. Behind a proxy, set PUBLIC_URL=https://…',
    );
  return lines;
}
