import type { Queryable } from '#kit/server/db/database.ts';
import { happened } from '#kit/server/events.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { incident } from './incident/incident.contract.ts';
import { knownBy } from './incident/incident-mails.ts';
import type { StoredIncident } from './incident/incidents.store.ts';
import language from './incidents-notices.en.json' with { type: 'json' };

/** Emails of it are those that nobody has acknowledged an emergency: on the screen everybody has it at once. */
export const incidentRaised: Topic = {
  key: 'incident-raised',
  texts: language.notices['incident-raised'],
  module: incident.path,
  severity: 'urgent',
  channels: { staff: ['app', 'push', 'email'], client: ['app', 'push', 'email'] },
  templates: ['incident-escalated'],
};

/** Tells staff who handle emergencies, whoever sees them in the organisation, and its other programs, of a new one. */
export async function publishIncident(db: Queryable, row: StoredIncident, writer: Writer): Promise<void> {
  await happened.raise(db, writer, [
    {
      event: 'alarm.raised',
      key: row.id,
      at: new Date(row.raisedAt),
      orgId: row.orgId,
      record: { module: incident.path, id: row.id, title: row.incidentNo },
      facts: {
        isTest: row.isTest,
        source: row.source,
        what: row.what,
        vehicleId: row.vehicleId,
        driverId: row.driverId,
      },
    },
  ]);
  await publish(db, writer.now, {
    topic: incidentRaised,
    orgId: row.orgId,
    to: { module: incident.path, action: 'view', staff: 'approve' },
    params: {
      kind: row.isTest ? 'Test emergency' : 'Emergency',
      incident: row.incidentNo,
      vehicle: await knownBy(db, row),
    },
    link: `/${incident.path}/${row.id}`,
    record: { module: incident.path, id: row.id },
    onceKey: `incident-raised:${row.id}`,
    except: writer.actorId,
  });
}
