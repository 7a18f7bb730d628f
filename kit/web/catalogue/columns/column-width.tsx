import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ColumnSetting } from '#kit/contract/views.ts';
import { useT } from '../../i18n.ts';

const stepPixels = 24;

/** The width of a column: narrower, what it is, wider. What it is, pressed, makes it as wide as it needs. */
export function Width({ one, label, onSize }: { one: ColumnSetting; label: string; onSize: (by: number) => void }) {
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
