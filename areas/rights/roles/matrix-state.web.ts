import type { Action } from '#kit/contract/rights.ts';
import type { RoleInput, RolePermission } from '../permissions.contract.ts';

/** What the editor changed, by `module action`: what holds instead of what the role had. */
export type Changes = ReadonlyMap<string, boolean>;

export const cellKey = (moduleId: string, action: Action): string => `${moduleId} ${action}`;

/** A row of the matrix: a module and the groups above it by name. */
export interface Line extends RolePermission {
  /** What can be granted here to this audience. */
  open: readonly Action[];
}
export interface Section {
  key: string;
  name: string | null;
  lines: Line[];
}

/** The modules in sections of the menu, its top entries first. What has nothing to grant is left out. */
export function sectionsOf(matrix: readonly RolePermission[], audience: RoleInput['audience']): Section[] {
  const topOf = (one: RolePermission): RolePermission => {
    const parent = matrix.find(({ moduleId }) => moduleId === one.parentId);
    return parent ? topOf(parent) : one;
  };
  const sections = new Map<string, Section>();
  for (const one of matrix) {
    const open = audience === 'client' ? one.clients : one.offered;
    // What a role for clients must not hold is shown as long as it does.
    if (open.length === 0 && one.actions.length === 0) continue;
    const top = topOf(one);
    const isLoose = top.moduleId === one.moduleId;
    const key = isLoose ? '' : top.key;
    const section = sections.get(key) ?? { key, name: isLoose ? null : top.name, lines: [] };
    section.lines.push({ ...one, open });
    sections.set(key, section);
  }
  return [...sections.values()].sort((a, b) => Number(a.key !== '') - Number(b.key !== ''));
}

/** What a role holds with the changes laid over it. What its audience must not hold goes. */
export const isOn = (line: Line, action: Action, changes: Changes): boolean =>
  line.open.includes(action) && (changes.get(cellKey(line.moduleId, action)) ?? line.actions.includes(action));

export const isChanged = (line: Line, action: Action, changes: Changes): boolean =>
  isOn(line, action, changes) !== line.actions.includes(action);

/** Whether the editor may tick here: nobody gives or takes what they lack. */
export const isMine = (line: Line, action: Action): boolean => line.open.includes(action) && line.mine.includes(action);

/**
 * Lays a tick over the changes. Whoever may do anything in a module may view it: the first tick brings the view along,
 * and without the view nothing else is left.
 */
export function tick(line: Line, action: Action, on: boolean, changes: Changes): Changes {
  if (!isMine(line, action)) return changes;
  const next = new Map(changes);
  const set = (one: Action) => {
    if (line.actions.includes(one) === on) next.delete(cellKey(line.moduleId, one));
    else next.set(cellKey(line.moduleId, one), on);
  };
  const others = line.open.filter((one) => one !== 'view' && isOn(line, one, changes));
  if (action === 'view' && !on) {
    // What the editor may not take away keeps the view with it.
    if (others.some((one) => !isMine(line, one))) return changes;
    others.forEach(set);
  }
  set(action);
  if (on && action !== 'view' && isMine(line, 'view')) set('view');
  return next;
}

type Cells = readonly (readonly [Line, Action])[];

/** Ticks many cells, those that are the editor's. */
export const tickAll = (cells: Cells, on: boolean, changes: Changes): Changes =>
  // Views last when they go: what hangs on them goes first.
  [...cells]
    .sort(([, a], [, b]) => Number(a === 'view') - Number(b === 'view'))
    .reduce<Changes>((all, [line, action]) => tick(line, action, on, all), changes);

/** All, none or some of the cells that the editor may tick; undefined where there is none to tick. */
export function stateOf(cells: Cells, changes: Changes): 'all' | 'none' | 'some' | undefined {
  const mine = cells.filter(([line, action]) => isMine(line, action));
  if (mine.length === 0) return undefined;
  const on = mine.filter(([line, action]) => isOn(line, action, changes)).length;
  return on === 0 ? 'none' : on === mine.length ? 'all' : 'some';
}

/** What is sent: every module with what the role is to hold. */
export const permissionsFrom = (sections: readonly Section[], changes: Changes): RoleInput['permissions'] =>
  sections
    .flatMap(({ lines }) => lines)
    .map((line) => ({ moduleId: line.moduleId, actions: line.open.filter((action) => isOn(line, action, changes)) }))
    .filter(({ actions }) => actions.length > 0);

/** How many cells differ from what is stored. */
export const countChanges = (sections: readonly Section[], changes: Changes): number =>
  sections
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + line.offered.filter((action) => isChanged(line, action, changes)).length, 0);

/** What is granted and what is taken in a module. */
export interface Difference {
  moduleId: string;
  name: string;
  granted: Action[];
  removed: Action[];
}

/** Module by module, how what will be saved differs from what is stored. */
export const differencesOf = (sections: readonly Section[], changes: Changes): Difference[] =>
  sections
    .flatMap(({ lines }) => lines)
    .map((line) => {
      const changed = line.offered.filter((action) => isChanged(line, action, changes));
      return {
        moduleId: line.moduleId,
        name: line.name,
        granted: changed.filter((action) => !line.actions.includes(action)),
        removed: changed.filter((action) => line.actions.includes(action)),
      };
    })
    .filter(({ granted, removed }) => granted.length + removed.length > 0);

/** The changes that lead from what a role holds to what it is to hold, as far as the editor may make them. */
export const changesTo = (now: readonly RolePermission[], then: readonly RolePermission[]): Changes => {
  const wanted = new Map(then.map(({ moduleId, actions }) => [moduleId, actions]));
  return new Map(
    now.flatMap(({ moduleId, actions, offered, mine }) =>
      offered
        .filter((action) => mine.includes(action))
        .map((action) => [action, (wanted.get(moduleId) ?? actions).includes(action)] as const)
        .filter(([action, on]) => on !== actions.includes(action))
        .map(([action, on]) => [cellKey(moduleId, action), on] as const),
    ),
  );
};
