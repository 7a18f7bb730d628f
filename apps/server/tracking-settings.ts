import { isIP } from 'node:net';
import { usualPorts } from '#areas/gateway/gateway.server.ts';
import type { TrackingSettings } from '#areas/trips/trips.server.ts';

interface Surroundings {
  demo: boolean;
  /** Where the web application is listened to. */
  host: string;
  port: number;
}

const highestPort = 65_535;

/**
 * Reads GATEWAY_HOST, GATEWAY_…_PORT and how long is kept what devices send.
 * @throws Error with one line that names the variable.
 */
export function readTracking(
  value: (name: string) => string | undefined,
  { demo, host, port }: Surroundings,
): TrackingSettings {
  const given = value('GATEWAY_HOST');
  if (given !== undefined && given !== 'localhost' && isIP(given) === 0)
    throw new Error(`GATEWAY_HOST must be an address of this machine like 0.0.0.0, not '${given}'`);
  // Whoever takes any free port for the web application wants none of the usual ones for devices.
  const usual = (name: string) => (port === 0 ? 'auto' : (usualPorts[name] ?? 0));
  const ports = Object.fromEntries(
    Object.keys(usualPorts).map((name) => [name, readPort(`GATEWAY_${name.toUpperCase()}_PORT`, value) ?? usual(name)]),
  );
  const taken = new Map<number | 'auto', string>();
  for (const [name, port] of Object.entries(ports)) {
    const other = typeof port === 'number' && port > 0 ? taken.get(port) : undefined;
    if (other !== undefined) throw new Error(`${name} and ${other} cannot both be at port ${port} (GATEWAY_…_PORT)`);
    taken.set(port, name);
  }
  return {
    host: given ?? host,
    ports,
    busyPort: demo ? 'another' : 'fail',
    kept: {
      positions: readDays('TRACKING_KEEP_DAYS', 90, value),
      frames: readDays('FRAMES_KEEP_DAYS', 30, value),
    },
    limits: { connections: readWhole('GATEWAY_MAX_CONNECTIONS', 20_000, 1, 1_000_000, value) },
  };
}

function readPort(name: string, value: (name: string) => string | undefined): number | 'auto' | undefined {
  const text = value(name);
  if (text === undefined) return undefined;
  if (text === 'auto') return 'auto';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= highestPort) return port;
  throw new Error(`${name} must be a port from 1 to ${highestPort}, auto, or 0 for none, not '${text}'`);
}

const readDays = (name: string, usual: number, value: (name: string) => string | undefined) =>
  readWhole(name, usual, 1, 3_650, value);

function readWhole(
  name: string,
  usual: number,
  min: number,
  max: number,
  value: (name: string) => string | undefined,
): number {
  const text = value(name);
  if (text === undefined) return usual;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not '${text}'`);
}
