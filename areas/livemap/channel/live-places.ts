import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { currentPlaces, type Moves } from '#areas/trips/trips.server.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { slotsOf } from './live-vehicles.store.ts';
import { hearMoves, tellMoves, type ToldMove } from './moves-relay.ts';
import { moveOf, recordOfPlace } from './places.rules.ts';

const ms = {
  /** Where vehicles are is read this often when another process listens to devices, … */
  poll: 1_000,
  /** … and this often while it is told here. */
  pollWhileTold: 10_000,
  /** What is stored is a round behind what was received. */
  overlap: 30_000,
  /** For so long after the first began to look: what was received just before is stored by then. */
  eager: 5_000,
};

export interface PlacesOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  moves: Moves;
  /** Other processes are told, and tell. */
  relay: Relay;
}

/** Keeps where all vehicles are, in memory, for as long as it is started: as devices say it here, and as it is stored. */
export class LivePlaces {
  readonly fleet: Fleet = createFleet();
  readonly #options: PlacesOptions;
  readonly #slots = new Map<string, number>();
  /** What was told of vehicles whose slots are being looked up. */
  readonly #unknown = new Map<string, ToldMove>();
  #receivedTo = 0;
  #loading: Promise<void> | undefined;
  #isLearning = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;
  #eagerUntil = 0;
  #isAway = false;
  #unlisten: (() => void) | undefined;

  constructor(options: PlacesOptions) {
    this.#options = options;
    const { moves, relay } = options;
    // Others may look while nobody does here.
    if (relay.isShared) moves.listen((records) => tellMoves(relay, records.map(moveOf)));
  }

  start(): void {
    if (this.#unlisten) return;
    this.#eagerUntil = performance.now() + ms.eager;
    const { moves, relay } = this.#options;
    const ends = [
      moves.listen((records) => this.#takeMoves(records.map(moveOf))),
      hearMoves(relay, (told) => this.#takeMoves(told)),
    ];
    this.#unlisten = () => {
      for (const end of ends) end();
    };
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  /** Reads what was stored since it was read last. @throws when the database is away. */
  load(): Promise<void> {
    return (this.#loading ??= this.#read().finally(() => (this.#loading = undefined)));
  }

  /** To be called every now and then: reads what is due. */
  round(): void {
    const now = performance.now();
    const isTold = now - this.#toldAt < ms.pollWhileTold && now > this.#eagerUntil;
    if (!this.#loading && now - this.#polledAt >= (isTold ? ms.pollWhileTold : ms.poll))
      this.load().catch((error: unknown) => {
        if (!this.#isAway) this.#options.log(`live map: places not read: ${textOf(error)}`);
        this.#isAway = true;
      });
    void this.#learn();
  }

  async #read(): Promise<void> {
    this.#polledAt = performance.now();
    const { fleet } = this;
    const after = Math.max(0, this.#receivedTo - ms.overlap);
    for (const place of await transact(this.#options.db, everything, (db) => currentPlaces(db, after))) {
      const { slot } = place;
      this.#slots.set(place.vehicleId, slot);
      this.#receivedTo = Math.max(this.#receivedTo, place.receivedAt);
      // What was told in its moment says more.
      if (fleet.versionOf(slot) > 0 && fleet.fixAt(slot) === place.fixAt)
        fleet.putMotion(slot, place.moving, place.isOnTrip);
      else fleet.put(recordOfPlace(place));
    }
    this.#isAway = false;
  }

  #takeMoves(moves: readonly ToldMove[]): void {
    this.#toldAt = performance.now();
    for (const move of moves) {
      const slot = this.#slots.get(move.vehicleId);
      if (slot !== undefined) this.#take(slot, move);
      else if (move.place) this.#unknown.set(move.vehicleId, move);
    }
  }

  #take(slot: number, { place, isMoving, isOnTrip }: ToldMove): void {
    if (place && place.fixAt >= this.fleet.fixAt(slot)) this.fleet.put({ ...place, slot });
    else this.fleet.putMotion(slot, isMoving, isOnTrip);
  }

  async #learn(): Promise<void> {
    if (this.#isLearning || this.#unknown.size === 0) return;
    this.#isLearning = true;
    try {
      const ids = [...this.#unknown.keys()];
      const found = await transact(this.#options.db, everything, (db) => slotsOf(db, ids));
      for (const id of ids) {
        const [move, slot] = [this.#unknown.get(id), found.get(id)];
        this.#unknown.delete(id);
        if (slot === undefined || !move) continue;
        this.#slots.set(id, slot);
        this.#take(slot, move);
      }
    } catch {
      // They stay, and are looked up with the next round.
    } finally {
      this.#isLearning = false;
    }
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
