import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Action } from '#kit/contract/rights.ts';
import { useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import type { PlainTextKey } from '../texts/texts.ts';

/** Another way to look at a catalogue than its list, at an address below it. */
export interface CatalogueView {
  slug: string;
  /** Key of its name. */
  label: PlainTextKey;
  /** Shown only to those who may do this. */
  needs: 'view' | 'edit';
  /** A right on another module that one must have besides. */
  also?: { module: string; action: Action };
  component: ComponentType<{ definition: AnyCatalogue }>;
}
/** Views by the path of their catalogue. */
export type CatalogueViews = Readonly<Record<string, readonly CatalogueView[]>>;

/** Whether somebody is shown a view. */
export const maySee = (
  can: ReturnType<typeof useCan>,
  { path }: AnyCatalogue,
  { needs, also }: CatalogueView,
): boolean => can(path, needs) && (also === undefined || can(also.module, also.action));

/** The list's address is the beginning of the others': only one of them is current. */
const exactly = { exact: true, includeSearch: false };

/** The way from the list to the other views and back. */
export function ViewTabs({
  definition,
  views,
  at,
}: {
  definition: AnyCatalogue;
  views: readonly CatalogueView[];
  /** Slug of the view that is shown; undefined stands for the list. */
  at?: string;
}) {
  const t = useT();
  const can = useCan();
  const shown = views.filter((view) => maySee(can, definition, view));
  if (shown.length === 0) return null;
  const link = (to: string, label: PlainTextKey, current: boolean) => (
    <Link key={to} to={to} activeOptions={exactly} aria-current={current ? 'page' : undefined}>
      {t(label)}
    </Link>
  );
  return (
    <nav className="tabs" aria-label={definition.many}>
      {link(`/${definition.path}`, 'views.list', at === undefined)}
      {shown.map((view) => link(`/${definition.path}/${view.slug}`, view.label, at === view.slug))}
    </nav>
  );
}
