import { isAgreed, sampleBody } from '#apps/server/tests/samples.ts';
import type { CallAnswer } from '#apps/server/testing.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { type Asked, ask, multipart, picture } from './call.ts';
import { addFleetWork } from './fleet-world.ts';
import { addCaller, newMobile, type Caller } from './callers.ts';
import { clientRoles, everyRight, ofSomeClients, type World } from './world.ts';

/** An organisation with rows of every kind. */
export interface Organisation {
  id: string;
  /** Begins every text of its rows. */
  mark: string;
  callers: readonly Caller[];
  /** The one with every right. */
  keeper: Caller;
}

/** Of the people of an organisation those with every right: one of its own, and staff who work for it. */
export const mightiest = ({ callers, keeper }: Organisation): Caller[] =>
  callers.filter((one) => one === keeper || one.kind === 'staff');

/** Samples of calls have three digits (cases.ts): theirs and these are never one number. */
let serial = 1_000;

const must = async (world: World, caller: Caller, asked: Asked, status: number): Promise<CallAnswer> => {
  const answer = await ask(world.test, caller, asked);
  if (answer.status !== status) throw new Error(`${asked.method} ${asked.url} gave ${answer.status}: ${answer.text}`);
  return answer;
};

/** Catalogues whose rows belong to organisations, but for the organisations themselves. */
export const tenantCatalogues = ({ definitions }: World): AnyCatalogue[] =>
  definitions.filter(({ scope, orgColumn }) => scope === 'organisation' && orgColumn === 'org_id');
/** Those of them whose records people make: devices make the others, see devices-world.ts. */
const writtenCatalogues = (world: World): AnyCatalogue[] =>
  tenantCatalogues(world).filter(({ ownWrites }) => !ownWrites);

/** What a body takes for its references: the first record of everybody's catalogues, and a role for clients. */
async function shared(world: World, definition: AnyCatalogue): Promise<Record<string, string>> {
  const parents: Record<string, string> = {};
  for (const field of Object.values<AnyField>(definition.fields)) {
    if (field.kind !== 'ref') continue;
    const target = world.definitions.find(({ path }) => path === field.to);
    if (target?.scope !== 'global') continue;
    const query = field.to === 'role' ? '&q=Client%20viewer' : '';
    const { json } = await must(world, world.admin, { method: 'GET', url: `/${field.to}?take=1${query}` }, 200);
    if (json.data[0]) parents[field.to] = json.data[0].id;
  }
  return parents;
}

/** A right body whose texts begin with a mark. */
export function markedBody(
  definition: AnyCatalogue,
  mark: string,
  parents: Readonly<Record<string, string>>,
): Record<string, unknown> {
  serial += 1;
  const body = sampleBody(definition, serial, parents);
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    if (!(name in body) || isAgreed(definition, name)) continue;
    if ((field.kind === 'text' && !field.many) || field.kind === 'longText') {
      const isFree = !('pattern' in field && field.pattern) && !('format' in field && field.format);
      if (isFree) body[name] = `${mark} ${name} ${serial}`;
      else if (name === 'email') body[name] = `${mark.toLowerCase()}${serial}@example.in`;
      else if (name === 'mobile') body[name] = newMobile();
    }
  }
  return body;
}

/** Makes an organisation, somebody of each role for clients in it, and rows of every kind in different states. */
export async function buildOrganisation(world: World, mark: string): Promise<Organisation> {
  const definition = world.definitions.find(({ path }) => path === 'organisation') as AnyCatalogue;
  const body = { ...markedBody(definition, mark, {}), gstin: undefined };
  const made = await must(world, world.admin, { method: 'POST', url: '/organisation', body }, 201);
  const id = made.json.data.id as string;
  const callers: Caller[] = [];
  for (const role of clientRoles) callers.push(await addCaller(world.test, role, `${mark} ${role} ${serial}`, id));
  const keeper = callers.find(({ role }) => role === everyRight) as Caller;
  const staff = await addStaffOf(world, id);
  callers.push(staff);
  const firsts: Record<string, string> = { organisation: id };
  for (const definition of writtenCatalogues(world)) {
    const parents = { ...(await shared(world, definition)), ...firsts };
    firsts[definition.path] = await addRecords(world, definition.staffOnly ? staff : keeper, definition, mark, parents);
    // What staff leave behind beside records is no organisation's.
    if (!definition.staffOnly) await addWork(world, keeper, definition, mark, parents);
    if (definition === tenantCatalogues(world).at(-1)) await addExport(world, keeper, definition, 'xlsx');
  }
  await addViews(world, keeper, world.definitions[0] as AnyCatalogue, mark);
  const organisation = { id, mark, callers, keeper };
  await addFleetWork(world, organisation);
  await addStaffWork(world, organisation);
  return organisation;
}

/** Somebody of the staff who works for an organisation: their name gives none away, and the latest stands first. */
async function addStaffOf(world: World, id: string): Promise<Caller> {
  const caller = await addCaller(world.test, ofSomeClients, `Aasha ${10_000 - (serial += 1)}`);
  await world.behind.query('insert into user_client (user_id, org_id) values ($1, $2)', [caller.accountId, id]);
  return { ...caller, worksFor: id };
}

/** A few rows of every kind, of somebody new, in an organisation that is there. */
export async function growOrganisation(world: World, { id, mark, callers }: Organisation): Promise<void> {
  serial += 1;
  const keeper = await addCaller(world.test, everyRight, `${mark} newcomer ${serial}`, id);
  const staff = callers.find(({ worksFor }) => worksFor === id) as Caller;
  const firsts: Record<string, string> = { organisation: id };
  for (const definition of writtenCatalogues(world)) {
    const parents = { ...(await shared(world, definition)), ...firsts };
    const body = markedBody(definition, mark, parents);
    firsts[definition.path] = await create(world, definition.staffOnly ? staff : keeper, definition, { body });
    if (!definition.staffOnly) await addWork(world, keeper, definition, mark, parents);
  }
  await addViews(world, keeper, world.definitions[0] as AnyCatalogue, mark);
  await addStaffWork(world, { id, mark, callers: [], keeper });
}

/** What the staff do to an organisation: mails in several states, visits as one of its people, an import. */
export async function addStaffWork(world: World, { id, mark, keeper }: Organisation): Promise<void> {
  const { behind, admin } = world;
  const definition = tenantCatalogues(world).at(-1) as AnyCatalogue;
  const cells = cellsOf(definition, markedBody(definition, mark, { organisation: id }));
  const order = {
    fileName: `${mark} staff.csv`,
    partial: true,
    mode: 'create',
    key: ['id'],
    rows: [{ line: 2, cells }],
  };
  await must(world, admin, { method: 'POST', url: `/${definition.path}/import`, body: order }, 201);
  await world.test.product.jobs.runDue();
  for (const state of ['kept', 'failed', 'sent'])
    await behind.query(
      `insert into mail (id, org_id, to_address, to_name, to_account_id, template, template_version, subject, body_text, body_html,
         state, created_at) values (gen_random_uuid(), $1, $2, $3, $4, 'password-changed', 1, $3, $3, $3, $5, now())`,
      [id, `${mark.toLowerCase()}@example.in`, `${mark} mail`, keeper.accountId, state],
      id,
    );
  await addNotices(world, id, mark, keeper.accountId);
  await addBrowsers(world, id, mark, keeper.accountId);
  for (const ended of [false, true])
    await behind.query(
      `insert into impersonation (id, org_id, actor_id, actor_name, subject_id, subject_name, module, reason, started_at, expires_at,
         ended_at, ended_why, told) select gen_random_uuid(), $1, $2, 'World admin', $3, $4, 'app-user', $4, t.at - interval '1 day', t.at,
         case when $5 then t.at end, case when $5 then 'returned' end, true from (values (timestamptz '2026-11-20T06:00Z')) t (at)`,
      [id, admin.accountId, keeper.accountId, `${mark} visit`, ended],
      id,
    );
}

let chosen = 0;
/** What somebody was notified of, and what they chose: not what those of the other organisation did. */
async function addNotices({ behind }: World, id: string, mark: string, accountId: string): Promise<void> {
  await behind.query(
    `insert into notice (id, account_id, topic, params, link, severity, in_app, in_digest, at, once_key)
     select gen_random_uuid(), $1, 'ticket-answered', jsonb_build_object('ticket', 'HD-1', 'subject', $2::text), '/help-desk', 'info', true, true,
       '2026-11-20T06:00Z', 'planted ' || gen_random_uuid() from generate_series(1, 2)`,
    [accountId, `${mark} notice`],
    id,
  );
  await behind.query(
    `insert into notice_setting (account_id, digest_hour, quiet_from, quiet_to, updated_at) values ($1, 17, 1, 2, '2026-11-20') on conflict do nothing`,
    [accountId],
    id,
  );
  await behind.query(
    `insert into notice_choice (account_id, topic, channels, updated_at) values ($1, 'ticket-answered', array[$2], '2026-11-20') on conflict do nothing`,
    [accountId, (chosen += 1) % 2 === 0 ? 'digest' : 'email'],
    id,
  );
}

/** Browsers that show somebody's notifications, in sessions of their own. */
async function addBrowsers({ behind }: World, id: string, mark: string, accountId: string): Promise<void> {
  await behind.query(
    `insert into push_subscription (id, account_id, session_id, endpoint_hash, service, sealed, device, is_phone, created_at)
     select gen_random_uuid(), $1, s.id, sha256(s.id::text::bytea), 'push.example.invalid', '', $2, false, '2026-11-20T06:00Z'
     from session s where s.account_id = $1 and s.revoked_at is null on conflict do nothing`,
    [accountId, `${mark} browser`],
    id,
  );
}

/** Names that stand in both of two organisations, or in the other only, made now by the one first and now by the other. */
export const twinNames = ['Twin of both', 'Twin of both, turned', 'Twin of the other'];

/** Records that could be taken for one another: keys are free in each organisation, whatever others have. */
export async function addTwins(world: World, own: Organisation, other: Organisation): Promise<void> {
  const definition = world.definitions.find(({ path }) => path === 'fuel-card') as AnyCatalogue;
  const add = async ({ id, keeper, mark }: Organisation, name: string | undefined) => {
    const parents = { ...(await shared(world, definition)), organisation: id };
    await create(world, keeper, definition, { body: { ...markedBody(definition, mark, parents), name } });
  };
  await add(own, twinNames[0]);
  for (const name of twinNames) await add(other, name);
  await add(own, twinNames[1]);
}

/** The dry run of a file with such records. */
export async function twinCheck(world: World, { mark, id }: Organisation): Promise<Asked> {
  const definition = world.definitions.find(({ path }) => path === 'fuel-card') as AnyCatalogue;
  const parents = { ...(await shared(world, definition)), organisation: id };
  const rows = twinNames.map((name, at) => ({
    line: at + 2,
    cells: cellsOf(definition, { ...markedBody(definition, mark, parents), name }),
  }));
  return { method: 'POST', url: '/fuel-card/import/check', body: { mode: 'upsert', key: ['name'], rows } };
}

/** Three exports that are being made for ever: as many as one person may have. */
export async function leaveExports(world: World, { keeper }: Organisation): Promise<void> {
  for (const { path } of tenantCatalogues(world).slice(0, 3))
    await must(world, keeper, { method: 'POST', url: `/${path}/export/job`, body: { format: 'csv' } }, 201);
  await world.behind.query("delete from job where name = 'export'");
}

async function create(world: World, keeper: Caller, { path }: AnyCatalogue, sent: Partial<Asked>): Promise<string> {
  const headers = { ...sent.headers, 'idempotency-key': `${path}-${(serial += 1)}` };
  const made = await must(world, keeper, { method: 'POST', url: `/${path}`, ...sent, headers }, 201);
  return made.json.data.id as string;
}

/** Records of one catalogue: one with a file, one changed and inactive, one deleted, one brought back, two merged. */
async function addRecords(
  world: World,
  keeper: Caller,
  definition: AnyCatalogue,
  mark: string,
  parents: Readonly<Record<string, string>>,
): Promise<string> {
  const { path, fields } = definition;
  const field = Object.keys(fields).find((name) => fields[name].kind === 'file');
  const bodies = Array.from({ length: 6 }, () => markedBody(definition, mark, parents));
  const [whole, changed, deleted, restored, doubled, kept] = bodies as [Body, Body, Body, Body, Body, Body];
  const file = field && { field, name: `${mark}.png`, content: picture, type: 'image/png' };
  const first = await create(world, keeper, definition, file ? await multipart(whole, file) : { body: whole });
  const second = await create(world, keeper, definition, { body: changed });
  const texts = Object.entries(markedBody(definition, mark, parents)).filter(
    ([name]) => fields[name].kind === 'text' && !fields[name].pattern && !fields[name].format,
  );
  const body = { ...changed, ...Object.fromEntries(texts) };
  await must(world, keeper, { method: 'PUT', url: `/${path}/${second}`, body }, 200);
  await must(world, keeper, { method: 'PUT', url: `/${path}/status/${second}` }, 200);
  const third = await create(world, keeper, definition, { body: deleted });
  const fourth = await create(world, keeper, definition, { body: restored });
  for (const id of [third, fourth]) await must(world, keeper, { method: 'DELETE', url: `/${path}/${id}` }, 200);
  await must(world, keeper, { method: 'POST', url: `/${path}/restore/${fourth}` }, 200);
  if (definition.merge) {
    const fromId = await create(world, keeper, definition, { body: doubled });
    const intoId = await create(world, keeper, definition, { body: kept });
    await must(world, keeper, { method: 'POST', url: `/${path}/merge`, body: { fromId, intoId } }, 200);
  }
  return first;
}
type Body = Record<string, unknown>;

/** What people leave behind beside records: views, columns, an import of which a row is wrong, an export. */
async function addWork(
  world: World,
  keeper: Caller,
  definition: AnyCatalogue,
  mark: string,
  parents: Readonly<Record<string, string>>,
): Promise<void> {
  await addViews(world, keeper, definition, mark);
  const bodies = [markedBody(definition, mark, parents), { [definition.title[0] as string]: `${mark} wrong` }];
  const rows = bodies.map((body, at) => ({ line: at + 2, cells: cellsOf(definition, body) }));
  const order = { fileName: `${mark}.csv`, partial: true, mode: 'create', key: ['id'], rows };
  await must(world, keeper, { method: 'POST', url: `/${definition.path}/import`, body: order }, 201);
  await world.test.product.jobs.runDue();
  await addExport(world, keeper, definition, 'csv');
}

async function addViews(world: World, keeper: Caller, { path, title }: AnyCatalogue, mark: string): Promise<void> {
  serial += 1;
  const columns = [{ name: title[0], shown: true, width: 100 + (serial % 400) }];
  for (const shared of [false, true]) {
    const body = { name: `${mark} view ${serial} ${shared}`, search: '', shared, columns };
    const answer = await ask(world.test, keeper, { method: 'POST', url: `/${path}/views`, body });
    // Rows that are everybody's are not a client's to edit, so its views of them are its own.
    if (answer.status === 400 && shared) continue;
    const view = answer.json.data.id as string;
    await must(world, keeper, { method: 'PUT', url: `/${path}/columns`, body: { columns, view } }, 200);
  }
  await must(world, keeper, { method: 'PUT', url: `/${path}/columns`, body: { columns } }, 200);
}

async function addExport(world: World, keeper: Caller, { path }: AnyCatalogue, format: 'csv' | 'xlsx'): Promise<void> {
  await must(world, keeper, { method: 'POST', url: `/${path}/export/job`, body: { format } }, 201);
  await world.test.product.jobs.runDue();
}

/** A body as the cells of a file. */
export const cellsOf = (definition: AnyCatalogue, body: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => definition.fields[name] && definition.fields[name].kind !== 'file')
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join('; ') : typeof value === 'object' ? '' : String(value),
      ]),
  );
