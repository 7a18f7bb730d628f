import { type MenuModule, menuGroups } from '#kit/contract/menu.ts';
import type { MenuChange } from '../permissions.contract.ts';

/**
 * What another arrangement of the modules does to the menu of somebody; undefined: nothing.
 * @param before the modules that they may view, as `menuModules` gives them; `after` likewise
 * @param pages pages of groups, see menuGroups
 */
export function menuChange(
  before: readonly MenuModule[],
  after: readonly MenuModule[],
  pages: Readonly<Record<string, string>>,
): Pick<MenuChange, 'moved' | 'appears' | 'vanishes' | 'isOrderOnly'> | undefined {
  const [old, next] = [before, after].map((all) => menuGroups(all, pages));
  if (!old || !next) return undefined;
  const lines = (groups: typeof old) =>
    groups.flatMap((group) => group.items.map((item) => ({ id: item.id, name: item.name, group: group.name })));
  const [from, to] = [lines(old), lines(next)];
  const moved = from.flatMap(({ id, name, group }) => {
    const now = to.find((one) => one.id === id);
    return now && now.group !== group ? [{ name, from: group, to: now.group }] : [];
  });
  const names = (groups: typeof old) => groups.flatMap(({ name }) => name ?? []);
  const appears = names(next).filter((name) => !names(old).includes(name));
  const vanishes = names(old).filter((name) => !names(next).includes(name));
  const isSame = from.map(({ id }) => id).join() === to.map(({ id }) => id).join();
  if (moved.length === 0 && appears.length === 0 && vanishes.length === 0 && isSame) return undefined;
  return { moved, appears, vanishes, isOrderOnly: moved.length === 0 && appears.length === 0 && vanishes.length === 0 };
}
