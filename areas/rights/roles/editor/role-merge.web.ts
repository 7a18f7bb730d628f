import type { Action } from '#kit/contract/rights.ts';
import { mergeBody } from '#kit/web/live/merge-body.ts';
import type { RoleInput, RolePermission } from '../../permissions.contract.ts';
import { cellKey, type Changes, isOn, type Line, sectionsOf } from '../matrix-state.web.ts';

type Facts = Omit<RoleInput, 'permissions'>;
/** A version of a role. */
export type RoleVersion = Facts & { permissions: readonly RolePermission[] };

/** A module of which both sides changed something, so that the two do not go together. */
export interface ModuleClash {
  moduleId: string;
  name: string;
  mine: Action[];
  theirs: Action[];
}
export interface RoleMerge {
  facts: Facts;
  changes: Changes;
  /** What both changed, each to something else: somebody has to choose. */
  asked: { facts: (keyof Facts)[]; modules: ModuleClash[] };
  /** What only the others changed. */
  taken: (keyof Facts | 'permissions')[];
}

export const factsOf = ({ name, audience, rowScope, description }: Facts): Facts => ({
  name,
  audience,
  rowScope,
  description,
});

const linesOf = (permissions: readonly RolePermission[], audience: Facts['audience']): Line[] =>
  sectionsOf(permissions, audience).flatMap(({ lines }) => lines);
const held = (line: Line | undefined, changes: Changes): Action[] =>
  line ? line.open.filter((action) => isOn(line, action, changes)) : [];
const alike = (one: readonly Action[], other: readonly Action[]) =>
  one.length === other.length && one.every((action) => other.includes(action));

/** Fields of a role that differ between two versions, the permissions as one of them. */
export const changedFields = (base: RoleVersion, theirs: RoleVersion): (keyof Facts | 'permissions')[] => {
  const was = new Map(base.permissions.map(({ moduleId, actions }) => [moduleId, actions]));
  const isSame = theirs.permissions.every(({ moduleId, actions }) => alike(was.get(moduleId) ?? [], actions));
  const facts = (['name', 'description', 'audience', 'rowScope'] as const).filter(
    (name) => base[name] !== theirs[name],
  );
  return isSame ? facts : [...facts, 'permissions'];
};

/**
 * Lays what was written over a version that somebody saved meanwhile. A single permission is held or not, so both sides can
 * only have changed it alike; but who may do something in a module must be able to view it, so a module in which the two do
 * not go together is asked for as a whole.
 */
export function mergeRole(base: RoleVersion, theirs: RoleVersion, facts: Facts, changes: Changes): RoleMerge {
  const { body, clashes, taken } = mergeBody(factsOf(base), factsOf(theirs), facts);
  const was = new Map(linesOf(base.permissions, facts.audience).map((line) => [line.moduleId, line]));
  const modules = linesOf(theirs.permissions, body.audience).flatMap((line): ModuleClash[] => {
    const before = was.get(line.moduleId);
    const mine = held(before, changes);
    const merged = held(line, changes);
    const isBroken = merged.length > 0 && line.open.includes('view') && !merged.includes('view');
    return isBroken && !alike(mine, held(line, new Map()))
      ? [{ moduleId: line.moduleId, name: line.name, mine, theirs: held(line, new Map()) }]
      : [];
  });
  const isTaken = changedFields(base, theirs).includes('permissions');
  return {
    facts: body,
    changes,
    asked: { facts: clashes, modules },
    taken: isTaken ? [...taken, 'permissions'] : taken,
  };
}

/** What was chosen of both sides. @param chosen names of facts and ids of modules that are to be as they are stored */
export function chooseOf(
  merge: RoleMerge,
  theirs: RoleVersion,
  chosen: ReadonlySet<string>,
): Pick<RoleMerge, 'facts' | 'changes'> {
  const picked = merge.asked.facts.filter((name) => chosen.has(name));
  const facts = { ...merge.facts, ...Object.fromEntries(picked.map((name) => [name, theirs[name]])) };
  const changes = new Map(merge.changes);
  for (const { moduleId, mine } of merge.asked.modules) {
    const line = theirs.permissions.find((one) => one.moduleId === moduleId);
    for (const action of line?.offered ?? [])
      if (chosen.has(moduleId)) changes.delete(cellKey(moduleId, action));
      else changes.set(cellKey(moduleId, action), mine.includes(action));
  }
  return { facts, changes };
}
