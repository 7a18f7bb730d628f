/** How to reach one database as one role. The shape `pg` takes. `host` may be the folder of a Unix socket. */
export interface ConnectionConfig {
  host: string;
  port?: number;
  user: string;
  password?: string;
  database: string;
  ssl?: boolean | { rejectUnauthorized: boolean };
}

/**
 * Reads a postgres:// URL.
 * @throws Error with one clear line when it is not one.
 */
export function parseDatabaseUrl(url: string, name: string): ConnectionConfig {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new Error(`${name} is not a URL: expected postgres://user:password@host:5432/database`);
  }
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) throw new Error(`${name} must start with postgres://`);
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (!database || !parsed.username) throw new Error(`${name} must name a user and a database`);
  const sslMode = parsed.searchParams.get('sslmode');
  return {
    host: parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname),
    ...(parsed.port ? { port: Number(parsed.port) } : {}),
    user: decodeURIComponent(parsed.username),
    ...(parsed.password ? { password: decodeURIComponent(parsed.password) } : {}),
    database,
    ...(sslMode && sslMode !== 'disable' ? { ssl: { rejectUnauthorized: sslMode.startsWith('verify') } } : {}),
  };
}
