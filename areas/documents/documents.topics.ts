import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import language from './documents-notices.en.json' with { type: 'json' };

const texts = language.notices;
const common = { module: 'vehicle-kyc-doc', channels: { client: ['app', 'email'] } } as const;

export const documentVerified: Topic = {
  ...common,
  key: 'document-verified',
  texts: texts['document-verified'],
  severity: 'info',
  channels: { client: ['app'] },
};
export const documentRejected: Topic = {
  ...common,
  key: 'document-rejected',
  texts: texts['document-rejected'],
  severity: 'warning',
  templates: ['paper-turned-down'],
};
/** Told by who reminds of papers. */
export const documentExpiring: Topic = {
  ...common,
  key: 'document-expiring',
  texts: texts['document-expiring'],
  severity: 'warning',
  templates: ['paper-ends'],
};
/** For reviewers: once a day for each organisation, whatever number of documents it sends. The queue says which. */
export const documentsWaiting: Topic = {
  key: 'documents-waiting',
  texts: texts['documents-waiting'],
  module: 'document-review',
  severity: 'info',
  channels: { staff: ['app'] },
};
export const documentTopics: readonly Topic[] = [
  documentVerified,
  documentRejected,
  documentExpiring,
  documentsWaiting,
];

/** Tells reviewers that these organisations have documents for them. To be called in the transaction that stores those. */
export async function tellReviewers(db: Queryable, writer: Writer, orgIds: readonly string[]): Promise<void> {
  const organisations = await db.query<{ id: string; name: string }>(
    'select id, name from people_organisation where id = any($1::uuid[])',
    [[...new Set(orgIds)]],
  );
  await publish(
    db,
    writer.now,
    ...organisations.map(({ id, name }) => ({
      topic: documentsWaiting,
      orgId: id,
      to: { module: 'document-review', action: 'view', staff: 'view' },
      params: { organisation: name },
      link: '/document-review',
      onceKey: `documents-waiting:${id}:${indiaDay(writer.now)}`,
      except: writer.actorId,
    })),
  );
}
