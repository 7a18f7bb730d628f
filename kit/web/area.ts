import { type AreaContract, cataloguesOf } from '#kit/contract/area.ts';
import { addActs, type Act } from './ui/acts.tsx';
import { setCatalogues } from './catalogue/all.ts';
import type { AreaActions } from './catalogue/area-actions.tsx';
import { addBulkActions, type BulkActions } from './catalogue/bulk/area-bulk.ts';
import type { AreaTabs, RecordTabs } from './catalogue/record/record-tabs.tsx';
import { setShortWords, type ShortWords } from './catalogue/short-reason.ts';
import { catalogueScreens } from './catalogue/screens.tsx';
import { addColumns, type AreaColumns } from './catalogue/list/area-columns.ts';
import type { CatalogueViews } from './catalogue/views.tsx';
import { addDefaultToasts, type DefaultToasts } from './texts/default-toasts.ts';
import { addCharts, type AreaCharts } from './chart/area-charts.ts';
import { addIcons, type Icons } from './icons.ts';
import { addHeard, type Heard } from './live/heard.ts';
import { addOnEveryPage, type OnEveryPage } from './live/on-every-page.tsx';
import type { LazyPage } from './lazy.ts';
import { type ReadGrounds, setGrounds, setStreets, type StreetTiles } from './map/grounds.ts';
import type { Screen } from './screens.ts';
import { addHelp, type HelpPart } from './shell/help-parts.ts';
import { setBell } from './shell/bell-place.tsx';
import { setPagePlaces } from './shell/menu/page-places.ts';
import { addWork, type AreaWork } from './shell/menu/work.ts';

/** What an area brings to the web app: `export const web` of its `<area>.web.ts`. Whatever is drawn is loaded lazily. */
export interface AreaWeb {
  contract: AreaContract;
  /** What draws the pages of the contract, by their path. */
  screens?: Readonly<Record<string, LazyPage<object>>>;
  /** Views that catalogues have beside their list, of this area or of another. */
  views?: CatalogueViews;
  /** What can be done with rows of catalogues, beside what every row offers. */
  actions?: AreaActions;
  /** What can be done with what pages of other areas show. */
  acts?: readonly Act[];
  /** What can be done with selected rows of lists, beside what every list offers. */
  bulk?: BulkActions;
  /** Parts of the pages of records. */
  tabs?: RecordTabs;
  /** Columns of lists whose values are not in their rows. */
  columns?: AreaColumns;
  /** Says the reasons of lists, and what they are about, in a few words. */
  shortWords?: ShortWords;
  /** What its work is called, on the dashboard. */
  work?: AreaWork;
  /** What its charts are called, on the dashboard. */
  charts?: AreaCharts;
  /** What it tells people on the help page, beside questions and answers. */
  help?: readonly HelpPart[];
  /** What it follows of the live socket on every page. */
  hears?: readonly Heard[];
  /** What it shows at the top of every page while there is something to show. */
  onEveryPage?: OnEveryPage;
  /** The button in the bar for what people are told. */
  bell?: LazyPage<object>;
  /** Gives what maps are drawn on, beside the built-in ground. */
  grounds?: ReadGrounds;
  /** Gives the streets of the built-in ground. */
  streets?: StreetTiles;
  /** What its writes are confirmed with when an answer carries no message. */
  toasts?: DefaultToasts;
  /** Icons that the contract names, where no other area brings them. */
  icons?: Icons;
}

/**
 * Puts the areas together: tells the kit of their catalogues, icons and default texts, and gives every page of the product.
 * @throws Error when a page has no screen, a screen no page, or when two areas want the same of a record's page.
 */
export function installAreas(areas: readonly AreaWeb[]): Screen[] {
  const catalogues = cataloguesOf(areas.map(({ contract }) => contract));
  setCatalogues(catalogues);
  setPagePlaces(areas.map(({ contract }) => contract));
  for (const {
    acts,
    bell,
    bulk,
    charts,
    columns,
    grounds,
    hears,
    help,
    icons,
    onEveryPage,
    shortWords,
    streets,
    toasts,
    work,
  } of areas) {
    if (hears) addHeard(hears);
    if (acts) addActs(acts);
    if (bell) setBell(bell);
    if (bulk) addBulkActions(bulk);
    if (charts) addCharts(charts);
    if (columns) addColumns(columns);
    if (grounds) setGrounds(grounds);
    if (help) addHelp(help);
    if (icons) addIcons(icons);
    if (onEveryPage) addOnEveryPage(onEveryPage);
    if (shortWords) setShortWords(shortWords);
    if (streets) setStreets(streets);
    if (toasts) addDefaultToasts(toasts);
    if (work) addWork(work);
  }
  const screens = areas.flatMap(screensOf);
  const drawn = new Set(screens.map(({ path }) => path));
  return [
    ...screens,
    ...catalogueScreens(
      // Some catalogues have pages of their own.
      catalogues.filter(({ path }) => !drawn.has(`/${path}`)),
      {
        views: joined(areas.map(({ views }) => views)),
        actions: joined(areas.map(({ actions }) => actions)),
        tabs: tabsOf(areas),
      },
    ),
  ];
}

/** The screens of an area's pages. What lies below a nested page is drawn by that one. */
function screensOf({ contract: { name, pages = [] }, screens = {} }: AreaWeb): Screen[] {
  const nested = pages.filter((page) => page.nested).map(({ path }) => `${path}/`);
  const own = pages.filter(({ path }) => !nested.some((start) => path.startsWith(start)));
  const lost = Object.keys(screens).find((path) => !own.some((page) => page.path === path));
  if (lost !== undefined) throw new Error(`${name}.web.ts draws ${lost}, which is no page of ${name}.contract.ts`);
  return own.map(({ path, open = false, nested = false }) => {
    const component = screens[path];
    if (!component) throw new Error(`${name}.contract.ts has a page ${path}, which ${name}.web.ts does not draw`);
    return { path, open, nested, component };
  });
}

/** Lists of several areas by the path of a catalogue, one behind the other in the order of the areas. */
function joined<T>(all: readonly (Readonly<Record<string, readonly T[]>> | undefined)[]): Record<string, readonly T[]> {
  const found: Record<string, readonly T[]> = {};
  for (const one of all)
    for (const [path, list] of Object.entries(one ?? {})) found[path] = [...(found[path] ?? []), ...list];
  return found;
}

/** Of these a record has one. */
const single = [
  'header',
  'headline',
  'banner',
  'keptAs',
  'opensOn',
  'firstTabs',
  'form',
  'formBody',
  'formGiven',
  'formStart',
] as const;

/** What areas bring to the pages of records, by the path of the catalogue. */
export function tabsOf(areas: readonly AreaWeb[]): RecordTabs {
  const found: Record<string, AreaTabs> = {};
  for (const { contract, tabs = {} } of areas)
    for (const [path, more] of Object.entries(tabs)) {
      const before = found[path];
      const twice = single.find((part) => before?.[part] && more[part]);
      if (twice) throw new Error(`${contract.name}.web.ts: another area has the ${twice} of ${path}`);
      found[path] = {
        ...before,
        ...more,
        tabs: [...(before?.tabs ?? []), ...more.tabs].toSorted((a, b) => a.order - b.order),
        panels: [...(before?.panels ?? []), ...(more.panels ?? [])].toSorted((a, b) => a.order - b.order),
        formBelow: [...(before?.formBelow ?? []), ...(more.formBelow ?? [])],
      };
    }
  return found;
}
