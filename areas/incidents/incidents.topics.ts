import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { incident } from './incident/incident.contract.ts';
import { vehicleOf } from './incident/incident-mails.ts';
import type { StoredIncident } from './incident/incidents.store.ts';
import language from './incidents-notices.en.json' with { type: 'json' };

/** Emails of it are those that nobody has acknowledged an emergency: on the screen everybody has it at once. */
export const incidentRaised: Topic = {
  key: 'incident-raised',
  texts: language.notices['incident-raised'],
  module: incident.path,
  severity: 'urgent',
  channels: { staff: ['app', 'email'], client: ['app', 'email'] },
  templates: ['incident-escalated'],
};

/** Tells staff who handle emergencies, and whoever sees them in the organisation, of a new one. */
export const publishIncident = async (
  db: Queryable,
  row: StoredIncident,
  writer: Pick<Writer, 'actorId' | 'now'>,
): Promise<void> =>
  publish(db, writer.now, {
    topic: incidentRaised,
    orgId: row.orgId,
    to: { module: incident.path, action: 'view', staff: 'approve' },
    params: {
      kind: row.isTest ? 'Test emergency' : 'Emergency',
      incident: row.incidentNo,
      vehicle: await vehicleOf(db, row),
    },
    link: `/${incident.path}/${row.id}`,
    record: { module: incident.path, id: row.id },
    onceKey: `incident-raised:${row.id}`,
    except: writer.actorId,
  });
