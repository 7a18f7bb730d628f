import { unknownId } from '../routes.ts';
import type { Case, CaseMakings } from './case.ts';

/** The ways to use the calls about incidents; undefined for other routes. */
export async function incidentCases({
  world,
  harvest,
  caller,
  pattern,
  url,
  one,
}: CaseMakings): Promise<Case[] | undefined> {
  if (!url.includes('/incident/')) return undefined;
  switch (pattern) {
    case 'PUT /{catalogue}/{id}': {
      // It stays with its organisation, its vehicle, and a test.
      const [row] = await world.behind.query<Record<string, unknown>>(
        `select org_id as "orgId", vehicle_id as "vehicleId", driver_id as "driverId", is_test as "isTest" from incident where id = $1`,
        [url.split('/').at(-1) ?? ''],
      );
      return row && [one({ body: { ...row, what: 'A sample' } })];
    }
    case 'POST /{catalogue}/acknowledge/{id}':
      return [one()];
    case 'POST /{catalogue}/called/{id}':
      return [one({ body: { person: 'A driver', number: '7000000012' } })];
    case 'POST /{catalogue}/email/{id}': {
      const contactId = (await harvest.firstOf('emergency-contact', caller)) ?? unknownId();
      const body = { contactId, note: 'A sample' };
      // About a test nobody is written to, whoever the contact is: that says that the call was let in.
      const [trial] = await world.behind.query<{ id: string }>(
        `select id from incident where is_test and closed_at is null and deleted_at is null and status = 1 order by raised_at desc limit 1`,
        [],
      );
      return [one({ body }), ...(trial ? [one({ url: `/incident/email/${trial.id}`, body })] : [])];
    }
    case 'POST /{catalogue}/send/{id}':
      return [one({ body: { person: 'A patrol' } })];
    case 'POST /{catalogue}/note/{id}':
      return [one({ body: { text: 'A sample' } })];
    case 'POST /{catalogue}/resolve/{id}':
    case 'POST /{catalogue}/false-alarm/{id}':
      return [one({ body: { outcome: 'A sample' } })];
  }
  return undefined;
}
