import type { AnyCatalogue } from './catalogue.ts';
import type { Action } from './rights.ts';

/** An address of the web app that an area draws by itself. Catalogues bring theirs. */
export interface Page {
  /** Key of the group of the menu whose entries it lists: the group then has this one entry, and its modules are found there. */
  ofGroup?: string;
  /** Where it stands, as '/history'. One below the path of a nested page is drawn by that page. */
  path: string;
  /** Needs no session, and has no menu around it. */
  open?: boolean;
  /** The page also owns every address below its path. */
  nested?: boolean;
}

/** A page that roles are given rights to: a module, with its place in the menu. */
export interface ModulePage extends Page {
  /** Name of the module in rights and in the database; never changed once it has shipped. */
  key: string;
  name: string;
  menu: {
    /** Key of a group, see areas/rights/modules/modules.ts; null stands above the groups. */
    group: string | null;
    /** Name of a Tabler icon. */
    icon: string;
    /** Smallest first, over all areas, like `menuOrder` of catalogues; leave gaps. */
    order: number;
    /** Key of the module beside whose page it is a tab, instead of an entry of its own. */
    tabOf?: string;
    /** The same for clients alone, and for staff alone: where that page is no entry of theirs, it is one itself. */
    clientTabOf?: string;
    staffTabOf?: string;
    /** Staff who may not do this have no entry of it: they look at it from records, and find it with the search. */
    needs?: Action;
    /** Key of the module in which they must be allowed it; left out, the page's own. */
    needsIn?: string;
  };
  actions: readonly Action[];
  /** What roles for clients may hold of them. Left out: nothing. */
  clients?: readonly Action[];
  /** Starts in the menu of clients: what is their own, not what everything is looked up in. */
  inClientMenu?: boolean;
}

/** What server and web app both know of an area: the part of its manifest that runs anywhere. */
export interface AreaContract {
  /** Name of its folder. */
  name: string;
  catalogues?: readonly AnyCatalogue[];
  pages?: readonly (Page | ModulePage)[];
}

/** Catalogues of areas, in the order of the areas. */
export const cataloguesOf = (contracts: readonly AreaContract[]): AnyCatalogue[] =>
  contracts.flatMap(({ catalogues }) => catalogues ?? []);

/** Hand-written pages of areas, in the order of the areas. */
export const pagesOf = (contracts: readonly AreaContract[]): (Page | ModulePage)[] =>
  contracts.flatMap(({ pages }) => pages ?? []);

/** First parts of all addresses that the web app has a page at: what the server answers with the app. */
export const knownAddresses = (pages: readonly Page[], catalogues: readonly AnyCatalogue[]): string[] => [
  ...new Set([...pages.map(({ path }) => path.split('/')[1] ?? ''), ...catalogues.map(({ path }) => path)]),
];
