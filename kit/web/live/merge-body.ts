/** What was typed, laid over a version that somebody saved meanwhile. */
export interface MergedBody<Body> {
  /** Of each field what the one side made of it that changed it; of one that both changed, what was typed. */
  body: Body;
  /** Fields that both sides changed, each to something else. */
  clashes: (keyof Body & string)[];
  /** Fields that the others changed and that now hold what they made of them. */
  taken: (keyof Body & string)[];
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const isSet = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Merges three versions of the fields that a form sends. Lists of ids are sets: what the one side added or took out stays
 * added or taken out, so they never clash.
 * @param base what the form began with.
 * @param theirs what is stored now.
 */
export function mergeBody<Body extends object>(base: Body, theirs: Body, mine: Body): MergedBody<Body> {
  const merged: MergedBody<Body> = { body: { ...mine }, clashes: [], taken: [] };
  for (const name of Object.keys(mine) as (keyof Body & string)[]) {
    const [was, now, typed] = [base[name], theirs[name], mine[name]];
    if (same(was, now) || same(now, typed)) continue;
    if (!same(was, typed) && !(isSet(was) && isSet(now) && isSet(typed))) {
      merged.clashes.push(name);
      continue;
    }
    merged.taken.push(name);
    if (same(was, typed)) merged.body[name] = now;
    else if (isSet(was) && isSet(now) && isSet(typed))
      merged.body[name] = [
        ...now.filter((id) => typed.includes(id) || !was.includes(id)),
        ...typed.filter((id) => !was.includes(id) && !now.includes(id)),
      ] as typeof typed;
  }
  return merged;
}
