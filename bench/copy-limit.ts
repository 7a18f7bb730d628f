import { join } from 'node:path';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { withClient } from '#kit/server/postgres/roles.ts';

/**
 * What the database itself can do: it copies the rows that were stored since `mark` from a file of its own into a table like
 * theirs, with the same partitions and indexes. One process of it, one transaction, nothing to read from any socket.
 * @param superuser in the product's database: files of the server are for nobody else.
 */
export async function copyLimit(
  superuser: ConnectionConfig,
  mark: string,
): Promise<{ rows: number; perSecond: number }> {
  return withClient(superuser, async (client) => {
    const { rows: settings } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    const file = join(settings[0]?.folder ?? '', 'bench.copy').replaceAll("'", "''");
    await client.query('drop table if exists position_limit');
    await client.query('create table position_limit (like position including all) partition by range (fix_at)');
    await client.query(
      `do $$ declare part record; begin
         for part in select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent = 'position'::regclass
         loop
           execute format('create table %I partition of position_limit %s', replace(part.relname, 'position', 'position_limit'), part.bound);
         end loop;
       end $$`,
    );
    const copied = await client.query(
      `copy (select * from position where received_at > '${mark}' order by received_at) to '${file}' (format binary)`,
    );
    await client.query('checkpoint');
    const began = performance.now();
    await client.query(`copy position_limit from '${file}' (format binary)`);
    const seconds = (performance.now() - began) / 1000;
    await client.query('drop table position_limit');
    const rows = copied.rowCount ?? 0;
    return { rows, perSecond: Math.round(rows / seconds) };
  });
}
