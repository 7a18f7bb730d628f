import { IconSitemap } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { ApiError, navigation } from '#kit/web/api.ts';
import { t as translate, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { type ModuleDialog, ModuleDialogs } from './module-dialogs.web.tsx';
import { ModuleTree } from './module-rows.web.tsx';
import { type Place, rightsWrites, useModules } from './rights-data.web.ts';
import type { ModuleRow } from './rights.contract.ts';
import './places.css';

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
  const [said, setSaid] = useState('');
  const allowed = can('module', 'view');
  const { data, error, refetch } = useModules(allowed);
  useEffect(() => {
    if (allowed || !isSignedIn()) return;
    toast.error(translate('error.noRight'));
    navigation.toDashboard();
  }, [allowed]);
  if (!allowed) return null;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const tab = tabs.some(([key]) => key === kept) ? kept : '1';
  const all = data ?? [];
  const of = (key: string) =>
    key === '1'
      ? all
      : all.filter((one) => (key === '2') === isInMenu(one) && (key === '2' || one.route !== null || one.status === 0));
  const rows = of(tab);

  /** Does a write, says what came of it, and offers to take it back where that can be done. */
  const run = async (work: () => Promise<string>, undo?: () => Promise<string>): Promise<boolean> => {
    try {
      const message = await work();
      toast.success(message, undo ? () => void run(undo) : undefined);
      return true;
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      toast.error(failed.message);
      await refetch();
      return false;
    }
  };
  const placeOf = (module: ModuleRow): Place => {
    const siblings = all.filter((one) => one.parentId === module.parentId);
    return { parentId: module.parentId, beforeId: siblings[siblings.indexOf(module) + 1]?.id ?? null };
  };
  const move = async (module: ModuleRow, place: Place) => {
    const back = placeOf(module);
    const group = all.find((one) => one.id === place.parentId)?.name ?? t('modules.top');
    if (
      await run(
        () => rightsWrites.move(module, place),
        () => rightsWrites.move(module, back),
      )
    )
      setSaid(t('modules.movedUnder', { title: module.name, group }));
  };
  const step = async (module: ModuleRow, by: -1 | 1) => {
    const siblings = all.filter((one) => one.parentId === module.parentId).map((one) => one.id);
    const at = siblings.indexOf(module.id);
    if (at + by < 0 || at + by >= siblings.length) return;
    const ids = siblings.filter((id) => id !== module.id);
    ids.splice(at + by, 0, module.id);
    const order = (some: readonly string[]) => () => rightsWrites.orderModules(module.parentId, some);
    if (!(await run(order(ids), order(siblings)))) return;
    setSaid(t('arrange.moved', { title: module.name, at: at + by + 1, count: siblings.length }));
    requestAnimationFrame(() => document.getElementById(`${module.id}${by}`)?.focus());
  };
  const onTabs = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(([key]) => key === tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    setKept(next[0]);
    document.getElementById(`module-tab-${next[0]}`)?.focus();
  };
  return (
    <>
      <PageTitle title={t('modules.title')} sub={<bdi>{t('modules.text')}</bdi>} />
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
            onClick={() => setKept(key)}
          >
            {t(label)}
            <span className="n">{of(key).length}</span>
          </button>
        ))}
      </div>
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
            onShow={(module, where) => {
              const { name, isMenu, inClientMenu } = module;
              void run(() => rightsWrites.rename(module, { name, isMenu, inClientMenu, ...where }));
            }}
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
