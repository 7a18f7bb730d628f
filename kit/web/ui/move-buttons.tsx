import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useT } from '../i18n.ts';

/**
 * Moves one of a list up or down by a place. The buttons stay focusable at the ends, and have ids of `id` and -1 or 1, so that
 * the keyboard goes on from the button that moved with its row.
 */
export function MoveButtons({
  id,
  title,
  isOff,
  onMove,
}: {
  id: string;
  title: string;
  isOff: (by: -1 | 1) => boolean;
  onMove: (by: -1 | 1) => void;
}) {
  const t = useT();
  return ([-1, 1] as const).map((by) => (
    <button
      key={by}
      id={`${id}${by}`}
      type="button"
      className="btn g ic sm"
      aria-disabled={isOff(by)}
      aria-label={t(by < 0 ? 'arrange.up' : 'arrange.down', { title })}
      onClick={() => (isOff(by) ? undefined : onMove(by))}
    >
      {by < 0 ? (
        <IconArrowUp className="i s" aria-hidden="true" />
      ) : (
        <IconArrowDown className="i s" aria-hidden="true" />
      )}
    </button>
  ));
}
