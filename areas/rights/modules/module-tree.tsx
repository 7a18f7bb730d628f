import { Menu } from '@mantine/core';
import { IconDots, IconFolder, IconGripVertical } from '@tabler/icons-react';
import { type CSSProperties, useRef, useState } from 'react';
import { iconOf } from '#kit/web/icons.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { staffTabOf } from '#kit/web/shell/menu/page-places.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { MoveButtons } from '#kit/web/ui/move-buttons.tsx';
import { usePointerDrag } from '#kit/web/ui/use-pointer-drag.ts';
import type { ModuleDialog } from './module.dialogs.tsx';
import { isBelow, whyNot } from './module-places.web.ts';
import type { Place } from '../rights.queries.ts';
import type { ModuleRow } from '../permissions.contract.ts';
import styles from './modules.module.css';

interface Props {
  rows: readonly ModuleRow[];
  all: readonly ModuleRow[];
  /** Every module is shown: only then are they dragged and stepped. */
  isWhole: boolean;
  onDialog: (dialog: ModuleDialog) => void;
  onStep: (module: ModuleRow, by: -1 | 1) => void;
  onFlip: (module: ModuleRow) => void;
  /** To be in menus, or in those of clients, or not. */
  onShow: (module: ModuleRow, where: Partial<Pick<ModuleRow, 'isMenu' | 'inClientMenu'>>) => void;
}
/** Where what is dragged would go: before or after a row, or into a group. */
interface Target {
  id: string;
  how: 'before' | 'after' | 'inside';
}

const drops = {
  before: styles['drop-before'],
  after: styles['drop-after'],
  inside: styles['drop-inside'],
};

/** The modules as a tree, each with the ways to move and change it. */
export function ModuleTree({ rows, all, isWhole, onDialog, onStep, onFlip, onShow }: Props) {
  const t = useT();
  const can = useCan();
  const list = useRef<HTMLUListElement>(null);
  const [target, setTarget] = useState<Target>();
  const mayEdit = can('module', 'edit');
  const find = (id: string) => all.find((one) => one.id === id) as ModuleRow;

  const drag = usePointerDrag({
    move: (id, _, y) => setTarget(targetAt(list.current, rows, all, find(id), y)),
    drop: (id) => {
      setTarget(undefined);
      const place = target && placeOf(target, all);
      if (place) onDialog({ kind: 'move', module: find(id), place });
    },
    cancel: () => setTarget(undefined),
  });
  return (
    <ul ref={list} className={styles.modules}>
      {rows.map((row) => {
        const Icon = row.route === null ? IconFolder : iconOf(row.icon);
        const siblings = all.filter((one) => one.parentId === row.parentId);
        const marks = [
          target?.id === row.id ? drops[target.how] : '',
          drag.dragged === row.id ? styles.dragged : '',
          row.route === null ? styles.group : '',
        ];
        return (
          <li
            key={row.id}
            className={marks.filter(Boolean).join(' ')}
            style={{ '--depth': isWhole ? row.depth - 1 : 0 } as CSSProperties}
          >
            {mayEdit && isWhole ? (
              <button
                type="button"
                className={styles.handle}
                aria-label={t('modules.drag', { title: said(row.name) })}
                title={t('modules.dragHelp')}
                onClick={(event) => {
                  // By keyboard: a press of Enter or Space asks where to.
                  if (event.detail === 0) onDialog({ kind: 'move', module: row });
                }}
                onKeyDown={(event) => {
                  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                  event.preventDefault();
                  onStep(row, event.key === 'ArrowUp' ? -1 : 1);
                }}
                {...drag.handle(row.id)}
              >
                <IconGripVertical className="i s" aria-hidden="true" />
              </button>
            ) : null}
            <Icon className="i t3" aria-hidden="true" />
            <span className={`${styles.what} grow`}>
              <span className="mid cut">
                <bdi>{said(row.name)}</bdi>
                <span className="sr">{t('modules.depth', { depth: row.depth })}</span>
              </span>
              {row.route ? <Code>{row.route}</Code> : <span className="t3 sm">{t('modules.group')}</span>}
            </span>
            {row.status === 0 ? <span className="st off sm">{t('modules.off')}</span> : null}
            {row.status === 1 && row.isMenu && row.route && row.inClientMenu ? (
              <span className="tag">{t('modules.clients')}</span>
            ) : null}
            {row.status === 1 && row.isMenu ? <TabOf row={row} all={all} /> : null}
            {row.status === 1 && !row.isMenu ? <span className="tag">{t('modules.hidden')}</span> : null}
            {mayEdit && isWhole ? (
              <span className={styles.moves}>
                <MoveButtons
                  id={row.id}
                  title={said(row.name)}
                  isOff={(by) => siblings[siblings.indexOf(row) + by] === undefined}
                  onMove={(by) => onStep(row, by)}
                />
              </span>
            ) : null}
            <RowActions row={row} onDialog={onDialog} onFlip={onFlip} onShow={onShow} />
          </li>
        );
      })}
    </ul>
  );
}

/** Of a module whose page is always a tab of another one for staff: which that is. */
function TabOf({ row, all }: { row: ModuleRow; all: readonly ModuleRow[] }) {
  const t = useT();
  const key = staffTabOf(row.key);
  const page = all.find((one) => one.key === key && one.status === 1 && one.isMenu);
  return page ? <span className="tag">{t('modules.tabOf', { title: said(page.name) })}</span> : null;
}

function RowActions({
  row,
  onDialog,
  onFlip,
  onShow,
}: Pick<Props, 'onDialog' | 'onFlip' | 'onShow'> & { row: ModuleRow }) {
  const t = useT();
  const can = useCan();
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 90 }}>
      <Menu.Target>
        <button type="button" className="btn g ic sm" aria-label={t('catalogue.actionsFor', { title: said(row.name) })}>
          <IconDots className="i s" aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {can('module', 'edit') ? (
          <>
            <Menu.Item onClick={() => onDialog({ kind: 'move', module: row })}>{t('modules.moveTo')}</Menu.Item>
            <Menu.Item onClick={() => onDialog({ kind: 'rename', module: row })}>{t('modules.rename')}</Menu.Item>
            {row.route ? (
              <Menu.Item onClick={() => onShow(row, { isMenu: !row.isMenu })}>
                {t(row.isMenu ? 'modules.hide' : 'modules.show')}
              </Menu.Item>
            ) : null}
            {row.route && row.isMenu && row.forClients ? (
              <Menu.Item onClick={() => onShow(row, { inClientMenu: !row.inClientMenu })}>
                {t(row.inClientMenu ? 'modules.hideFromClients' : 'modules.showToClients')}
              </Menu.Item>
            ) : null}
          </>
        ) : null}
        {can('module', 'status') && !(row.isNeeded && row.status === 1) ? (
          <Menu.Item className={row.status === 1 ? 'danger' : ''} onClick={() => onFlip(row)}>
            {t(row.status === 1 ? 'modules.switchOff' : 'modules.switchOn')}
          </Menu.Item>
        ) : null}
        <Menu.Item onClick={() => onDialog({ kind: 'history', module: row })}>{t('record.history')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What lies under the pointer: the upper and lower edge of a row stand for before and after it, the middle of a group for into it. */
function targetAt(
  list: HTMLUListElement | null,
  rows: readonly ModuleRow[],
  all: readonly ModuleRow[],
  dragged: ModuleRow,
  y: number,
): Target | undefined {
  const boxes = [...(list?.children ?? [])].map((line) => line.getBoundingClientRect());
  const at = boxes.findIndex((box) => y < box.bottom);
  const [row, box] = [rows[at < 0 ? rows.length - 1 : at], boxes[at < 0 ? boxes.length - 1 : at]];
  if (!row || !box || row.id === dragged.id || isBelow(all, row.id, dragged.id)) return undefined;
  const part = (y - box.top) / box.height;
  const isGroup = row.route === null;
  const how = isGroup && part > 0.28 && part < 0.72 ? 'inside' : part < 0.5 ? 'before' : 'after';
  const target: Target = { id: row.id, how };
  const { parentId } = placeOf(target, all);
  return whyNot(all, dragged.id, parentId) === undefined ? target : undefined;
}

function placeOf({ id, how }: Target, all: readonly ModuleRow[]): Place {
  if (how === 'inside') return { parentId: id, beforeId: null };
  const row = all.find((one) => one.id === id) as ModuleRow;
  if (how === 'before') return { parentId: row.parentId, beforeId: id };
  const siblings = all.filter((one) => one.parentId === row.parentId);
  return { parentId: row.parentId, beforeId: siblings[siblings.indexOf(row) + 1]?.id ?? null };
}
