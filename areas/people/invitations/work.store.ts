import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import { invitationTables, statusSql } from './invitations.store.ts';

/** Invitations of drivers without an answer, for those who send them. */
export const openInvitations: WorkSource = {
  key: 'invitations-open',
  module: 'vehicle-invitation',
  order: 60,
  isFor: ({ grants }) => can(grants, 'vehicle-invitation', 'view') && can(grants, 'vehicle-invitation', 'edit'),
  async read({ db, scope, now }) {
    const params: Param[] = [now.toISOString()];
    const own = `${invitationTables} where i.type = 2${tenantFilter('work-invitations', scope, 'i.org_id', params)}`;
    const status = statusSql('$1::timestamptz');
    const [found] = await db.query<{ open: number; expired: number }>(
      `select count(*) filter (where ${status} = 0) as open, count(*) filter (where ${status} = 3) as expired from ${own}`,
      params,
    );
    const rows = await db.query<{ name: string; at: string }>(
      `select i.name, i.expires_at as at from ${own} and ${status} = 0 order by i.expires_at, i.id limit ${workRows}`,
      params,
    );
    const list = (status: number) => `/vehicle-invitation?status=${status}`;
    return {
      count: found?.open ?? 0,
      to: list(0),
      parts: [{ key: 'expired', tone: 'off', count: found?.expired ?? 0, to: list(3) }],
      rows: rows.map(({ name, at }) => ({ label: name, isPlate: false, note: null, at, to: list(0) })),
    };
  },
};
