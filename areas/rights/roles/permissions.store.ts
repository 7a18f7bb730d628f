import * as z from 'zod/mini';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { type Action, actions } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { inTreeOrder } from '../modules/module-tree.rules.ts';
import { actionsSql } from './granted.store.ts';
import type { RoleInput, RolePermission } from '../permissions.contract.ts';

const actionList = z.array(z.enum(actions));
export const permissionSchema = z.strictObject({
  moduleId: z.string(),
  key: z.string(),
  name: z.string(),
  parentId: z.nullable(z.string()),
  status: z.enum({ inactive: 0, active: 1 }),
  offered: actionList,
  clients: actionList,
  actions: actionList,
  mine: actionList,
});

interface MatrixRow extends Omit<RolePermission, 'moduleId'> {
  id: string;
  order: number;
}
const granted = (role: string, permission: string) =>
  `array(select unnest(m.actions) intersect select unnest(${actionsSql(role, permission)}))`;

/**
 * The matrix of a role in the order of the menu; of none, an empty one. Modules that are switched off are part of it: what a
 * role holds there holds again when they come back.
 * @param readerRoleId role of who reads, whose own rights are told beside.
 */
export async function permissionsOf(
  db: Queryable,
  roleId: string | null,
  readerRoleId: string,
): Promise<RolePermission[]> {
  const rows = await db.query<MatrixRow>(
    `select m.id, m.key, m.name, m.parent_id as "parentId", m.sort_order as "order", m.status, m.actions as offered,
       m.client_actions as clients, ${granted('r', 'p')} as actions, ${granted('own', 'op')} as mine
     from module m
       left join role r on r.id = $1 left join permission p on p.role_id = r.id and p.module_id = m.id
       left join role own on own.id = $2 left join permission op on op.role_id = own.id and op.module_id = m.id`,
    [roleId, readerRoleId],
  );
  return inTreeOrder(rows).map((row) => ({
    moduleId: row.id,
    key: row.key,
    name: row.name,
    parentId: row.parentId,
    status: row.status,
    offered: inOrder(row.offered),
    clients: inOrder(row.clients),
    actions: inOrder(row.actions),
    mine: inOrder(row.mine),
  }));
}

/** Always in the same order, without doubles. */
export const inOrder = (given: readonly Action[]): Action[] => actions.filter((action) => given.includes(action));

/** One module whose rights change: its line with what the role holds now, and what it is to hold. */
export interface PermissionChange {
  line: RolePermission;
  next: Action[];
}

/**
 * What a matrix that was sent would change. Whoever may do anything in a module may view it.
 * @param matrix the role's matrix as its editor sees it, see permissionsOf.
 * @throws 400 where a module or an action is not there, is not for this audience, or is not the editor's to give or take.
 */
export function permissionChanges(
  matrix: readonly RolePermission[],
  { permissions, audience }: Pick<RoleInput, 'permissions' | 'audience'>,
): PermissionChange[] {
  const wrong = (text: string) => refuse.badInput({ permissions: text });
  const wanted = new Map(permissions.map((one) => [one.moduleId, one.actions]));
  if (wanted.size !== permissions.length) throw wrong('Name each module once');
  const known = new Set(matrix.map(({ moduleId }) => moduleId));
  if (permissions.some(({ moduleId }) => !known.has(moduleId))) throw wrong('One of these modules does not exist');
  return matrix.flatMap((line) => {
    const sent = wanted.get(line.moduleId) ?? [];
    const strange = sent.find((action) => !line.offered.includes(action));
    if (strange) throw wrong(`${line.name} has no “${strange}”`);
    const next = inOrder(sent.length > 0 && line.offered.includes('view') ? [...sent, 'view'] : sent);
    const internal = audience === 'client' ? next.find((action) => !line.clients.includes(action)) : undefined;
    if (internal) throw wrong(`${line.name}: “${internal}” is for staff only, and this is a role for clients`);
    const changed = line.offered.filter((action) => next.includes(action) !== line.actions.includes(action));
    const lacked = changed.find((action) => !line.mine.includes(action));
    if (lacked)
      throw wrong(
        next.includes(lacked)
          ? `You may not ${lacked} in ${line.name} yourself, so you cannot let others`
          : `You may not ${lacked} in ${line.name} yourself, so you cannot remove it`,
      );
    return changed.length > 0 ? [{ line, next }] : [];
  });
}

/** Writes what a role holds from now on in the modules that change. */
export async function storePermissions(
  db: Queryable,
  roleId: string,
  changes: readonly PermissionChange[],
): Promise<void> {
  for (const { line, next } of changes)
    await (next.length === 0
      ? db.query('delete from permission where role_id = $1 and module_id = $2', [roleId, line.moduleId])
      : db.query(
          `insert into permission (role_id, module_id, actions) values ($1, $2, $3)
           on conflict (role_id, module_id) do update set actions = excluded.actions`,
          [roleId, line.moduleId, next],
        ));
}

/** What changes, for people to read later: actions by the name of the module, before and after. */
export const readable = (changes: readonly PermissionChange[]) => ({
  before: Object.fromEntries(changes.map(({ line }) => [line.name, line.actions])),
  after: Object.fromEntries(changes.map(({ line, next }) => [line.name, next])),
});

/** Actions by the name of the module, as the history of a role tells them. */
type Told = Readonly<Record<string, readonly Action[]>>;

const toldBefore = ({ before }: Pick<HistoryRow, 'before'>): Told =>
  (before as { permissions?: Told } | null)?.permissions ?? {};

/** Names of modules in the entries that none of today's modules has. */
export const formerNames = (matrix: readonly RolePermission[], entries: readonly HistoryRow[]): string[] => {
  const names = new Set(matrix.map(({ name }) => name));
  return [...new Set(entries.flatMap((entry) => Object.keys(toldBefore(entry))))].filter((name) => !names.has(name));
};

/**
 * What a role held before some changes. Modules that came since keep what the role holds in them; what can no longer be granted
 * is left out.
 * @param later the changes, newest first.
 * @param moduleOf ids of modules by names they had before.
 */
export function permissionsBefore(
  matrix: readonly RolePermission[],
  later: readonly Pick<HistoryRow, 'before'>[],
  moduleOf: ReadonlyMap<string, string>,
): RolePermission[] {
  const idOf = new Map([...moduleOf, ...matrix.map(({ name, moduleId }) => [name, moduleId] as const)]);
  const held = new Map<string | undefined, readonly Action[]>();
  for (const entry of later)
    for (const [name, actions] of Object.entries(toldBefore(entry))) held.set(idOf.get(name), actions);
  return matrix.map((line) => {
    const then = held.get(line.moduleId);
    return then ? { ...line, actions: line.offered.filter((action) => then.includes(action)) } : { ...line };
  });
}
