import { importLimits } from '#kit/contract/import.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { can } from '#kit/contract/rights.ts';
import { ask, askPatiently } from './call.ts';
import type { Case } from './cases/case.ts';
import { casesOf, ownCases } from './cases/cases.ts';
import { addKnownVehicle } from './fleet-world.ts';
import { type Harvest, harvestOf } from './harvest.ts';
import { buildOrganisation } from './organisation.ts';
import { addressOf, lets, nameOf, parametersOf, patternOf, unknownId } from './routes.ts';
import { addCaller, mint, type Caller } from './callers.ts';
import { staffRoles, startWorld, type World } from './world.ts';

export interface Matrix {
  world: World;
  callers: readonly Caller[];
  harvest: Harvest;
  /** By the role's name. */
  roleIds: ReadonlyMap<string, string>;
}

/** Somebody of every role: staff, and clients of an organisation. */
export async function startMatrix(): Promise<Matrix> {
  const world = await startWorld();
  const staff: Caller[] = [];
  for (const role of staffRoles) staff.push(await addCaller(world.test, role, `Walker ${role}`));
  const organisation = await buildOrganisation(world, 'ZQAlpha');
  const callers = [...staff, ...organisation.callers];
  const roles = await world.behind.query<{ id: string; name: string }>('select id, name from role');
  const demo = await world.behind.query<{ id: string }>('select id from account where password_hash is not null');
  const spared = [
    ...[...roles, ...demo].map(({ id }) => id),
    world.admin.accountId,
    ...callers.map(({ accountId }) => accountId),
    organisation.id,
  ];
  await addSpares(world);
  await addKnownVehicle(world);
  const roleIds = new Map(roles.map(({ id, name }) => [name, id]));
  return { world, callers, harvest: harvestOf(world, new Set(spared)), roleIds };
}

/** Roles, users and organisations that a call may change without the walkers' standing being changed with them. */
async function addSpares(world: World): Promise<void> {
  for (let index = 0; index < 6; index += 1) {
    await world.behind.query(
      `insert into role (id, name, level, audience) values (gen_random_uuid(), $1, $2, 'client')`,
      [`Spare role ${index}`, 20 + index],
    );
    await addCaller(world.test, 'Finance', `Spare user ${index}`);
    const body = { name: `Spare organisation ${index}`, kind: 'FAMILY' };
    await ask(world.test, world.admin, { method: 'POST', url: '/organisation', body });
    await world.behind.query(
      `insert into mail_suppression (id, address, reason, at) values (gen_random_uuid(), $1, 'gone', now())`,
      [`nobody${index}@example.in`],
    );
  }
}

/**
 * Calls in which the row, or what is sent, decides besides the declared right. They may answer 401 or 403 to somebody who
 * has that right; every line must be needed by some call.
 */
export const decidedInside: Readonly<Record<string, string>> = {
  'GET /{catalogue}/{id}/history': 'Who of the staff keeps everybody’s records is no client’s business',
  'GET /{catalogue}/{id}/merges': 'Who of the staff keeps everybody’s records is no client’s business',
  'POST /{catalogue}': 'Staff who work for some clients add no organisation',
  'GET /invitation/onboarding': 'An invited person has a pass of their own, and no session',
  'POST /invitation/onboarding': 'An invited person has a pass of their own, and no session',
  'GET /history/verify': 'The chain runs through what everybody did',
  'GET /unknown-device': 'Only users who see all organisations can see unregistered devices',
  'POST /history/verify': 'The chain runs through what everybody did',
  'GET /wallet/books': 'The books run over everybody’s money',
  'POST /wallet/books/proof': 'The books run over everybody’s money',
  'PUT /wallet/adjustment-limit': 'The limit holds for everybody’s money',
  'GET /wallet/settlement': 'A settlement file names everybody’s payments',
  'GET /wallet/settlement/{id}': 'A settlement file names everybody’s payments',
  'POST /wallet/settlement': 'A settlement file names everybody’s payments',
};

/** Routes that answer nothing but 400, 401, 403 or 404 to everybody who may call them, with the reason. */
export const neverReached: Readonly<Record<string, string>> = {
  'POST /setup': 'The link works only before the first administrator is made',
  'POST /password/link': 'The link in a mail is the credential',
  'POST /password/reset': 'The link in a mail is the credential',
  'POST /invitation/open': 'The link of an invitation is the credential',
  'GET /calendar/feed/{file}': 'The secret of a calendar link is the credential',
  'POST /share-link/open': 'The token of a link is the credential',
  'POST /wallet/gateway-event': 'The signature of the payment gateway is the credential',
  'POST /mail/inbound': 'The signature of who hands an email in is the credential',
  'POST /invitation/otp': 'The link of an invitation is the credential',
  'POST /invitation/accept': 'The link of an invitation is the credential',
  'POST /invitation/reject': 'The link of an invitation is the credential',
  'GET /invitation/onboarding': 'The pass of an invited person is the credential',
  'POST /invitation/onboarding': 'The pass of an invited person is the credential',
  'GET /map-setting/basemap': 'No file of a base map is set up here',
  'GET /faq/of-reply/{id}': 'Of a reply of the desk, and nobody of the desk has written one here',
  'POST /help-desk/unlink/{id}': 'Takes away a link that somebody made, and nobody here has made one',
  'PUT /road-import/{id}/piece':
    'Takes the next bytes of a file that the caller has begun to send, and nobody here has',
  'POST /session/password': 'Asks for the password, and nobody who walks here has one',
  'POST /session/prove': 'Asks for the password, and nobody who walks here has one',
  'POST /session/two-step/start': 'Asks for the password, and nobody who walks here has one',
};

export interface Deviation {
  role: string;
  route: string;
  expected: string;
  status: number;
  text: string;
}
export interface Walked {
  cases: number;
  /** Cases that got past the checks of what was sent: done, or refused for a reason of the business. */
  past: number;
  deviations: Deviation[];
  /** Patterns that answered 401 or 403 although the declared right was there. */
  decided: Set<string>;
  /** Routes that somebody who may got past those checks. */
  reached: Set<string>;
  /** Routes that somebody may call. */
  open: Set<string>;
}

/** What somebody stands on: by catalogue the record that nobody may change for themselves. */
function authorityOf({ roleIds }: Matrix, { kind, accountId, orgId, role }: Caller): Record<string, string> {
  return {
    [kind === 'staff' ? 'user' : 'app-user']: accountId,
    ...(orgId === null ? {} : { organisation: orgId }),
    role: roleIds.get(role) ?? '',
  };
}

/** In which order a walker goes: what is made first can be looked at, changed, removed and brought back. */
const phases: readonly ((spec: RouteSpec) => boolean)[] = [
  ({ method, path }) => method === 'POST' && !path.includes('{'),
  ({ method }) => method === 'GET',
  ({ method }) => method === 'PUT',
  ({ method, path }) => method === 'DELETE' && !path.startsWith('/trash'),
  ({ method, path }) => method === 'POST' && path.includes('{'),
  ({ method, path }) => method === 'DELETE' && path.startsWith('/trash'),
];

const passed = (status: number) => status < 400 || status === 409 || status === 412 || status === 422;

/** Walks every route as every walker with the right token, and compares each answer with what the route declares. */
export async function walkAll(matrix: Matrix): Promise<Walked> {
  // They begin one import after the other, and wait for none.
  Object.assign(importLimits, { unfinished: 10_000 });
  const { world, harvest } = matrix;
  const { specs, jobs } = world.test.product;
  const walked: Walked = {
    cases: 0,
    past: 0,
    deviations: [],
    decided: new Set(),
    reached: new Set(),
    open: new Set(),
  };
  for (const caller of matrix.callers)
    for (const phase of phases) {
      const [open, closed] = [true, false].map((may) =>
        specs.filter((spec) => phase(spec) && lets(spec, world.grantsOf(caller.role)) === may),
      ) as [RouteSpec[], RouteSpec[]];
      // Whoever lacks the right is refused before anything is read: what is sent does not matter, nor what comes first.
      for (let from = 0; from < closed.length; from += 8)
        await Promise.all(
          closed.slice(from, from + 8).map((spec) => step(matrix, walked, spec, caller, blind(spec), false)),
        );
      for (const spec of open) {
        const standing = authorityOf(matrix, caller);
        for (const one of [
          ...(await casesOf(world, harvest, spec, caller)),
          ...(await ownCases(world, harvest, spec, { caller, standing })),
        ])
          await step(matrix, walked, spec, caller, one, true);
      }
      await jobs.runDue();
    }
  return walked;
}

/** A call that names nothing. */
export const blind = (spec: RouteSpec): Case => ({
  asked: {
    method: spec.method,
    url: addressOf(spec, Object.fromEntries(parametersOf(spec).map((name) => [name, unknownId()]))),
  },
  needs: [],
});

async function step(
  { world, harvest }: Matrix,
  walked: Walked,
  spec: RouteSpec,
  caller: Caller,
  { asked, needs, refused: own }: Case,
  may: boolean,
): Promise<void> {
  const grants = world.grantsOf(caller.role);
  const allowed = may && !own && needs.every(({ module, action }) => can(grants, module, action));
  const answer = await askPatiently(world.test, caller, asked);
  const { status } = answer;
  if (asked.method !== 'GET' && status < 400) harvest.wrote(spec);
  // Some calls end the session that they are made in.
  if (asked.method !== 'GET' && status < 400)
    await world.test.product.sessions.authenticate(caller.token).catch(async () => {
      caller.token = (await mint(world.test, caller)).access;
    });
  const pattern = patternOf(spec, world.definitions);
  walked.cases += 1;
  if (passed(status)) walked.past += 1;
  if (allowed) walked.open.add(nameOf(spec));
  if (allowed && passed(status)) walked.reached.add(nameOf(spec));
  const refused = status === 401 || status === 403;
  if (allowed && refused && decidedInside[pattern] !== undefined) walked.decided.add(pattern);
  else if (status >= 500 || (allowed ? refused : status !== 403))
    walked.deviations.push({
      role: caller.role,
      route: `${nameOf(spec)} ${JSON.stringify(asked.body)?.slice(0, 300) ?? ''}`,
      expected: allowed ? 'not 401 or 403' : '403',
      status,
      text: answer.text.slice(0, 200),
    });
}
