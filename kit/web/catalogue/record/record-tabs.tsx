import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Reference } from '#kit/contract/answers.ts';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { Action } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { Draws } from '../../lazy.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { useKept } from '../../storage/store.ts';
import { TabRow } from '../../tabs/tab-row.tsx';
import type { RowAction } from '../area-actions.tsx';
import { type Child, childrenOf } from './children.tsx';
import { useUsage } from '../data.ts';
import type { PlainTextKey } from '../../texts/texts.ts';
import type { FormBodyProps, FormPartProps } from '../form/form-part.ts';

/** A part of a record's page that an area brings, beside its facts, what refers to it, and its history. */
export interface RecordTab {
  /** Its name in the address, as in `?tab=sessions`. */
  slug: string;
  /** Place among the tabs that areas bring to the same record, smallest first. */
  order: number;
  /** Key of its name. */
  label: PlainTextKey;
  /** Shown only to those who may do this, with this row. */
  needs: Action;
  /** Another module that one must be able to view. */
  also?: string;
  /** The catalogue whose rows it shows better than the list of them that every record has. */
  instead?: string;
  /** Further catalogues whose rows it shows, for those who may view them. */
  replaces?: readonly string[];
  component: Draws<RecordTabProps>;
}
/** What a tab of a record gets; `RecordTabProps<typeof vehicle>` knows the fields of the row. */
export interface RecordTabProps<D extends AnyCatalogue = AnyCatalogue> {
  definition: D;
  row: RowOf<D>;
  /** What areas offer to do with the row, for those that belong to the tab. */
  actions: readonly RowAction[];
}

/** What an area shows of a record in its overview, beside what other areas show. */
export interface RecordPanel {
  /** Above the facts, or beside them; or one of the facts in the banner, see BannerFact. */
  place: 'main' | 'side' | 'banner';
  /** Smallest first among those of a place, over all areas. */
  order: number;
  /** Another module that one must be able to view. */
  also?: string;
  /** Fields that it shows, which the facts then leave out. */
  shows?: readonly string[];
  component: Draws<Pick<RecordTabProps, 'row' | 'definition'>>;
}

/** Values of fields that a form begins with and that have to be fetched, as a query. */
export interface FormStart {
  queryKey: readonly string[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Readonly<Record<string, string>>>;
}

/** What an area adds to the pages of a catalogue's records. */
export interface AreaTabs {
  tabs: readonly RecordTab[];
  /** Stands in the head of the page, above every tab. */
  header?: Draws<Pick<RecordTabProps, 'row'>>;
  /** Stands in the heading instead of the record's title, and says the same. */
  headline?: Draws<Pick<RecordTabProps, 'row'>>;
  /**
   * Stands between the head and the tabs, on every tab: how the record is, and what to do next. It has the page's primary action,
   * so that editing is none.
   */
  banner?: Draws<RecordTabProps>;
  /** Stands above the fields of the form, and fills some of them in another way than by typing. */
  form?: Draws<FormPartProps>;
  /** Draws the fields of the form, in the order and the way of the area. */
  formBody?: Draws<FormBodyProps>;
  /** What a new record begins with, by its fields, where nothing else is given. */
  formGiven?: Readonly<Record<string, string>>;
  /**
   * What a new record begins with besides, fetched before its form opens.
   * @param given what the address gives (`?val[name]=`), also under names that are no fields.
   * @returns undefined where the address names nothing to begin with.
   */
  formStart?: (given: Readonly<Record<string, string>>) => FormStart | undefined;
  /** Stand below the fields of the form: what can be learned of what is entered before it is saved. */
  formBelow?: readonly Draws<FormPartProps>[];
  /** Names of the tabs that people open most, the overview aside, in this order: the others follow. */
  firstTabs?: readonly string[];
  /** Parts of the first tab. */
  panels?: readonly RecordPanel[];
  /** Fields that `header` and `banner` show, which the facts then leave out. */
  shows?: readonly string[];
  /** The specification's key under which the browser keeps the tab that somebody went to last, where it names one. */
  keptAs?: 'activeTab' | 'userTab' | 'obdTab' | 'transactionPageTab';
  /** Slug of the tab that stands before the facts and that a record opens on. It has the page's primary action, so that editing is none. */
  opensOn?: string;
  /** A record opens on what it is, whatever tab was looked at last. So does one whose tab is not kept. */
  opensOnOverview?: boolean;
}
/** Tabs by the path of their catalogue. */
export type RecordTabs = Readonly<Record<string, AreaTabs>>;

/** One tab as it is offered to the reader. */
interface Tab {
  key: string;
  label: string;
  /** Number of records behind it. */
  count?: number | undefined;
  area?: RecordTab;
  child?: Child;
}

/** The tabs of a record for this reader, and the one that is open: by the address, or else the one that was open last, where that is kept. */
export function useRecordTabs(
  definition: AnyCatalogue,
  all: readonly AnyCatalogue[],
  { tabs: brought, firstTabs = [], keptAs, opensOn, opensOnOverview = keptAs === undefined }: AreaTabs,
  id: string,
  row: AnyRow | undefined,
): { tabs: readonly Tab[]; tab: Tab; named: boolean } {
  const t = useT();
  const can = useCan();
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string };
  const usage = useUsage(definition, id).data;
  const [user] = useKept('userData');
  const [kept, keep] = useKept(keptAs ?? 'activeTab');
  const mayHistory = definition.scope === 'organisation' || user?.kind === 'staff';
  const replaced = new Set(brought.flatMap(({ instead, replaces = [] }) => [instead, ...replaces]));
  const children = childrenOf(all, definition.path).filter(
    (child) => can(child.definition.path, 'view') && !replaced.has(child.definition.path),
  );
  const overview: Tab = { key: 'overview', label: t('record.overview') };
  const offered: Tab[] = brought
    // What a row forbids is known with the row; a row that is here may be viewed.
    .filter(
      ({ needs, also, instead }) =>
        (row !== undefined || !definition.guarded || needs === 'view') &&
        can(definition.path, needs, row) &&
        (also === undefined || can(also, 'view')) &&
        (instead === undefined || can(instead, 'view')),
    )
    .map((area) => ({ key: area.slug, label: t(area.label), area }));
  const isOpening = ({ key }: Tab) => key === opensOn;
  const others: Tab[] = [
    ...offered.filter((one) => !isOpening(one)),
    ...children.map((child) => ({
      key: keyOf(child),
      label: child.definition.many,
      count: countOf(usage, child),
      child,
    })),
    ...(mayHistory ? [{ key: 'history', label: t('record.history') }] : []),
  ];
  const placeOf = ({ key }: Tab) => (firstTabs.includes(key) ? firstTabs.indexOf(key) : firstTabs.length);
  const tabs = [...offered.filter(isOpening), overview, ...others.toSorted((a, b) => placeOf(a) - placeOf(b))];
  const tab = tabs.find(({ key }) => key === (asked ?? (opensOnOverview ? undefined : kept))) ?? tabs[0] ?? overview;
  const chosen = row && keptAs && tab.key === asked ? asked : undefined;
  useEffect(() => {
    if (chosen !== undefined && chosen !== kept) keep(chosen);
  }, [chosen, kept, keep]);
  return { tabs, tab, named: keptAs !== undefined };
}

/** The way from one tab to the others. `named`: the first is remembered too, so its address says so. */
export function TabLinks(props: { tabs: readonly Tab[]; current: Tab; to: string; named: boolean }) {
  const t = useT();
  return (
    <TabRow
      label={t('record.tabs')}
      current={props.current.key}
      tabs={props.tabs.map(({ key, label, count, child }, at) => ({
        key,
        label,
        count,
        hasCount: child !== undefined,
        link: { to: props.to, search: at === 0 && !props.named ? {} : ({ tab: key } as never) },
      }))}
    />
  );
}

const keyOf = (child: Child) => `${child.definition.path}.${child.field}`;
const countOf = (usage: readonly Reference[] | undefined, child: Child): number | undefined =>
  usage && (usage.find((one) => one.path === child.definition.path && one.field === child.field)?.count ?? 0);
