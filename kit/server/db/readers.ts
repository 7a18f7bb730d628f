import pg from 'pg';
import { freeOldest, noteUse } from './often.ts';
import { soon } from './soon.ts';
import type { Param, Statement, TextRow } from './statement.ts';

export const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

/** SQLSTATE of a prepared statement that the server does not have. */
const unknownStatement = '26000';

/**
 * A few pipelined connections for autocommit reads: many statements are on the wire at once, each prepared once.
 * A lost connection fails what was on it and is opened anew by the next read.
 */
export function createReaders(
  settings: pg.ClientConfig,
  size: number,
  { log, refused }: { log: (line: string) => void; refused: (error: unknown) => void },
) {
  const slots: (Promise<pg.Client> | undefined)[] = Array.from({ length: size });
  let turn = 0;
  let closed = false;

  const open = (slot: number): Promise<pg.Client> => {
    const client = new pg.Client(settings);
    const drop = (reason: string) => {
      if (slots[slot] !== ready) return;
      slots[slot] = undefined;
      if (!closed) log(`database reader lost: ${reason}`);
    };
    client.on('error', (error: Error) => drop(error.message));
    client.on('end', () => drop('connection ended'));
    const ready = client.connect().then(
      () => client,
      (error: unknown) => {
        slots[slot] = undefined;
        refused(error);
        throw error;
      },
    );
    slots[slot] = ready;
    return ready;
  };

  return {
    async text(statement: Statement, params: readonly Param[]): Promise<TextRow[]> {
      turn = (turn + 1) % size;
      const slot = turn;
      const opened = slots[slot] ?? open(slot);
      const client = await soon(opened, () => undefined);
      noteUse(client, statement.name);
      freeOldest(client);
      try {
        const result = await client.query({
          ...statement,
          values: params as unknown[],
          rowMode: 'array',
          types: asText,
        } as pg.QueryArrayConfig);
        return result.rows as TextRow[];
      } catch (error) {
        // Behind a statement that failed to prepare, the client believes in names the server never learnt: start anew.
        if ((error as { code?: string }).code === unknownStatement && slots[slot] === opened) {
          slots[slot] = undefined;
          client.end().catch(() => undefined);
        }
        throw error;
      }
    },
    /** Gives up all connections. The next read opens one anew. */
    leave() {
      for (const [at, slot] of slots.entries()) {
        slots[at] = undefined;
        slot?.then((client) => client.end()).catch(() => undefined);
      }
    },
    async close() {
      closed = true;
      await Promise.all(slots.map((slot) => slot?.then((client) => client.end()).catch(() => undefined)));
    },
  };
}
