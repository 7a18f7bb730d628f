import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { type Action, can, type Grants } from '#kit/contract/rights.ts';
import { type Reader, rightsOf } from '#kit/server/catalogue/policy.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { DataScope } from '#kit/server/sessions/data-scope.ts';
import type { ExplainStep, Explanation } from '../permissions.contract.ts';

/** Everything about a person that decides what they may do. */
export interface Person {
  id: string;
  kind: 'staff' | 'client';
  name: string;
  status: 0 | 1;
  hasPassword: boolean;
  orgId: string | null;
  orgName: string | null;
  orgIsActive: boolean | null;
  roleId: string;
  roleName: string;
  roleLevel: number;
  roleIsActive: boolean;
  allRights: boolean;
  reach: DataScope;
  grants: Grants | null;
}
export interface AskedModule {
  key: string;
  name: string;
  status: 0 | 1;
  actions: readonly Action[];
}

/** What everybody who is signed in may do, whatever the role says. */
const open: Grants = { dashboard: ['view'] };
/** What is held off from whoever acts in somebody else's name, besides money and passwords. */
const notInAnothersName: readonly string[] = ['role', 'user', 'module'];

/** The answer, as whole sentences: each has words of its own in every language. */
const may: Readonly<Record<Action, (who: string, what: string) => string>> = {
  view: (who, what) => `Yes: ${who} can see ${what}.`,
  create: (who, what) => `Yes: ${who} can add to ${what}.`,
  edit: (who, what) => `Yes: ${who} can change ${what}.`,
  delete: (who, what) => `Yes: ${who} can delete ${what}.`,
  status: (who, what) => `Yes: ${who} can activate or deactivate ${what}.`,
  export: (who, what) => `Yes: ${who} can export ${what}.`,
  approve: (who, what) => `Yes: ${who} can approve ${what}.`,
  impersonate: (who, what) => `Yes: ${who} can sign in as ${what}.`,
};
const mayNot: Readonly<Record<Action, (who: string, what: string) => string>> = {
  view: (who, what) => `No: ${who} cannot see ${what}.`,
  create: (who, what) => `No: ${who} cannot add to ${what}.`,
  edit: (who, what) => `No: ${who} cannot change ${what}.`,
  delete: (who, what) => `No: ${who} cannot delete ${what}.`,
  status: (who, what) => `No: ${who} cannot activate or deactivate ${what}.`,
  export: (who, what) => `No: ${who} cannot export ${what}.`,
  approve: (who, what) => `No: ${who} cannot approve ${what}.`,
  impersonate: (who, what) => `No: ${who} cannot sign in as ${what}.`,
};

const readerOf = (person: Person): Reader => ({
  user: { id: person.id, kind: person.kind, roleLevel: person.roleLevel },
  orgId: person.orgId,
  ...person.reach,
  grants: person.grants ?? {},
});

/**
 * Walks the way a request of this person would take, and says at each gate whether it opens. The gates are those of the
 * server itself: the same rights, the same fence, the same guards.
 * @param record the row that it is about, as the server reads it for everybody; null: no particular one.
 */
export async function explain(
  db: Queryable,
  kit: CatalogueKit,
  person: Person,
  module: AskedModule,
  action: Action,
  record: AnyRow | null,
): Promise<Pick<Explanation, 'steps' | 'allowed' | 'verdict'>> {
  const { name } = person;
  const steps: ExplainStep[] = [];
  const step = (key: ExplainStep['key'], ok: boolean | null, text: string) => void steps.push({ key, ok, text });
  const isOpen = can(open, module.key, action);

  step('account', person.status === 1, `${name}’s account is ${person.status === 1 ? 'active' : 'inactive'}.`);
  step(
    'signIn',
    person.hasPassword,
    person.hasPassword ? `${name} can sign in.` : `${name} has no password yet and cannot sign in.`,
  );
  if (person.orgIsActive !== null)
    step(
      'organisation',
      person.orgIsActive,
      `The organisation ${person.orgName} is ${person.orgIsActive ? 'active' : 'inactive or deleted'}.`,
    );
  step('role', person.roleIsActive, `The role ${person.roleName} is ${person.roleIsActive ? 'active' : 'inactive'}.`);
  const isOffered = module.actions.includes(action);
  step(
    'module',
    isOpen || (module.status === 1 && isOffered),
    module.status === 0
      ? `${module.name} is inactive.`
      : isOffered
        ? `${module.name} is active.`
        : `${module.name} has no action “${action}”.`,
  );
  step('right', isOpen || can(person.grants ?? {}, module.key, action), rightText(person, module, action, isOpen));

  const definition = kit.registry.find(module.key);
  const reader = readerOf(person);
  const sight = definition && (await sightOf(db, kit, definition, person, reader, record));
  if (sight) steps.push(sight);
  if (definition && (record || action === 'create'))
    steps.push(...guardSteps(kit, definition, person, reader, action, sight?.ok === false ? null : record));
  if (notInAnothersName.includes(module.key) && action !== 'view')
    step('impersonation', null, `Only ${name} can do this, not a user who is signed in as them.`);

  const failed = steps.filter(({ ok }) => ok === false);
  const what = record?.title ?? module.name;
  const maySaySo = !record && definition?.guarded && action !== 'create' && action !== 'view';
  const [first] = failed;
  return {
    steps,
    allowed: first === undefined,
    verdict: first
      ? `${mayNot[action](name, what)} ${first.text}`
      : `${may[action](name, what)}${maySaySo ? ' Single records may not allow it.' : ''}`,
  };
}

function rightText(person: Person, module: AskedModule, action: Action, isOpen: boolean): string {
  if (isOpen) return `All signed-in users can see ${module.name}.`;
  if (module.status === 1 && person.allRights) return `${person.roleName} has all permissions.`;
  const held = person.grants?.[module.key] ?? [];
  if (held.includes(action)) return `${person.roleName} may ${action} in ${module.name}.`;
  return held.length > 0
    ? `${person.roleName} may ${held.join(', ')} in ${module.name}, but not ${action}.`
    : `${person.roleName} has no permissions in ${module.name}.`;
}

/** Which rows the person sees, and whether the record is among them. */
async function sightOf(
  db: Queryable,
  kit: CatalogueKit,
  definition: AnyCatalogue,
  person: Person,
  reader: Reader,
  record: AnyRow | null,
): Promise<ExplainStep | undefined> {
  const many = inSentence(definition.counted);
  const whose =
    definition.scope === 'global'
      ? `${definition.many} are shared by all organisations.`
      : person.kind === 'client'
        ? `${person.name} sees ${many} of ${person.orgName} only.`
        : reader.orgIds
          ? `${person.name} sees ${many} of assigned clients only. Assigned: ${reader.orgIds.length}.`
          : `${person.name} sees ${many} of all organisations.`;
  if (!record) return { key: 'reach', ok: null, text: whose };
  const isSeen = (await catalogueReads(kit, definition).one(scopeOf(reader), record.id, db)) !== undefined;
  const seen = isSeen ? `${record.title} is visible to them.` : `${record.title} is not visible to them.`;
  return { key: 'reach', ok: isSeen, text: `${whose} ${seen}` };
}

/** What the row itself, or the making of one, has against it. */
function guardSteps(
  kit: CatalogueKit,
  definition: AnyCatalogue,
  person: Person,
  reader: Reader,
  action: Action,
  record: AnyRow | null,
): ExplainStep[] {
  const guard = kit.policies[definition.path];
  if (!guard) return [];
  const one = inSentence(definition.one);
  if (action === 'create') {
    const why = guard.mayNotCreate?.(reader);
    return guard.mayNotCreate
      ? [
          {
            key: 'guard',
            ok: why === undefined,
            text: why ? `The request is refused: “${why}”.` : `${person.name} may add a ${one}.`,
          },
        ]
      : [];
  }
  if (!record || !guard.rights) return [];
  // Accounts and roles have a level, as the definition of each calls it.
  const { roleLevel, level = roleLevel } = record;
  // The right itself was looked at before: here counts what the row says of somebody who has it.
  const granted: Reader = { ...reader, grants: { [definition.path]: [action] } };
  const ok = rightsOf(kit.policies, definition, granted, record).includes(action);
  if (typeof level !== 'number') {
    const text = ok ? `${record.title} allows it.` : `They cannot ${action} ${record.title}.`;
    return [{ key: 'guard', ok, text }];
  }
  return [{ key: 'level', ok, text: `${levelText(person, record, level)}${ok ? '' : ' It is read-only.'}` }];
}

function levelText({ id, name, roleLevel }: Person, record: AnyRow, level: number): string {
  if (record.id === id) return `This is ${name}’s own account.`;
  if (level === roleLevel) return `${record.title} is on the same level as ${name}.`;
  return level > roleLevel ? `${record.title} is below ${name}.` : `${record.title} is above ${name}.`;
}
