import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';

/** Mails that did not arrive, for those who look after the outbox. */
export const undeliveredMails: WorkSource = {
  key: 'mails-undelivered',
  module: 'mail',
  order: 90,
  isFor: ({ grants }) => can(grants, 'mail', 'view'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const lost = `m.state in ('failed', 'bounced')${tenantFilter('work-mails', scope, 'm.org_id', params)}`;
    const [found] = await db.query<{ failed: number; bounced: number }>(
      `select count(*) filter (where m.state = 'failed') as failed, count(*) filter (where m.state = 'bounced') as bounced
       from mail m where ${lost}`,
      params,
    );
    const rows = await db.query<{ id: string; name: string; subject: string; at: string }>(
      `select m.id, m.to_name as name, m.subject, m.created_at as at from mail m where ${lost} order by m.created_at desc, m.id limit ${workRows}`,
      params,
    );
    const [failed, bounced] = [found?.failed ?? 0, found?.bounced ?? 0];
    return {
      count: failed + bounced,
      to: '/mail?state=failed,bounced',
      parts: [{ key: 'bounced', tone: 'bad', count: bounced, to: '/mail?state=bounced' }],
      rows: rows.map(({ name, subject, at }) => ({
        label: name,
        isPlate: false,
        note: subject,
        at,
        to: '/mail?state=failed,bounced',
      })),
    };
  },
};
