import { isId } from '#kit/contract/input.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import { type Database, type Param, type Scope, transact } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Invitation } from './invitation.contract.ts';
import { invitationColumns, invitationTables, statusSql } from './invitation-store.ts';

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
  skip: { about: 'Rows to leave out', schema: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 } },
  take: { about: 'Rows to answer', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } },
};

/** A page of invitations of the scope, newest first, and how many there are. */
export async function listInvitations(
  db: Database,
  scope: Scope,
  query: Record<string, unknown>,
  now: Date,
): Promise<{ rows: Invitation[]; count: number }> {
  const params: Param[] = [now.toISOString()];
  const { terms, skip, take } = termsOf(query, params);
  const where = `true${fence('invitations', scope, 'i.org_id', params)}${terms.map((term) => ` and ${term}`).join('')}`;
  return transact(db, scope, async (db) => {
    const rows = await db.query<Invitation>(
      `select ${invitationColumns('$1')} from ${invitationTables} where ${where}
       order by i.created_at desc, i.id desc limit ${take} offset ${skip}`,
      params,
    );
    const [total] = await db.query<{ count: number }>(
      `select count(*) from ${invitationTables} where $1::timestamptz is not null and ${where}`,
      params,
    );
    return { rows, count: total?.count ?? 0 };
  });
}

function termsOf(query: Record<string, unknown>, params: Param[]) {
  const messages: Record<string, string> = {};
  const terms: string[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
  const page = { skip: 0, take: 25 };
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') messages[name] = 'Give this parameter once';
    else if (value.includes('\0')) messages[name] = 'Contains characters that cannot be used';
    else if (value === '') continue;
    else if (name === 'type') {
      if (value === '1' || value === '2') terms.push(`i.type = ${bind(Number(value))}`);
      else messages[name] = 'Must be 1 or 2';
    } else if (name === 'status') {
      if (/^[0-4](,[0-4])*$/.test(value))
        terms.push(`${statusSql('$1')} = any(${bind(value.split(',').map(Number))}::smallint[])`);
      else messages[name] = 'Must be 0, 1, 2, 3 or 4';
    } else if (name === 'vehicleId' || name === 'driverId' || name === 'orgId') {
      const column = { vehicleId: 'i.vehicle_id', driverId: 'i.driver_id', orgId: 'o.id' }[name];
      if (isId(value)) terms.push(`${column} = ${bind(value)}`);
      else messages[name] = 'Must be the id of a record';
    } else if (name === 'q') {
      if (value.length > 100) messages[name] = 'At most 100 characters';
      for (const word of value.trim().split(/\s+/).slice(0, 6))
        terms.push(
          `(i.name || ' ' || i.mobile || ' ' || coalesce(i.email, '')) ilike ${bind(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`,
        );
    } else if (name === 'skip' || name === 'take') {
      const [low, high] = name === 'skip' ? [0, 100_000] : [1, 100];
      const read = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
      if (!(read >= low && read <= high)) messages[name] = `Must be a whole number from ${low} to ${high}`;
      page[name] = read;
    }
  }
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  return { terms, ...page };
}
