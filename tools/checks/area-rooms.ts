/**
 * Areas from the lowest to the highest: code and screens of a lower one never import a higher one, contracts excepted. An
 * area that is not named stands above all that are. What a lower area has to tell a higher one goes over its events.
 */
export const areaOrder = [
  'mail',
  'ledger',
  'maps',
  'rights',
  'offices',
  'roads',
  'identity',
  'documents',
  'vehicles',
  'duty',
  'people',
  'wallet',
  'compliance',
  'offers',
  'policies',
  'devices',
  'gateway',
  'trips',
  'geofences',
  'speeding',
  'challans',
  'livemap',
  'reports',
  'sharelinks',
  'sharing',
  'records',
  'audit',
  'dashboard',
] as const;

const rankOf = (area: string): number => {
  const rank = (areaOrder as readonly string[]).indexOf(area);
  return rank < 0 ? areaOrder.length : rank;
};

/** The rule that an import of one area into another breaks, in words. */
export function orderRule(from: string, to: string): string | undefined {
  return rankOf(to) > rankOf(from)
    ? `${from} is below ${to}: use an event of ${from}, see areaOrder in tools/checks/area-rooms.ts`
    : undefined;
}

/** The folder of an area that a file lives in; undefined for files of the area itself. */
const roomOf = (path: string): string | undefined => (path.split('/').length > 3 ? path.split('/')[2] : undefined);
/** What a room keeps to itself: the area's own files put these together, no other room imports them. */
const inner = /\.(routes|job|policy|page|tab)\.tsx?$/;

/** The rule that an import inside an area breaks, in words: rooms enter each other past what is wired, never through it. */
export function entranceRule(from: string, to: string): string | undefined {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (!room || !target || room === target || !inner.test(to)) return undefined;
  return `routes, jobs, policies, pages and tabs of ${target} are wired by the area's own files; move what both need into a store, rules, contract or part`;
}
