/** As many tabs are in a row however wide it is: more are not looked through at a glance. */
const most = 8;

interface Room {
  /** Key of the tab that is open, which is never folded. */
  current: string;
  /** Widths in pixels: of the row, between two tabs, and of the button that opens the others. */
  room: number;
  gap: number;
  more: number;
}

/**
 * Which tabs are in a row, the first ones first. A single one more than usual needs no menu.
 * @param tabs with their widths in pixels, in the order of the row
 * @returns their keys, in the same order
 */
export function shownTabs(tabs: readonly { key: string; width: number }[], row: Room): string[] {
  const all = tabs.reduce((sum, { width }) => sum + width + row.gap, -row.gap);
  if (tabs.length <= most + 1 && all <= row.room) return tabs.map(({ key }) => key);
  const open = tabs.find(({ key }) => key === row.current);
  let left = row.room - row.more - (open ? open.width + row.gap : 0);
  const shown = new Set(open ? [open.key] : []);
  for (const { key, width } of tabs) {
    if (shown.has(key)) continue;
    left -= width + row.gap;
    if (left < 0 || shown.size === most) break;
    shown.add(key);
  }
  return tabs.map(({ key }) => key).filter((key) => shown.has(key));
}
