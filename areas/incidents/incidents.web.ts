import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { incident } from './incident/incident.contract.ts';
import { contract } from './incidents.contract.ts';
import { incidentActs, reportEmergency } from './screen/acts.web.ts';
import { incidentTabs } from './screen/tabs.web.ts';
import { incidentTopic } from './tell/incident-news.contract.ts';

export const web: AreaWeb = {
  contract,
  tabs: { incident: incidentTabs },
  actions: { incident: incidentActs, vehicle: [reportEmergency], drivers: [reportEmergency] },
  onEveryPage: {
    module: incident.path,
    component: lazyPage(async () => (await import('./wall/wall.tsx')).IncidentWall),
  },
  hears: [{ topic: incidentTopic, load: async () => (await import('./wall/hear-incident.web.ts')).hearIncident }],
  work: {
    'incidents-open': {
      title: 'incidents.work.title',
      unit: 'incidents.work.unit',
      parts: { raised: 'incidents.work.raised' },
    },
  },
};
