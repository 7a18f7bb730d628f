/** Zones of the world are whole quarters of an hour from UTC, and fourteen hours at most. */
const quarterS = 900;
const mostMin = 840;
/** A clock is seldom right to the second, and a message is some on its way. */
const nearS = 180;

/**
 * The minutes by which a clock seems to be ahead of UTC in all, where what is left of its offset is that of a zone; null: it is right, or wrong
 * in another way. `clockOffsetS`: the server's clock less the device's, as its times are taken now.
 */
export function offeredOffset(health: {
  clockRule: 'OFFSET' | 'ARRIVAL' | null;
  clockOffsetMin: number | null;
  clockOffsetS: number | null;
}): number | null {
  const { clockRule, clockOffsetMin, clockOffsetS } = health;
  if (clockRule === 'ARRIVAL' || clockOffsetS === null) return null;
  const quarters = Math.round(-clockOffsetS / quarterS);
  if (quarters === 0 || Math.abs(-clockOffsetS - quarters * quarterS) > nearS) return null;
  const inAll = quarters * 15 + (clockRule === 'OFFSET' ? (clockOffsetMin ?? 0) : 0);
  return Math.abs(inAll) <= mostMin ? inAll : null;
}
