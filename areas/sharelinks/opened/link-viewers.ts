import { hearMoves, moveOf, type ToldMove } from '#areas/livemap/livemap.server.ts';
import { offDutyMoments } from '#areas/duty/duty.server.ts';
import { currentPlacesOf, type Moves } from '#areas/trips/trips.server.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Guest, GuestWay } from '#kit/server/live/guests.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { linkTopic, type LinkPosition, positionKey } from '../link-answers.contract.ts';
import { type OpenLink, stillOpen } from '../open-links.store.ts';
import { type HeardPlace, heardPlaceOf, isNewer, linkPositionOf, storedPlaceOf } from './link-position.rules.ts';

/** Sockets that look at one link at a time, in this process. */
const mostViewers = 25;
const ms = {
  /** Links are looked at this often, … */
  round: 1_000,
  /** … and so soon after something moved. */
  soon: 100,
};
/** What tells other processes that links ended. */
const subject = 'share-links';

interface Followed {
  link: OpenLink;
  viewers: Set<Viewer>;
  /** Heard since it was last known that the link is open. */
  heard: HeardPlace | undefined;
  /** What was told last. */
  told: HeardPlace | undefined;
}
interface Viewer {
  way: GuestWay;
  told: HeardPlace | undefined;
}
interface Parts {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  moves: Moves;
  relay: Relay;
  places: Geocoder;
}

/**
 * Tells the holders of links where vehicles are. A position is told only once the database has said, after it was heard, that the link is open:
 * nothing that is heard after a link has ended is told to anybody, in whatever process it was ended.
 */
export class LinkViewers {
  readonly #parts: Parts;
  readonly #followed = new Map<string, Followed>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #unlisten = () => {};
  #isLooking = false;
  #isDue = false;
  #isAway = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lets somebody in who has a ticket for a link. */
  guestOf(link: OpenLink): Guest {
    return { key: link.id, begin: (way) => this.#enter(link, way) };
  }

  /** Where the vehicle of a link is, if its device said so since the link was made. */
  async positionOf(link: OpenLink): Promise<LinkPosition | 'OFF_DUTY' | null> {
    const { db, places } = this.#parts;
    return transact(db, everything, async (db) => {
      const [stored] = await currentPlacesOf(db, [link.vehicleId]);
      if (!stored || stored.fixAt < Date.parse(link.createdAt)) return null;
      const [isOffDuty] = await offDutyMoments(db, [{ vehicleId: link.vehicleId, at: stored.fixAt }]);
      return isOffDuty === false ? linkPositionOf(storedPlaceOf(stored), link, places) : 'OFF_DUTY';
    });
  }

  /** Links ended: whoever looks at them is told at once, here and in other processes. */
  changed(): void {
    this.#parts.relay.tell(subject, new Uint8Array(0));
    if (this.#followed.size > 0) this.#look();
  }

  #enter(link: OpenLink, way: GuestWay): () => void {
    const one = this.#followed.get(link.id) ?? { link, viewers: new Set(), heard: undefined, told: undefined };
    if (one.viewers.size >= mostViewers) {
      way.fail();
      return () => undefined;
    }
    const viewer: Viewer = { way, told: undefined };
    one.viewers.add(viewer);
    this.#followed.set(link.id, one);
    this.#start();
    // It may have ended since the ticket was given.
    this.#look();
    return () => {
      one.viewers.delete(viewer);
      if (one.viewers.size === 0 && this.#followed.get(link.id) === one) this.#followed.delete(link.id);
      if (this.#followed.size === 0) this.#stop();
    };
  }

  #start(): void {
    if (this.#timer) return;
    const { moves, relay } = this.#parts;
    this.#timer = setInterval(() => this.#look(), ms.round).unref();
    const ends = [
      moves.listen((records) => this.#hear(records.map(moveOf))),
      hearMoves(relay, (told) => this.#hear(told)),
      relay.hear(subject, () => this.#look()),
    ];
    this.#unlisten = () => {
      for (const end of ends) end();
    };
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#unlisten();
  }

  #hear(told: readonly ToldMove[]): void {
    let isHeard = false;
    const byVehicle = Map.groupBy(this.#followed.values(), ({ link }) => link.vehicleId);
    for (const { vehicleId, place, isMoving } of told) {
      if (!place) continue;
      const heard = heardPlaceOf(place, isMoving);
      for (const one of byVehicle.get(vehicleId) ?? []) {
        if (!isNewer(heard, one.heard ?? one.told)) continue;
        one.heard = heard;
        isHeard = true;
      }
    }
    if (isHeard) this.#soon ??= setTimeout(() => this.#look(), ms.soon).unref();
  }

  /** Looks which links are open, and tells what was heard before. One look at a time. */
  #look(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#isDue = this.#isLooking;
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#round().finally(() => {
      this.#isLooking = false;
      if (this.#isDue) this.#look();
    });
  }

  async #round(): Promise<void> {
    const { log } = this.#parts;
    const links = [...this.#followed.values()];
    // What is heard from here on waits for the next round.
    const heard = links.map((one) => one.heard);
    for (const one of links) one.heard = undefined;
    try {
      const { open, stored } = await this.#read(links, heard);
      this.#isAway = false;
      for (const [at, one] of links.entries()) {
        if (!open.has(one.link.id)) {
          this.#end(one);
          continue;
        }
        const since = Date.parse(one.link.createdAt);
        for (const place of [stored.get(one.link.vehicleId), heard[at]])
          if (place && place.fixAt >= since && isNewer(place, one.told)) one.told = place;
        this.#tell(one);
      }
    } catch (error) {
      // Nothing is told while nobody knows which links are open.
      for (const [at, one] of links.entries()) one.heard ??= heard[at];
      if (!this.#isAway) log(`share links not checked: ${error instanceof Error ? error.message : String(error)}`);
      this.#isAway = true;
    }
  }

  /** Which links are open, where their vehicles are by what is stored, and which of all these places are of a time off duty. */
  #read(links: readonly Followed[], heard: readonly (HeardPlace | undefined)[]) {
    const { db, clock } = this.#parts;
    const now = clock.now();
    return transact(db, everything, async (db) => {
      const found = await currentPlacesOf(db, [...new Set(links.map(({ link }) => link.vehicleId))]);
      const stored = new Map(found.map((place) => [place.vehicleId, storedPlaceOf(place)]));
      const places = links.flatMap(({ link: { vehicleId } }, at) =>
        [stored.get(vehicleId), heard[at]].flatMap((place) => (place ? [{ vehicleId, place }] : [])),
      );
      const moments = places.map(({ vehicleId, place }) => ({ vehicleId, at: place.fixAt }));
      for (const [at, isOffDuty] of (await offDutyMoments(db, moments)).entries())
        Object.assign(places[at]?.place ?? {}, { isOffDuty });
      // Asked after the places were read: a link that ended between is not open.
      const ids = links.map(({ link }) => link.id);
      const open = await stillOpen(db, ids, now);
      return { open, stored };
    });
  }

  #end(one: Followed): void {
    this.#followed.delete(one.link.id);
    for (const { way } of one.viewers) way.end();
    if (this.#followed.size === 0) this.#stop();
  }

  #tell({ link, told, viewers }: Followed): void {
    if (!told) return;
    for (const viewer of viewers) {
      if (viewer.told === told) continue;
      viewer.told = told;
      // Only what is known to be of a time on duty is told; null: it is off duty.
      const shown = told.isOffDuty === false ? linkPositionOf(told, link, this.#parts.places) : null;
      viewer.way.send(linkTopic, positionKey, shown);
    }
  }
}
