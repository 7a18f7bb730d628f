import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { clientConfig } from '#kit/server/db/database.ts';
import { noteRefused, onLeave } from '#kit/server/db/leaving.ts';

/** Any number, as long as nobody else uses it. */
const lockKey = 7_240_533;
const againMs = 1_000;
const statementMs = 1_500;

/** Makes one process of several the one that listens to devices. */
export interface OnlyOne {
  /** Asks once: whether this process is the one now. */
  take(): Promise<boolean>;
  /** Ends when this process is the one. */
  wait(signal: AbortSignal): Promise<void>;
  /** Ends when another has taken its place, which can be when the connection to the database was lost. */
  lost(signal: AbortSignal): Promise<void>;
  release(): Promise<void>;
}

export function createOnlyOne(config: ConnectionConfig, log: (line: string) => void): OnlyOne {
  let client: pg.Client | undefined;

  const forget = onLeave(config, () => void client?.end().catch(() => undefined));

  /** 'mine', 'theirs', or 'away' when the database cannot be asked. */
  const ask = async (): Promise<'mine' | 'theirs' | 'away'> => {
    if (client) return 'mine';
    const next = new pg.Client(clientConfig(config, statementMs));
    const drop = () => {
      if (client === next) client = undefined;
    };
    next.on('error', drop).on('end', drop);
    try {
      await next.connect();
      const { rows } = await next.query('select pg_try_advisory_lock($1) as mine', [lockKey]);
      if (rows[0]?.mine === true) {
        client = next;
        return 'mine';
      }
      await next.end();
      return 'theirs';
    } catch (error) {
      noteRefused(config, error);
      await next.end().catch(() => undefined);
      return 'away';
    }
  };
  const until = async (wanted: 'mine' | 'theirs', signal: AbortSignal, line?: string) => {
    for (let isLogged = false; !signal.aborted; ) {
      const whose = await ask();
      if (whose === wanted) return;
      if (line !== undefined && whose === 'theirs' && !isLogged) {
        log(line);
        isLogged = true;
      }
      await sleep(againMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    take: async () => (await ask()) === 'mine',
    wait: (signal) =>
      until('mine', signal, 'tracking: another process listens to devices; this one takes over when it ends'),
    lost: (signal) => until('theirs', signal),
    async release() {
      forget();
      const held = client;
      client = undefined;
      await held?.end().catch(() => undefined);
    },
  };
}
