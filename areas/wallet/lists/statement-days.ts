import { refuse } from '#kit/server/refusals.ts';

/** Refuses days of a statement that end before they begin. Both are ISO times, the second one is no longer in it. @throws 400 */
export function mustFollow(from: string | null, to: string | null): void {
  if (from !== null && to !== null && to <= from) throw refuse.badInput({ to: 'Must be after the first day' });
}
