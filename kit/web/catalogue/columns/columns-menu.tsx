import { IconColumns3, IconMinus, IconPin, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnyCatalogue, shownFields } from '#kit/contract/catalogue.ts';
import type { ColumnSetting } from '#kit/contract/views.ts';
import { useT } from '../../i18n.ts';
import { LatePopover } from '../../ui/floating/late-floating.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { drawnWidth } from './column-layout.ts';
import { type Columns, widthWithin } from './use-columns.ts';

const stepPixels = 24;

/** Which columns a list shows, in which order, how wide, and which stay in sight; by boxes and buttons, so the keyboard does all of it. */
export function ColumnsMenu({
  definition,
  columns,
  inView,
}: {
  definition: AnyCatalogue;
  columns: Columns;
  /** A saved view is open, and its columns are what one goes back to. */
  inView: boolean;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const labelOf = (name: string) => shownFields(definition)[name]?.label ?? name;
  const move = (name: string, by: -1 | 1) => {
    columns.set((all) => {
      const next = [...all];
      const index = next.findIndex((one) => one.name === name);
      next.splice(index + by, 0, ...next.splice(index, 1));
      setSaid(t('arrange.moved', { title: labelOf(name), at: index + by + 1, count: next.length }));
      return next;
    });
    requestAnimationFrame(() => document.getElementById(`column-${name}${by}`)?.focus());
  };
  const size = (name: string, by: number) =>
    columns.change(name, (one) => {
      const width = by === 0 ? undefined : widthWithin((one.width ?? drawnWidth(name)) + by);
      const title = labelOf(name);
      setSaid(width === undefined ? t('columns.isAuto', { title }) : t('columns.isWide', { title, width }));
      return { width };
    });
  return (
    <LatePopover
      opened={open}
      onChange={setOpen}
      label={t('columns.title')}
      position="bottom-end"
      width={470}
      trigger={
        <button type="button" className="btn g ic" aria-label={t('columns.title')} title={t('columns.title')}>
          <IconColumns3 className="i" aria-hidden="true" />
        </button>
      }
    >
      <p className="sr" role="status">
        {said}
      </p>
      <ul className="columns-list">
        {columns.all.map((one, index) => (
          <li key={one.name} className="row">
            <label className="check grow">
              <input
                type="checkbox"
                className="cbx"
                checked={one.shown}
                // The record's name is the way into it.
                disabled={index === 0}
                onChange={() => columns.change(one.name, ({ shown }) => ({ shown: !shown }))}
              />
              <span className="cut">{labelOf(one.name)}</span>
            </label>
            {one.shown ? <Width one={one} label={labelOf(one.name)} onSize={(by) => size(one.name, by)} /> : null}
            <button
              type="button"
              className={one.pinned ? 'btn g ic sm on' : 'btn g ic sm'}
              aria-pressed={index === 0 || one.pinned === true}
              disabled={index === 0 || !one.shown}
              aria-label={t('columns.pin', { title: labelOf(one.name) })}
              onClick={() => columns.change(one.name, ({ pinned }) => ({ pinned: pinned ? undefined : true }))}
            >
              <IconPin className="i s" aria-hidden="true" />
            </button>
            <MoveButtons
              id={`column-${one.name}`}
              title={labelOf(one.name)}
              isOff={(by) => index === 0 || index + by < 1 || index + by >= columns.all.length}
              onMove={(by) => move(one.name, by)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="btn d sm" onClick={columns.reset}>
        {t(inView ? 'columns.back' : 'columns.reset')}
      </button>
    </LatePopover>
  );
}

/** The width of a column: narrower, what it is, wider. What it is, pressed, makes it as wide as it needs. */
function Width({ one, label, onSize }: { one: ColumnSetting; label: string; onSize: (by: number) => void }) {
  const t = useT();
  return (
    <span className="column-width">
      <button
        type="button"
        className="btn g ic sm"
        aria-label={t('columns.narrower', { title: label })}
        onClick={() => onSize(-stepPixels)}
      >
        <IconMinus className="i s" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn g sm"
        aria-disabled={one.width === undefined}
        aria-label={
          one.width === undefined
            ? t('columns.autoNow', { title: label })
            : t('columns.autoOf', { title: label, width: one.width })
        }
        onClick={() => (one.width === undefined ? undefined : onSize(0))}
      >
        {one.width ?? t('columns.auto')}
      </button>
      <button
        type="button"
        className="btn g ic sm"
        aria-label={t('columns.wider', { title: label })}
        onClick={() => onSize(stepPixels)}
      >
        <IconPlus className="i s" aria-hidden="true" />
      </button>
    </span>
  );
}
