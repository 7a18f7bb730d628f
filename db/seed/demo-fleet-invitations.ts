import { randomBytes } from 'node:crypto';
import type { Queryable } from '#kit/server/db/database.ts';
import { uuidv7 } from 'uuidv7';
import type { PlannedDriver } from './demo-fleet-drivers.ts';

const dayMs = 86_400_000;

/** How invitations of people who are no drivers here ended: 2 rejected, 3 expired, 4 revoked. */
const ended = [
  ['Ashok Deshmukh', '7000004001', 2, 12],
  ['Faisal Mulla', '7000004002', 3, 9],
  ['Rekha Kadam', '7000004003', 4, 5],
] as const;

/**
 * Invitations in every state. Nobody knows their links: whoever wants to walk through one sends it again.
 * @param inviter account that invited, of the organisation of the drivers.
 */
export async function addInvitations(
  db: Queryable,
  drivers: readonly PlannedDriver[],
  inviter: { id: string; orgId: string },
  now: Date,
): Promise<void> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString();
  const lives = (daysAgo: number) => new Date(now.getTime() + (7 - daysAgo) * dayMs).toISOString();
  const common = (daysAgo: number) => ({
    id: uuidv7(),
    org_id: inviter.orgId,
    type: 2,
    transfer: false,
    invited_by: inviter.id,
    resend_count: 0,
    otp_tries: 0,
    token_hash: `\\x${randomBytes(32).toString('hex')}`,
    created_at: at(daysAgo),
    expires_at: lives(daysAgo),
  });
  const staged = drivers.filter(({ plan, orgId }) => plan.stage !== undefined && orgId === inviter.orgId);
  const rows = [
    ...staged.map(({ id, name, columns, plan }, index) => ({
      ...common(1 + index),
      name,
      mobile: columns['mobile'],
      driver_id: id,
      status: plan.stage === 'INVITED' ? 0 : 1,
      message: 'Come and drive with us',
      decided_at: plan.stage === 'INVITED' ? null : at(index),
    })),
    ...ended.map(([name, mobile, status, daysAgo]) => ({
      ...common(daysAgo),
      name,
      mobile,
      status,
      decided_at: at(Math.max(0, daysAgo - 7)),
    })),
  ];
  const names = ['id', 'org_id', 'type', 'status', 'name', 'mobile', 'transfer', 'driver_id', 'message', 'invited_by'];
  const columns = [...names, 'resend_count', 'otp_tries', 'token_hash', 'created_at', 'expires_at', 'decided_at'];
  await db.query(
    `insert into invitation (${columns.join(', ')})
     select ${columns.map((name) => `i.${name}`).join(', ')} from jsonb_populate_recordset(null::invitation, $1::jsonb) i`,
    [JSON.stringify(rows)],
  );
  // Who accepted has begun: the first of them with their name, the second with their licence as well.
  const begun = staged.filter(({ plan }) => plan.stage === 'ONBOARDING');
  for (const [index, { id, orgId }] of begun.entries())
    await db.query(
      'insert into driver_onboarding (driver_id, org_id, identity_at, licence_at) values ($1, $2, $3, $4)',
      [id, orgId, at(1), index > 0 ? at(0.5) : null],
    );
}

/** A vehicle with a device is shared with the family since two weeks, and for three months to come. */
export async function addShare(db: Queryable, now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  await db.query(
    `insert into vehicle_share (id, org_id, vehicle_id, receiver_id, receiver_org_id, receiver_name, receiver_org_name, since, until)
     select $1, v.org_id, v.id, a.id, r.id, a.name, r.name, $2, $3
     from vehicle v join organisation o on o.id = v.org_id and o.name = 'Sahyadri Logistics'
       join device_binding b on b.vehicle_id = v.id and b.to_at is null
       join account a on a.email = 'kulkarni@roadkeeper.test' and a.deleted_at is null join organisation r on r.id = a.org_id
     where v.deleted_at is null and v.status = 1 and v.situation = 'IN_USE'
     order by v.verdict = 'GREEN' desc, v.registration_no limit 1`,
    [uuidv7(), at(-14), at(90)],
  );
}
