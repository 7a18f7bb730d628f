import { FileFault } from './road-feature.ts';

/** Nodes that a file may have roads over: 24 bytes each. */
const mostNodes = 60_000_000;
const blockSize = 1 << 20;

/**
 * Where the nodes are that roads go over. First the ids are gathered, then places are put to those that were gathered, in
 * typed arrays: a million nodes are 16 MB.
 */
export class NodePlaces {
  #blocks: Float64Array[] = [];
  #count = 0;
  #ids = new Float64Array(0);
  #lats = new Int32Array(0);
  #lons = new Int32Array(0);
  #there = new Uint8Array(0);
  /** Where the last one was found: files have nodes in the order of their ids. */
  #last = 0;

  want(id: number): void {
    const block = Math.floor(this.#count / blockSize);
    if (block === this.#blocks.length) {
      if (this.#count >= 2 * mostNodes) throw new FileFault('too-large', `more than ${mostNodes} nodes`);
      this.#blocks.push(new Float64Array(blockSize));
    }
    (this.#blocks[block] as Float64Array)[this.#count % blockSize] = id;
    this.#count += 1;
  }

  /** Ends the gathering. */
  settle(): void {
    const all = new Float64Array(this.#count);
    for (const [at, block] of this.#blocks.entries())
      all.set(block.subarray(0, Math.min(blockSize, this.#count - at * blockSize)), at * blockSize);
    this.#blocks = [];
    all.sort();
    let used = 0;
    for (const id of all) if (used === 0 || all[used - 1] !== id) all[used++] = id;
    if (used > mostNodes) throw new FileFault('too-large', `more than ${mostNodes} nodes`);
    this.#ids = all.slice(0, used);
    this.#lats = new Int32Array(used);
    this.#lons = new Int32Array(used);
    this.#there = new Uint8Array(used);
  }

  /** @param lat and @param lon in 1e-7 degrees */
  put(id: number, lat: number, lon: number): void {
    const at = this.#find(id);
    if (at < 0) return;
    this.#lats[at] = lat;
    this.#lons[at] = lon;
    this.#there[at] = 1;
  }

  /** The place of a node as an index, or -1. */
  at(id: number): number {
    const at = this.#find(id);
    return at >= 0 && this.#there[at] === 1 ? at : -1;
  }
  lat = (at: number): number => (this.#lats[at] ?? 0) / 1e7;
  lon = (at: number): number => (this.#lons[at] ?? 0) / 1e7;

  #find(id: number): number {
    const ids = this.#ids;
    let [low, high] = [0, ids.length - 1];
    // A step at a time while they come in order, then twice as far.
    if ((ids[this.#last] ?? Number.POSITIVE_INFINITY) <= id) {
      low = this.#last;
      for (let step = 1; low + step <= high; step *= 2) {
        if ((ids[low + step] as number) > id) {
          high = low + step;
          break;
        }
        low += step;
      }
    }
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = ids[middle] as number;
      if (found === id) {
        this.#last = middle;
        return middle;
      }
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    this.#last = Math.max(0, Math.min(low, ids.length - 1));
    return -1;
  }
}
