import type { AreaTabs } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';

/** The page of an incident: how it is, whom to call, where it is, and what happened when. */
export const incidentTabs: AreaTabs = {
  header: lazyPage(async () => (await import('./incident-head.tsx')).IncidentHead),
  banner: lazyPage(async () => (await import('./incident-banner.tsx')).IncidentBanner),
  shows: [
    'incidentNo',
    'incidentState',
    'isTest',
    'vehicleId',
    'repeats',
    'escalation',
    'acknowledgedAfterS',
    'closedAfterS',
    'outcome',
  ],
  panels: [
    {
      place: 'main',
      order: 10,
      component: lazyPage(async () => (await import('./whom-to-call.panel.tsx')).WhomToCall),
    },
    {
      place: 'main',
      order: 20,
      shows: ['place', 'lat', 'lon', 'positionAt'],
      component: lazyPage(async () => (await import('./place.panel.tsx')).IncidentPlace),
    },
    {
      place: 'side',
      order: 10,
      component: lazyPage(async () => (await import('./report.panel.tsx')).IncidentReport),
    },
  ],
  tabs: [
    {
      slug: 'timeline',
      order: 10,
      label: 'incidents.timeline.title',
      needs: 'view',
      component: lazyPage(async () => (await import('./timeline.tab.tsx')).IncidentTimeline),
    },
  ],
};
