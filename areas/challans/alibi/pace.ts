const minuteMs = 60_000;
/** More people than this do not ask at once; then all begin anew. */
const mostPeople = 10_000;

/** Counts what people ask in a minute. @returns seconds to wait; 0: go on */
export function createPace(mostInMinute: number): (who: string, now: number) => number {
  const asked = new Map<string, { since: number; count: number }>();
  return (who, now) => {
    if (asked.size > mostPeople) asked.clear();
    const before = asked.get(who);
    if (!before || now - before.since >= minuteMs) {
      asked.set(who, { since: now, count: 1 });
      return 0;
    }
    if (before.count >= mostInMinute) return Math.ceil((before.since + minuteMs - now) / 1_000);
    before.count += 1;
    return 0;
  };
}
