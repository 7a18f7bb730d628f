import { IconSitemap } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { type ModuleDialog, ModuleDialogs } from './module.dialogs.tsx';
import { ModuleTree } from './module-tree.tsx';
import { useModuleWrites } from './module-writes.web.ts';
import { rightsWrites, useModules } from '../rights.queries.ts';
import type { ModuleRow } from '../permissions.contract.ts';

/** The tabs, by what the browser keeps of them. */
const tabs = [
  ['1', 'modules.all'],
  ['2', 'modules.inMenu'],
  ['3', 'modules.outOfMenu'],
] as const;

const isInMenu = (one: ModuleRow) => one.status === 1 && one.isMenu;

/** The tree of modules, which is everybody's menu. */
export function ModulePage() {
  const t = useT();
  const can = useCan();
  const [kept, setKept] = useKept('modulePageActiveTab');
  const [dialog, setDialog] = useState<ModuleDialog>();
  const allowed = can('module', 'view');
  const { data, error, refetch } = useModules(allowed);
  useTurnAway(allowed);
  const all = data ?? [];
  const { run, move, step, said } = useModuleWrites(all, refetch);
  if (!allowed) return null;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const tab = tabs.some(([key]) => key === kept) ? kept : '1';
  const of = (key: string) =>
    key === '1'
      ? all
      : all.filter((one) => (key === '2') === isInMenu(one) && (key === '2' || one.route !== null || one.status === 0));
  const rows = of(tab);

  return (
    <>
      <PageTitle
        title={t('modules.title')}
        sub={<bdi>{t('modules.text')}</bdi>}
        tabs={<ModuleTabs tab={tab} onTab={setKept} countOf={(key) => of(key).length} />}
      />
      <p className="sr" role="status">
        {said}
      </p>
      <section id="module-panel" role="tabpanel" aria-labelledby={`module-tab-${tab}`} className="sheet">
        {data && rows.length === 0 ? (
          <Empty icon={<IconSitemap aria-hidden="true" />} title={t('modules.none')} text={t('modules.noneText')} />
        ) : (
          <ModuleTree
            rows={rows}
            all={all}
            isWhole={tab === '1'}
            onDialog={setDialog}
            onStep={(module, by) => void step(module, by)}
            onFlip={(module) => void run(() => rightsWrites.flip(module))}
            onShow={(module, where) => void run(() => rightsWrites.rename(module, where))}
          />
        )}
        {data ? null : <span className="sk" style={{ margin: 20, width: '50%' }} />}
      </section>
      <ModuleDialogs
        dialog={dialog}
        all={all}
        onClose={() => setDialog(undefined)}
        onMove={(module, place) => {
          setDialog(undefined);
          void move(module, place);
        }}
      />
    </>
  );
}

function ModuleTabs(props: { tab: string; onTab: (key: string) => void; countOf: (key: string) => number }) {
  const { tab, onTab, countOf } = props;
  const t = useT();
  const onTabs = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(([key]) => key === tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    onTab(next[0]);
    document.getElementById(`module-tab-${next[0]}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" tabIndex={-1} aria-label={t('modules.title')} onKeyDown={onTabs}>
      {tabs.map(([key, label]) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`module-tab-${key}`}
          aria-selected={tab === key}
          aria-controls="module-panel"
          tabIndex={tab === key ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {t(label)}
          <span className="n">{countOf(key)}</span>
        </button>
      ))}
    </div>
  );
}
