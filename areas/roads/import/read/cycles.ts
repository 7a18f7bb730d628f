import { faultOf, type Found } from './road-feature.ts';

/** Relations that hold relations: who holds whom. No road is read from them; that one holds itself is told. */
export class Holders {
  #held = new Map<number, number[]>();

  add(holder: number, held: number): void {
    const all = this.#held.get(holder);
    if (all) all.push(held);
    else this.#held.set(holder, [held]);
  }

  /** A warning for each circle, in order, without recursion: a chain may be as long as the file. */
  *cycles(): Generator<Found> {
    /** 1: on the way that is being gone, 2: gone. */
    const marks = new Map<number, 1 | 2>();
    for (const first of this.#held.keys()) {
      if (marks.has(first)) continue;
      const way: { id: number; next: number }[] = [{ id: first, next: 0 }];
      marks.set(first, 1);
      for (let top = way.at(-1); top; top = way.at(-1)) {
        const held = this.#held.get(top.id)?.[top.next];
        top.next += 1;
        if (held === undefined) {
          marks.set(top.id, 2);
          way.pop();
        } else if (marks.get(held) === 1) {
          const circle = way.slice(way.findIndex(({ id }) => id === held)).map(({ id }) => id);
          yield faultOf(
            'cycle',
            { no: null, line: null, id: `relation/${held}` },
            [...circle.slice(0, 8), held].join(' → '),
          );
        } else if (!marks.has(held)) {
          marks.set(held, 1);
          way.push({ id: held, next: 0 });
        }
      }
    }
  }
}
