import type { AreaContract } from '#kit/contract/area.ts';

/** A deleted record, as the trash over everything lists it. */
export interface TrashRow {
  id: string;
  module: string;
  moduleName: string;
  title: string;
  deletedAt: string;
  deletedBy: string | null;
}
/** A record, or something else, that a search over everything found. */
export interface FoundRow {
  id: string;
  /** The module whose list it stands in. */
  module: string;
  moduleName: string;
  title: string;
  /** Its address. */
  to: string;
  /** Where the words stand, if not in the title. */
  match: FoundMatch | null;
  /** Its name only sounds like what was searched for: nothing, or little, has the words themselves. */
  alike: boolean;
  /** Its list has more that were found by these words. */
  more: boolean;
}
/** A field that has the words, and what its lists show of it. */
export interface FoundMatch {
  label: string;
  value: string | null;
}

/** How many records a list has: `GET /list-counts`. */
export interface ListCount {
  module: string;
  count: number;
  inactive: number;
}

export const contract: AreaContract = {
  name: 'records',
  pages: [
    {
      path: '/trash',
      key: 'trash',
      name: 'Trash',
      menu: { group: 'group-settings', icon: 'trash', order: 150, staffTabOf: 'history' },
      actions: ['view'],
    },
    { path: '/exports' },
    { path: '/reference-data', ofGroup: 'group-catalogues' },
  ],
};
