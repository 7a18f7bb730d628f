import { Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { useT } from '../i18n.ts';
import type { Columns } from './use-columns.ts';

/** Which columns a list shows, and in which order; by boxes and buttons, so the keyboard does all of it. */
export function ColumnsMenu({ definition, columns }: { definition: AnyCatalogue; columns: Columns }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const labelOf = (name: string) => definition.fields[name].label as string;
  const move = (index: number, by: -1 | 1) => {
    const next = [...columns.all];
    const [one] = next.splice(index, 1);
    if (!one) return;
    next.splice(index + by, 0, one);
    columns.set(next);
    setSaid(t('arrange.moved', { title: labelOf(one.name), at: index + by + 1, count: next.length }));
    requestAnimationFrame(() => document.getElementById(`column-${one.name}-${by}`)?.focus());
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      transitionProps={{ duration: 90 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="btn g ic"
          aria-label={t('columns.title')}
          title={t('columns.title')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconColumns3 className="i" aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.title')}>
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
                  onChange={() =>
                    columns.set(
                      columns.all.map((other) => (other.name === one.name ? { ...other, shown: !other.shown } : other)),
                    )
                  }
                />
                {labelOf(one.name)}
              </label>
              {([-1, 1] as const).map((by) => {
                const ends = index + by < 0 || index + by >= columns.all.length;
                return (
                  <button
                    key={by}
                    id={`column-${one.name}-${by}`}
                    type="button"
                    className="btn g ic sm"
                    aria-disabled={ends}
                    aria-label={t(by < 0 ? 'arrange.up' : 'arrange.down', { title: labelOf(one.name) })}
                    onClick={() => (ends ? undefined : move(index, by))}
                  >
                    {by < 0 ? (
                      <IconArrowUp className="i s" aria-hidden="true" />
                    ) : (
                      <IconArrowDown className="i s" aria-hidden="true" />
                    )}
                  </button>
                );
              })}
            </li>
          ))}
        </ul>
        <button type="button" className="btn d sm" onClick={columns.reset}>
          {t('columns.reset')}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
