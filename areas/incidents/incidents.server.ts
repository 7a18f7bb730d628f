import { incidentRaised } from './incidents.topics.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import { townsOfIndia } from '#kit/server/places/towns.ts';
import { addIncidentCards } from './card/card.routes.ts';
import { escalateJob, escalateTask } from './incident/escalate.job.ts';
import { addIncidentActs } from './incident/incident-acts.routes.ts';
import { incident } from './incident/incident.contract.ts';
import { incidentPolicy } from './incident/incident.policy.ts';
import { contract } from './incidents.contract.ts';
import { addIncidentReport } from './report/report.routes.ts';
import { addIncidentTopic, hearIncidentsOfOthers, incidentNewsJob, incidentNewsTask } from './tell/tell-incidents.ts';
import { openIncidents } from './work/work.store.ts';

// What the product puts together, and other areas may use of this one.
export { incidentsOfSignals } from './incident/incidents.store.ts';
export { createSosFollower } from './follow/sos-follower.ts';

/** Emergencies: SOS buttons of devices and what people report, until somebody has helped. */
export const area: AreaServer<WithMail> = {
  contract,
  topics: [incidentRaised],
  routes: (app, { kit, mail, relay }) => {
    addIncidentTopic(kit.live);
    hearIncidentsOfOthers(kit.live, relay);
    addIncidentCards(app, kit);
    addIncidentReport(app, kit);
    addIncidentActs(app, { kit, mail, parts: catalogueParts(kit, incident) });
  },
  work: [openIncidents],
  policies: ({ mail }) => ({ incident: incidentPolicy({ mail, places: townsOfIndia() }) }),
  jobs: ({ kit, jobs, mail, relay, versions }) => ({
    [escalateJob]: escalateTask({ jobs, mail, versions, live: kit.live, relay }),
    [incidentNewsJob]: incidentNewsTask({ live: kit.live, relay }),
  }),
};
