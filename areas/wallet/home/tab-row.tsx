import type { KeyboardEvent } from 'react';

export interface Tab {
  key: string;
  label: string;
}

/** Tabs of a page, moved between by the arrow keys. The panel has the id `wallet-panel`. */
export function TabRow(props: { label: string; tabs: readonly Tab[]; tab: string; onTab: (key: string) => void }) {
  const { label, tabs, tab, onTab } = props;
  const onKey = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(({ key }) => key === tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    onTab(next.key);
    document.getElementById(`wallet-tab-${next.key}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" tabIndex={-1} aria-label={label} onKeyDown={onKey}>
      {tabs.map(({ key, label: name }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`wallet-tab-${key}`}
          aria-selected={tab === key}
          aria-controls="wallet-panel"
          tabIndex={tab === key ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
