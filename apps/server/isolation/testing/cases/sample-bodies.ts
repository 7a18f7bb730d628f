import { sampleBody } from '#apps/server/tests/samples.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { type Caller, organisationOf } from '../callers.ts';
import type { Harvest } from '../harvest.ts';
import { unknownId } from '../routes.ts';
import type { World } from '../world.ts';

let made = 0;
/** A number for the next sample; what fits the patterns of codes has three digits. */
export const next = (): number => 100 + ((made += 1) % 900);

/** What a body takes for its references: of each catalogue the oldest record that its writer sees. */
export async function parentsOf(
  harvest: Harvest,
  definition: AnyCatalogue,
  caller: Caller,
  world: World,
): Promise<Record<string, string>> {
  const parents: Record<string, string> = {};
  for (const field of Object.values<AnyField>(definition.fields)) {
    if (field.kind !== 'ref' || parents[field.to] || field.to === definition.path) continue;
    const own = organisationOf(caller);
    if (field.to === 'organisation' && own !== null) parents[field.to] = own;
    else if (field.to === 'role') parents[field.to] = await roleFor(definition, world);
    else {
      const id = (await harvest.firstOf(field.to, caller)) ?? (await harvest.firstOf(field.to, world.admin));
      if (id !== undefined) parents[field.to] = id;
    }
  }
  // Rows of one organisation refer to each other only.
  if (caller.orgId === null && 'orgId' in definition.fields) delete parents['organisation'];
  return parents;
}

async function roleFor({ path }: AnyCatalogue, world: World): Promise<string> {
  const name = path === 'user' ? 'RTO clerk' : 'Client viewer';
  const [row] = await world.behind.query<{ id: string }>('select id from role where name = $1 and deleted_at is null', [
    name,
  ]);
  return row?.id ?? unknownId();
}

/** A right body for a create or change of a catalogue's record. */
export async function bodyOf(harvest: Harvest, definition: AnyCatalogue, caller: Caller, world: World) {
  const body = sampleBody(definition, next(), await parentsOf(harvest, definition, caller, world));
  // Staff say whose a record is.
  if ('orgId' in definition.fields && caller.orgId === null)
    body['orgId'] = caller.worksFor ?? (await harvest.firstOf('organisation', world.admin));
  return body;
}
