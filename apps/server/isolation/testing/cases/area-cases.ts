import type { RouteSpec } from '#kit/server/http/route.ts';
import { ask, rowsOf } from '../call.ts';
import { mint, newMobile, organisationOf } from '../callers.ts';
import type { Case, CaseMakings } from './case.ts';
import { alarmCases } from './alarm-cases.ts';
import { alibiCases } from './alibi-cases.ts';
import { challanCases } from './challan-cases.ts';
import { incidentCases } from './incident-cases.ts';
import { evidenceCases } from './evidence-cases.ts';
import { helpCases } from './help-cases.ts';
import { integrationCases } from './integration-cases.ts';
import { insuranceCases } from './insurance-cases.ts';
import { knownVehicle, onboardingForm } from '../fleet-world.ts';
import { urlOf } from '../harvest.ts';
import { type Right, unknownId } from '../routes.ts';
import { walletCases } from './wallet-cases.ts';

const casesElsewhere = async (makings: CaseMakings): Promise<Case[] | undefined> =>
  (await challanCases(makings)) ??
  (await incidentCases(makings)) ??
  (await insuranceCases(makings)) ??
  (await walletCases(makings)) ??
  (await helpCases(makings)) ??
  (await evidenceCases(makings)) ??
  (await alarmCases(makings)) ??
  (await alibiCases(makings)) ??
  (await integrationCases(makings));

/** The ways to use calls of single areas that their schemas do not tell; undefined for other routes. */
export async function areaCases(spec: RouteSpec, makings: CaseMakings): Promise<Case[] | undefined> {
  const { world, harvest, caller, pattern, url, one } = makings;
  const own = await casesElsewhere(makings);
  if (own) return own;
  switch (pattern) {
    case 'POST /session/refresh': {
      const { refresh } = await mint(world.test, caller);
      return [one({ headers: { cookie: `rt=${refresh}` } })];
    }
    case 'DELETE /session/{id}': {
      // Not the one that the walker calls with; nor one too many, which would end that one.
      const live = 'select id from session where account_id = $1 and revoked_at is null';
      if ((await world.behind.query(live, [caller.accountId])).length < 2) await mint(world.test, caller);
      return [one({ url: await urlOf(harvest, spec, caller, unknownId()) })];
    }
    case 'GET /search':
      return [one({ url: `${url}?q=sample` })];
    case 'GET /{catalogue}/test':
    case 'GET /{catalogue}/probe':
    case 'GET /{catalogue}/tile/{z}/{x}/{y}':
    case 'POST /{catalogue}/{id}/split':
      return roadCases(makings);
    case 'POST /violation/{id}/take':
      return [one({ body: { taken: true } })];
    case 'POST /violation/{id}/verdict':
    case 'POST /violation/{id}/undo':
    case 'POST /violation/{id}/reopen': {
      const id = url.split('/').at(-2) ?? '';
      const [row] = await world.behind.query<{ version: number }>('select version from violation where id = $1', [id]);
      const version = row?.version ?? 1;
      return [one({ body: pattern.endsWith('/verdict') ? { verdict: 'CONFIRM', version } : { version } })];
    }
    case 'POST /rule-trial':
      return ruleTrialCases(makings);
    case 'GET /format/check':
      return [one({ url: `${url}?format=plate&value=MH12AB1234` })];
    case 'GET /{catalogue}/by-plate':
      return [one({ url: `${url}?plate=MH12AB1234` })];
    case 'POST /{catalogue}/driver/{id}':
      return [one({ body: { driverId: (await harvest.firstOf('drivers', caller)) ?? unknownId() } })];
    case 'POST /{catalogue}/owner/{id}':
      return [one({ body: { orgId: caller.worksFor ?? (await harvest.firstOf('organisation', caller)) } })];
    case 'POST /{catalogue}/vehicle/{id}':
      return [one({ body: { vehicleId: (await harvest.firstOf('vehicle', caller)) ?? unknownId(), swap: true } })];
    case 'POST /{catalogue}/{id}/vehicles':
    case 'PUT /{catalogue}/{id}/vehicles':
    case 'POST /{catalogue}/{id}/remove-vehicles':
      return [one({ body: { ids: [(await harvest.firstOf('vehicle', caller)) ?? unknownId()] } })];
    case 'POST /{catalogue}/simulate': {
      const [trip] = await world.behind.query<{ id: string }>(
        'select id from trip where org_id = $1 or $1::uuid is null order by id limit 1',
        [organisationOf(caller)],
      );
      const shape = { kind: 'CIRCLE', points: '23.0, 72.0', widthM: 500, onEnter: true, onExit: true };
      return [one({ body: { tripId: trip?.id ?? unknownId(), ...shape } })];
    }
    case 'POST /share-link':
      return shareLinkCases(makings);
    case 'POST /{catalogue}/driver-end/{id}':
      return [one({ body: { assignmentId: unknownId() } }), one({ body: { reason: 'Shift is over' } })];
    case 'POST /{catalogue}/transfer/{id}': {
      const edit: Right[] = [{ module: 'vehicle', action: 'edit' }];
      const reason = 'Sold to them';
      const toOrgId = (await harvest.firstOf('organisation', caller)) ?? unknownId();
      return caller.kind === 'staff'
        ? [one({ body: { toOrgId, reason } }, edit)]
        : [one({ body: { toMobile: '7000009998', reason } }, edit)];
    }
    case 'POST /client/vehicle-invitation': {
      const orgId = caller.worksFor ?? (await harvest.firstOf('organisation', world.admin));
      const vehicleId = (await harvest.firstOf('vehicle', caller)) ?? unknownId();
      const body = { name: 'Sample guest', mobile: newMobile(), vehicleId };
      return [
        one({ body: caller.kind === 'staff' ? { ...body, orgId } : body }),
        one({ body: { ...body, type: 1, mobile: newMobile() } }),
      ];
    }
    case 'POST /client/driver-on-boarding':
      return [one(onboardingForm((await harvest.firstOf('drivers', caller)) ?? unknownId()))];
    case 'POST /ownership-transfer':
      return [one({ body: { ...knownVehicle, reason: 'Bought from them' } })];
    case 'POST /ownership-transfer/decide/{id}':
      return [one({ body: { decision: 'WITHDRAW' } })];
    case 'POST /share-invitation/answer/{id}':
      return [one({ body: { decision: 'ACCEPT' } })];
    case 'POST /model-request/answer/{id}':
      return [one({ body: { modelId: (await harvest.firstOf('vehicle-model', world.admin)) ?? unknownId() } })];
    case 'POST /model-request/decline/{id}':
      return [one({ body: { reply: 'Not sold in India' } })];
    case 'POST /{catalogue}/viewed/{id}': {
      const page = 'select front_id as id from vehicle_kyc_doc where id = $1';
      const [row] = await world.behind.query<{ id: string | null }>(page, [url.split('/').at(-1) ?? '']);
      return [one({ body: { file: row?.id ?? unknownId() } })];
    }
    case 'GET /access/explain': {
      const userId = (await harvest.belowOf(caller)) ?? caller.accountId;
      return [one({ url: `${url}?userId=${userId}&module=rto&action=view` })];
    }
    case 'POST /session/impersonation': {
      const userId = (await harvest.belowOf(caller)) ?? unknownId();
      return [one({ body: { userId, reason: 'To see what they see' } })];
    }
    case 'PUT /mail-template/{id}': {
      const { subject, body } = (await ask(world.test, world.admin, { method: 'GET', url })).json.data ?? {};
      return [one({ body: { subject, body } })];
    }
    case 'PUT /module/update-parent/{id}':
      return [one({ body: { parentId: null } })];
    case 'POST /module/order': {
      const all = rowsOf(await ask(world.test, world.admin, { method: 'GET', url: '/module' }));
      const ids = all.filter((row) => row['parentId'] === null).map((row) => row['id']);
      return [one({ body: { parentId: null, ids } })];
    }
    case 'PUT /{catalogue}/{id}/scope': {
      const organisation = caller.worksFor ?? (await harvest.firstOf('organisation', world.admin));
      return [one({ body: { rtoIds: [], organisationIds: organisation ? [organisation] : [] } })];
    }
  }
  return undefined;
}

/** A rule and a configuration are tried on the trips of an organisation. */
async function ruleTrialCases({ world, harvest, caller, one }: CaseMakings): Promise<Case[]> {
  const [road] = await world.behind.query<{ id: string }>(
    'select id from road where deleted_at is null order by id limit 1',
  );
  const orgId = (await harvest.firstOf('organisation', caller)) ?? unknownId();
  const rule = { roadId: road?.id ?? unknownId(), limitKmh: 40, reasonCode: 'SIGN', effectiveFrom: '2026-12-01' };
  return [one({ body: { orgId, days: 7, rule } })];
}

/** A vehicle and a trip are shared; whoever does it must be allowed to look at them. */
async function shareLinkCases({ world, harvest, caller, one }: CaseMakings): Promise<Case[]> {
  const [trip] = await world.behind.query<{ id: string }>(
    'select id from trip where org_id = $1 or $1::uuid is null order by id limit 1',
    [organisationOf(caller)],
  );
  const vehicleId = (await harvest.firstOf('vehicle', caller)) ?? unknownId();
  return [
    one({ body: { vehicleId, minutes: 60 } }, [{ module: 'live-map', action: 'view' }]),
    one({ body: { tripId: trip?.id ?? unknownId(), minutes: 60 } }, [{ module: 'vehicle-trips', action: 'view' }]),
  ];
}

/** Calls of roads, and tiles of geofences, that are no calls of every catalogue. */
function roadCases({ pattern, url, one }: CaseMakings): Case[] {
  if (pattern.endsWith('/test')) return [one({ url: `${url}?speedKmh=92&limitKmh=80` })];
  if (pattern.endsWith('/probe')) return [one({ url: `${url}?lat=23&lon=72&class=M1` })];
  if (pattern.startsWith('GET')) return [one({ url: `${url.slice(0, url.indexOf('/tile/'))}/tile/5/22/14` })];
  return [one({ body: { atM: 1, name: 'Second part' } }, [{ module: 'road', action: 'create' }])];
}
