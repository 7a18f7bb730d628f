import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { idOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { incidentCard, incidentEntry, type OpenIncident, openIncident } from '../incident/incident-answers.contract.ts';
import { incident } from '../incident/incident.contract.ts';
import { openStates } from '../incident/incident-states.contract.ts';
import { entriesOf, findIncident } from '../incident/incidents.store.ts';
import { cardOf } from './card.store.ts';

const mostShown = 50;

/** GET /incident/open, /incident/timeline/{id} and /incident/card/{id}: what screens show of emergencies. */
export function addIncidentCards(app: FastifyInstance, kit: CatalogueKit): void {
  const common = { method: 'GET', tag: incident.many, scope: 'organisation' } as const;
  addRoute(app, {
    ...common,
    path: '/incident/open',
    summary: `Emergencies that are open, the newest first; at most ${mostShown}`,
    access: { module: incident.path, action: 'view' },
    answer: z.array(openIncident),
    // By the product's clock: how long ago something was is not to depend on that of a browser.
    beside: { now: z.string() },
    handle: async ({ session }) => {
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, (db) => readOpen(db, scope));
      return { message: 'OK', data, now: kit.clock.now().toISOString() };
    },
  });
  addRoute(app, {
    ...common,
    path: '/incident/timeline/{id}',
    summary:
      'What happened in an incident, oldest first; clients are not told which member of the staff it was, nor notes of staff',
    access: { module: incident.path, action: 'view' },
    answer: z.array(incidentEntry),
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) =>
        entriesOf(db, await findIncident(db, scope, idOf(call, incident)), scope.client === true),
      );
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    path: '/incident/card/{id}',
    summary:
      'Whom to call about an incident: its driver, emergency contacts in their order, and emergency numbers of the state where it is',
    access: { module: incident.path, action: 'approve' },
    answer: incidentCard,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) =>
        cardOf(db, await findIncident(db, scope, idOf(call, incident))),
      );
      return { message: 'OK', data };
    },
  });
}

function readOpen(db: Queryable, scope: Scope): Promise<OpenIncident[]> {
  const params: Param[] = [[...openStates]];
  const tenantSql = tenantFilter('incident-open', scope, 'i.org_id', params);
  return db.query<OpenIncident>(
    `select i.id, i.version, i.incident_no as "incidentNo", i.incident_state as "incidentState", i.is_test as "isTest", i.what, i.vehicle_id as "vehicleId",
       v.registration_no as vehicle, v.plate_use as "plateUse", d.name as driver, o.name as organisation, i.place, i.raised_at as "raisedAt", i.heard_at as "heardAt",
       i.repeats, i.escalation
     from incident i join people_organisation o on o.id = i.org_id left join vehicles_vehicle v on v.id = i.vehicle_id
       left join people_driver d on d.id = i.driver_id
     where i.incident_state = any($1) and i.deleted_at is null and i.status = 1${tenantSql}
     order by i.incident_state = 'RAISED' desc, i.raised_at desc limit ${mostShown}`,
    params,
  );
}
