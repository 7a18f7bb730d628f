import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { type ModuleRow, mostDeep } from '../permissions.contract.ts';

/** True when a module lies below another, at whatever depth. */
export const isBelow = (all: readonly ModuleRow[], id: string, ancestorId: string): boolean => {
  const parentId = all.find((one) => one.id === id)?.parentId ?? null;
  return parentId !== null && (parentId === ancestorId || isBelow(all, parentId, ancestorId));
};

const heightOf = (all: readonly ModuleRow[], id: string): number =>
  1 + Math.max(0, ...all.filter((one) => one.parentId === id).map((one) => heightOf(all, one.id)));

/** Why a module cannot go under a group, as the key of a text; undefined: it can. The server decides again. */
export function whyNot(all: readonly ModuleRow[], id: string, parentId: string | null): PlainTextKey | undefined {
  if (parentId === null) return undefined;
  const parent = all.find((one) => one.id === parentId);
  const module = all.find((one) => one.id === id);
  if (!parent || !module || parent.route !== null) return 'modules.notAGroup';
  if (id === parentId || isBelow(all, parentId, id)) return 'modules.ring';
  if (parent.status === 0 && module.status === 1) return 'modules.groupOff';
  return parent.depth + heightOf(all, id) > mostDeep ? 'modules.tooDeep' : undefined;
}
