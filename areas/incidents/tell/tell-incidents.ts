import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { incident } from '../incident/incident.contract.ts';
import type { StoredIncident } from '../incident/incidents.store.ts';
import { incidentTopic } from './incident-news.contract.ts';

const told = z.object({
  id: z.string(),
  orgId: z.string(),
  incidentNo: z.string(),
  incidentState: z.string(),
  isTest: z.boolean(),
});
type Told = z.infer<typeof told>;

/** The job that tells open browsers of what a call or the clock changed, once it has been written. */
export const incidentNewsJob = 'incident-news';

const newsOf = ({ id, orgId, incidentNo, incidentState, isTest }: StoredIncident): Told => ({
  id,
  orgId,
  incidentNo,
  incidentState,
  isTest,
});

/** Has it told as soon as the transaction of the writer is over. */
export async function queueIncidentNews(
  db: Queryable,
  writer: Writer,
  jobs: Pick<Jobs, 'add' | 'wake'>,
  row: StoredIncident,
): Promise<void> {
  await jobs.add(db, { name: incidentNewsJob, payload: { ...newsOf(row) } });
  (writer.afterwards ??= []).push(() => jobs.wake());
}

/** Whoever sees incidents follows those of their organisations. */
export const addIncidentTopic = (live: Pick<Hub, 'addTopic'>): void =>
  live.addTopic({ name: incidentTopic, authorise: ({ grants }) => can(grants, incident.path, 'view') });

export interface Telling {
  live: Pick<Hub, 'publish'>;
  relay: Relay;
}

/** Tells open browsers, here and at other processes. */
export function tellIncident({ live, relay }: Telling, news: StoredIncident | Told): void {
  const said = told.parse(news);
  publish(live, said);
  if (relay.isShared) relay.tell(incidentTopic, Buffer.from(JSON.stringify(said)));
}

export const incidentNewsTask =
  (telling: Telling): Task =>
  async (_db, payload) => {
    const news = told.parse(payload);
    return () => tellIncident(telling, news);
  };

/** Hears what other processes tell. */
export const hearIncidentsOfOthers = (live: Pick<Hub, 'publish'>, relay: Relay): (() => void) =>
  relay.hear(incidentTopic, (bytes) => publish(live, told.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))));

function publish(live: Pick<Hub, 'publish'>, { orgId, ...news }: Told): void {
  live.publish(
    incidentTopic,
    { organisations: [orgId], right: { module: incident.path, action: 'view' } },
    news.id,
    news,
  );
}
