import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type * as z from 'zod/mini';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { incident } from './incident/incident.contract.ts';
import type { IncidentCard, incidentEntry, OpenIncident } from './incident/incident-answers.contract.ts';

export type Incident = RowOf<typeof incident>;
export type IncidentLine = z.infer<typeof incidentEntry>;

/** What shows incidents is stale after every act on one. */
export const refreshIncidents = () => invalidate('incident', 'dashboard', 'history');

/** Asked again so often, whatever the live socket says: an emergency is not to depend on one connection. */
const askEveryMs = 30_000;

/** Emergencies that are open, also while the tab is in the background; and how far this browser's clock is behind the product's. */
export const useOpenIncidents = () =>
  useQuery({
    queryKey: ['incident', 'open'],
    queryFn: async ({ signal }) => {
      const { data, now } = await api.get<Answer<OpenIncident[]> & { now: string }>('/incident/open', {
        signal,
        quiet: true,
      });
      return { incidents: data, behindMs: Date.parse(now) - Date.now() };
    },
    staleTime: 0,
    refetchInterval: askEveryMs,
    refetchIntervalInBackground: true,
  });

/** What happened in an incident, oldest first. */
export const useIncidentTimeline = (id: string) =>
  useQuery({
    queryKey: ['incident', 'timeline', id],
    queryFn: async ({ signal }) => (await api.get<Answer<IncidentLine[]>>(`/incident/timeline/${id}`, { signal })).data,
  });

/** Whom to call about an incident. */
export const useIncidentCard = (id: string, mayCall: boolean) =>
  useQuery({
    queryKey: ['incident', 'card', id],
    enabled: mayCall,
    queryFn: async ({ signal }) => (await api.get<Answer<IncidentCard>>(`/incident/card/${id}`, { signal })).data,
  });

export async function downloadReport(id: string): Promise<void> {
  const file = await api.blob('GET', `/incident/report/${id}`).catch(() => undefined);
  if (file) download(file.blob, file.name);
}
