const active = { requestStatus: '0,1,2,3,6', status: '1' };

/** Which tickets stand in the list, by the name of the tab. */
export const deskTabs = {
  mine: { ...active, holderId: 'me' },
  active,
  waiting: { ...active, requestStatus: '2' },
  late: { ...active, promise: 'LATE' },
} as const satisfies Record<string, Record<string, string>>;
export type DeskTab = keyof typeof deskTabs;

export const tabOf = (given: unknown): DeskTab =>
  typeof given === 'string' && Object.hasOwn(deskTabs, given) ? (given as DeskTab) : 'active';

/** So many stand in the list; the others are found by words. */
export const deskRows = 50;

/** What the list asks for: what is due first, and of words the newest. */
export const queryOf = (tab: DeskTab, q: string): Record<string, string> => ({
  ...deskTabs[tab],
  take: String(deskRows),
  ...(q === '' ? { sort: 'dueAt' } : { q }),
});
