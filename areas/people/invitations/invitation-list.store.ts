import { isId } from '#kit/contract/ids-and-days.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import { type Database, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import type { Invitation } from './invitations.contract.ts';
import { invitationColumns, invitationTables, statusSql } from './invitations.store.ts';

const ids = { type: 'string', format: 'uuid' };
export const invitationQuery: Readonly<Record<string, Parameter>> = {
  type: { about: '1 share of a vehicle, 2 driver', schema: { type: 'integer', enum: [1, 2] } },
  status: {
    about: '0 pending, 1 accepted, 2 rejected, 3 expired, 4 withdrawn; several are separated by commas',
    schema: { type: 'string', examples: ['0'] },
  },
  vehicleId: { about: 'For this vehicle', schema: ids },
  driverId: { about: 'Of this driver', schema: ids },
  orgId: { about: 'Of this organisation', schema: ids },
  q: { about: 'Words to look for in name, number and address', schema: { type: 'string', maxLength: 100 } },
  skip: listPage.skip,
  take: listPage.take,
};

/** A page of invitations of the scope, newest first, and how many there are. */
export async function listInvitations(
  db: Database,
  scope: Scope,
  query: Record<string, unknown>,
  now: Date,
): Promise<{ rows: Invitation[]; count: number }> {
  const { terms, at, params, page } = termsOf(query, now);
  const where = `true${tenantFilter('invitations', scope, 'i.org_id', params)}${terms.map((term) => ` and ${term}`).join('')}`;
  return transact(db, scope, async (db) => {
    const rows = await db.query<Invitation>(
      `select ${invitationColumns(at)} from ${invitationTables} where ${where}
       order by i.created_at desc, i.id desc limit ${page.take} offset ${page.skip}`,
      params,
    );
    const [total] = await db.query<{ count: number }>(
      `select count(*) from ${invitationTables} where ${at}::timestamptz is not null and ${where}`,
      params,
    );
    return { rows, count: total?.count ?? 0 };
  });
}

function termsOf(query: Record<string, unknown>, now: Date) {
  const read = queryReader(query);
  const at = read.bind(now.toISOString());
  const terms: string[] = [];
  const type = read.text('type');
  if (type === '1' || type === '2') terms.push(`i.type = ${read.bind(Number(type))}`);
  else if (type !== undefined) read.wrong('type', 'Must be 1 or 2');
  const status = read.text('status');
  if (status !== undefined && /^[0-4](,[0-4])*$/.test(status))
    terms.push(`${statusSql(at)} = any(${read.bind(status.split(',').map(Number))}::smallint[])`);
  else if (status !== undefined) read.wrong('status', 'Must be 0, 1, 2, 3 or 4');
  for (const [name, column] of [
    ['vehicleId', 'i.vehicle_id'],
    ['driverId', 'i.driver_id'],
    ['orgId', 'o.id'],
  ] as const) {
    const id = read.text(name);
    if (isId(id)) terms.push(`${column} = ${read.bind(id)}`);
    else if (id !== undefined) read.wrong(name, 'Must be the id of a record');
  }
  terms.push(...read.words(`(i.name || ' ' || coalesce(i.mobile, '') || ' ' || coalesce(i.email, ''))`));
  return { terms, at, params: read.params, page: read.page() };
}
