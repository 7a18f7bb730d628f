import { mailTime, queueMail } from '#areas/mail/mail.server.ts';
import { inputCheck } from '#kit/server/catalogue/write/check-input.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { everything, narrow, type Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { refuse } from '#kit/server/refusals.ts';
import { driver } from '../drivers/driver.contract.ts';
import { driverBy } from '../drivers/driver-lookup.store.ts';
import { setOperationalStatus } from '../drivers/employment.store.ts';
import { recordEntry } from './invitation-history.ts';
import type { OpenRow } from './invitations.store.ts';
import type { PeopleParts } from '../people-parts.ts';
import { ownersOf } from '../drivers/owners.store.ts';
import { invitationAccepted } from '../people.topics.ts';
import { driversChanged } from '../people.events.ts';

/**
 * What a right code does: the first time it makes of the invited a driver in onboarding, later it only opens that again. The
 * transaction sees everybody's rows, and only those of the inviting organisation afterwards.
 * @returns the driver's id.
 */
export async function accept(people: PeopleParts, db: Queryable, writer: Writer, row: OpenRow): Promise<string> {
  const scope = { orgId: row.orgId };
  if (row.status === 1 && row.driverId !== null) {
    await narrow(db, scope);
    return row.driverId;
  }
  if (row.transfer) await leaveFormer(people, db, writer, row);
  await narrow(db, scope);
  const driverId = row.driverId ?? (await makeDriver(people, db, writer, row));
  const { row: found } = await mustRead(people.drivers.reads, scope, driverId, db).catch(() => {
    throw refuse.conflict('This invitation was withdrawn');
  });
  await db.query(`update driver set stage = 'ONBOARDING' where id = $1 and stage = 'INVITED'`, [found.id]);
  await db.query('insert into driver_onboarding (driver_id, org_id) values ($1, $2) on conflict do nothing', [
    found.id,
    row.orgId,
  ]);
  await publish(db, writer.now, {
    topic: invitationAccepted,
    orgId: row.orgId,
    to: { module: driver.path, action: 'create' },
    params: { driver: found.title },
    link: `/${driver.path}/${found.id}`,
    record: { module: driver.path, id: found.id },
    onceKey: `invitation-accepted:${row.id}`,
    except: writer.actorId,
  });
  await db.query('update invitation set status = 1, decided_at = $2, driver_id = $3 where id = $1', [
    row.id,
    writer.now.toISOString(),
    found.id,
  ]);
  await recordEntry(db, writer, row, 'update', { status: 0 }, { status: 1 });
  await driversChanged.raise(db, writer, [found.id]);
  return found.id;
}

async function makeDriver({ kit, drivers }: PeopleParts, db: Queryable, writer: Writer, row: OpenRow): Promise<string> {
  const scope = { orgId: row.orgId };
  const { name, mobile, email, orgId } = row;
  const { values, messages } = inputCheck(kit, driver)({ orgId, name, mobile, email }, scope);
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  const made = await drivers.writes.create(db, scope, writer, { values, files: {} });
  await db.query(`update driver set stage = 'INVITED' where id = $1`, [made.row.id]);
  return made.row.id;
}

/** The former employer's driver leaves, and they are told that it was the driver's own wish; not where to. */
async function leaveFormer(people: PeopleParts, db: Queryable, writer: Writer, row: OpenRow): Promise<void> {
  const found = await driverBy(db, people.kit.sealed, { mobile: row.mobile });
  if (!found || found.orgId === row.orgId) return;
  const { row: former } = await mustRead(people.drivers.reads, everything, found.id, db);
  const asDriver: Writer = { ...writer, actorName: former.title, orgId: found.orgId };
  await setOperationalStatus(db, asDriver, former, 'exit', 'The driver moved to another organisation');
  for (const owner of await ownersOf(db, found.orgId))
    await queueMail(db, people.mail, {
      template: 'driver-moved',
      to: { address: owner.email, name: owner.name, accountId: owner.id },
      orgId: found.orgId,
      values: { name: owner.name, driver: former.title, time: mailTime(writer.now) },
      record: { module: driver.path, id: found.id, title: former.title },
    });
}
