import type { Binding, DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { markLate, newTrack, profileOf, type Track, wholeLog } from './track.ts';

/** The tracks of all bindings, found by the device and the time of a fix. */
export interface Tracks {
  at(device: number, time: number): Track | undefined;
  all(): Iterable<Track>;
  /** Follows the book. Gives the tracks that it did not know, which wait until their log was looked into. */
  follow(book: Pick<DeviceRegistry, 'all'>): Track[];
}

/** `known`: by binding, as they were saved; the book says what they are now. */
export function createTracks(known: ReadonlyMap<string, Track>): Tracks {
  let byBinding = known;
  let bySlot = new Map<number, Track[]>();

  return {
    at(device, time) {
      const tracks = bySlot.get(device);
      if (!tracks) return undefined;
      // The last is the one that is asked for nearly always.
      for (let at = tracks.length - 1; at >= 0; at -= 1) {
        const track = tracks[at];
        if (track && track.binding.from <= time)
          return track.binding.to === null || time < track.binding.to ? track : undefined;
      }
      return undefined;
    },
    all: () => byBinding.values(),
    follow(book) {
      const [tracks, slots, added] = [new Map<string, Track>(), new Map<number, Track[]>(), [] as Track[]];
      for (const device of book.all()) {
        if (device.bindings.length === 0) continue;
        const own = device.bindings.map((binding) => {
          const before = byBinding.get(binding.id);
          if (before) change(before, binding, device.tripRule, device.intervalS * 1000);
          const track = before ?? newTrack(binding, device);
          if (!before) added.push(track);
          tracks.set(binding.id, track);
          return track;
        });
        slots.set(device.slot, own);
      }
      const gone = new Set([...byBinding.values()].filter(({ binding }) => !tracks.has(binding.id)));
      [byBinding, bySlot] = [tracks, slots];
      for (const { binding } of gone) recallVehicle(tracks.values(), binding.vehicleId);
      return added;
    },
  };
}

/** Where a vehicle is was taken back: whatever else carried it is asked again. */
export function recallVehicle(tracks: Iterable<Track>, vehicleId: string, except?: Track): void {
  for (const track of tracks)
    if (track.binding.vehicleId === vehicleId && track !== except && track.cutter.lastTime !== null)
      markLate(track, track.cutter.lastTime, wholeLog.to);
}

/** A binding holds for another time, or is cut by another rule: as much of its log is cut again as that changes. */
function change(track: Track, binding: Binding, rule: Track['rule'], intervalMs: number): void {
  const was = track.binding;
  const ruled = track.rule !== rule;
  track.binding = binding;
  track.intervalMs = intervalMs;
  track.rule = rule;
  const ceiled = track.profile.ceilingKmh !== binding.ceilingKmh;
  track.profile = profileOf(rule, binding.ceilingKmh);
  if (ruled || ceiled || was.from !== binding.from) markLate(track, wholeLog.from, wholeLog.to);
  else if (was.to !== binding.to) {
    const sooner = Math.min(was.to ?? wholeLog.to, binding.to ?? wholeLog.to);
    const isLonger = binding.to === null || (was.to !== null && binding.to > was.to);
    if (isLonger || (track.cutter.lastTime ?? wholeLog.from) >= sooner) markLate(track, sooner, wholeLog.to);
  }
}
