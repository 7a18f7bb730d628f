import { IconChevronDown } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatNumber, useT } from '../i18n.ts';
import { LateMenu } from '../ui/floating/late-floating.tsx';
import { shownTabs } from './shown-tabs.ts';

/** One tab, which is a link. */
export interface RowTab {
  key: string;
  label: string;
  link: Pick<LinkProps, 'to' | 'search'>;
  /** Of a tab with a number: the number, once it is known. Its place is there before; that there is none goes without saying. */
  count?: number | undefined;
  hasCount?: boolean;
}

/** Of the tabs, whose addresses differ in their search only, one is the current page. */
const exactly = { exact: true, includeSearch: true };

/** Tabs in one row: those that are used most, as far as there is room, and the others in a menu at its end. The chosen one is always in the row. */
export function TabRow({ label, tabs, current }: { label: string; tabs: readonly RowTab[]; current: string }) {
  const t = useT();
  const row = useRef<HTMLElement>(null);
  const shown = useShown(row, tabs, current);
  const folded = tabs.filter(({ key }) => !shown.has(key));
  return (
    <nav ref={row} className="tabs tab-row" aria-label={label}>
      {tabs.map(({ key, link, ...tab }) => (
        <Link
          key={key}
          {...link}
          activeOptions={exactly}
          aria-current={current === key ? 'page' : undefined}
          className={shown.has(key) ? undefined : 'folded'}
        >
          <TabName {...tab} />
        </Link>
      ))}
      <LateMenu
        position="bottom-end"
        width={230}
        trigger={
          <button type="button" className={folded.length > 0 ? undefined : 'folded'}>
            {t('shell.more')}
            <IconChevronDown className="i s" aria-hidden="true" />
          </button>
        }
      >
        {(Menu) =>
          folded.map(({ key, link, ...tab }) => (
            <Menu.Item key={key} component={Link} {...(link as { to: string })}>
              <span className="tab-item">
                <TabName {...tab} />
              </span>
            </Menu.Item>
          ))
        }
      </LateMenu>
    </nav>
  );
}

const TabName = ({ label, count, hasCount }: Pick<RowTab, 'label' | 'count' | 'hasCount'>) => (
  <>
    {label}
    {hasCount && count !== 0 ? <span className="n">{count === undefined ? '' : formatNumber(count)}</span> : null}
  </>
);

/** The keys of the tabs that are in the row. It is measured before it is painted, and again when anything in it changes its width. */
function useShown(row: { current: HTMLElement | null }, tabs: readonly RowTab[], current: string): ReadonlySet<string> {
  const keys = tabs.map(({ key }) => key);
  const named = keys.join(' ');
  const [shown, setShown] = useState({ of: '', keys: new Set(keys) });
  useLayoutEffect(() => {
    const nav = row.current;
    if (!nav) return;
    const measure = () => {
      const own = named.split(' ');
      const widths = [...nav.children].slice(0, own.length + 1).map((one) => (one as HTMLElement).offsetWidth);
      const keysInRow = shownTabs(
        own.map((key, at) => ({ key, width: widths[at] ?? 0 })),
        {
          current,
          room: nav.clientWidth,
          gap: Number.parseFloat(getComputedStyle(nav).columnGap) || 0,
          more: widths.at(-1) ?? 0,
        },
      );
      const of = keysInRow.join(' ');
      setShown((before) => (before.of === of ? before : { of, keys: new Set(keysInRow) }));
    };
    measure();
    const widths = new ResizeObserver(measure);
    for (const one of [nav, ...nav.children]) widths.observe(one);
    return () => widths.disconnect();
  }, [row, named, current]);
  return shown.keys;
}
