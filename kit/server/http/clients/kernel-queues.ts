import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Names a connection by its two ports, which is enough to tell hardly any two apart wrongly. */
const nameOf = (local: number, remote: number) => `${local}:${remote}`;

/**
 * What the system holds of connections and the other end has not acknowledged: a client that reads slowly empties megabytes
 * there before it shows here. Linux tells it; elsewhere, and for connections that are not listed, nothing is known.
 */
export async function kernelQueues(): Promise<(socket: Socket) => number | undefined> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => '')),
  );
  const queued = new Map<string, number>();
  for (const table of tables)
    for (const [, local, remote, bytes] of table.matchAll(
      /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm,
    )) {
      const name = nameOf(Number.parseInt(local ?? '', 16), Number.parseInt(remote ?? '', 16));
      queued.set(name, (queued.get(name) ?? 0) + Number.parseInt(bytes ?? '', 16));
    }
  return ({ localPort = 0, remotePort = 0 }) => queued.get(nameOf(localPort, remotePort));
}
