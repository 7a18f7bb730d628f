import type { Journey, Place } from './place.ts';
import type { Road } from './road.ts';

// Somebody drives a road from end to end and back, second by second: starts, speeds up, slows for bends, waits at crossings, parks.

const speedUpMs2 = 1.2;
const brakeMs2 = 1.6;
const metresPerDegree = 111_195;
const expresswayKmh = 70;

type Phase = 'parked' | 'starting' | 'driving' | 'waiting' | 'arriving';

export type DriveOptions = {
  /** Milliseconds, UTC: before the first place. */
  readonly start: number;
  readonly everyS: number;
  /** Between two reports with the engine off. */
  readonly parkedEveryS?: number;
  /** Even numbers in [0, 1). */
  readonly random: () => number;
  /** How far places are from the truth at most. */
  readonly noiseM?: number;
  /** Hours in which whoever is parked stays so. */
  readonly rests?: (time: number) => boolean;
};

/** Never ends. The same options and random numbers give the same drive. */
export class Drive implements Journey {
  readonly #road: Road;
  readonly #options: Required<DriveOptions>;
  #time: number;
  #along: number;
  #forward: boolean;
  #speedMs = 0;
  #phase: Phase;
  #phaseLeftS: number;
  #odometerM: number;
  /** Where the driver meets a red light on this way, nearest first. */
  #stops: number[] = [];
  #pace = 1;
  #reportedAt: number;
  #reportedIgnition = false;

  constructor(road: Road, options: DriveOptions) {
    this.#road = road;
    this.#options = { parkedEveryS: Math.max(60, options.everyS), noiseM: 3, rests: () => false, ...options };
    const { random, start } = options;
    // Whole seconds: many trackers know no others.
    this.#time = Math.floor(start / 1000) * 1000;
    this.#reportedAt = this.#time;
    this.#forward = random() < 0.5;
    // Somewhere on the way, so that not all set out from the same place.
    this.#along = random() * road.lengthM;
    this.#odometerM = Math.floor(random() * 150_000_000);
    this.#phase = 'parked';
    this.#phaseLeftS = 1 + Math.floor(random() * 8);
  }

  next(): Place {
    for (;;) {
      this.#step();
      const ignition = this.#phase !== 'parked';
      const { everyS, parkedEveryS } = this.#options;
      const waited = (this.#time - this.#reportedAt) / 1000;
      // A change of the ignition is reported at once, like everything else that the wires say.
      if (waited < (ignition ? everyS : parkedEveryS) && ignition === this.#reportedIgnition) continue;
      this.#reportedAt = this.#time;
      this.#reportedIgnition = ignition;
      return this.#place(ignition);
    }
  }

  #place(ignition: boolean): Place {
    const { lat, lon, course: along } = this.#road.at(this.#along);
    const { noiseM, random } = this.#options;
    const course = this.#forward ? along : (along + 180) % 360;
    const left = ((course - 90) / 180) * Math.PI;
    const north = (this.#road.leftM * Math.cos(left)) / metresPerDegree;
    const east = (this.#road.leftM * Math.sin(left)) / metresPerDegree;
    const off = () => ((random() + random() - 1) * noiseM) / metresPerDegree;
    return {
      time: this.#time,
      lat: lat + north + off(),
      lon: lon + (east + off()) / Math.cos((lat / 180) * Math.PI),
      speedKmh: Math.round(this.#speedMs * 36) / 10,
      course,
      ignition,
      odometerM: Math.round(this.#odometerM),
    };
  }

  #step(): void {
    this.#time += 1000;
    if (this.#phase === 'driving') {
      this.#drive();
      return;
    }
    this.#phaseLeftS -= 1;
    if (this.#phaseLeftS > 0) return;
    if (this.#phase === 'parked' && this.#options.rests(this.#time)) return;
    if (this.#phase === 'parked') this.#enter('starting', 5, 15);
    else if (this.#phase === 'arriving') this.#enter('parked', 360, 1_200);
    else {
      if (this.#phase === 'starting') this.#plan();
      this.#phase = 'driving';
    }
  }

  #enter(phase: Phase, fromS: number, toS: number): void {
    this.#phase = phase;
    this.#phaseLeftS = Math.round(fromS + this.#options.random() * (toS - fromS));
  }

  /** The way ahead: how fast today, and which lights will be red. */
  #plan(): void {
    const { random } = this.#options;
    this.#pace = 0.85 + random() * 0.25;
    this.#stops = [];
    // Expressways have toll gates now and then, and no lights.
    const apart = this.#road.kmh > expresswayKmh ? 25 : 1;
    for (let at = apart * (400 + random() * 900); at < this.#road.lengthM - 200; at += apart * (500 + random() * 1_500))
      if (random() < 0.4 && at > this.#driven + 200) this.#stops.push(at);
  }

  /** Metres driven since this way began. */
  get #driven(): number {
    return this.#forward ? this.#along : this.#road.lengthM - this.#along;
  }

  #drive(): void {
    const { lengthM } = this.#road;
    const [light = lengthM] = this.#stops;
    const target = Math.min(light, lengthM);
    const wished = this.#wishedMs(target);
    this.#speedMs = Math.max(Math.min(wished, this.#speedMs + speedUpMs2), this.#speedMs - brakeMs2 * 1.5, 0.5);
    const left = target - this.#driven;
    const metres = Math.min(this.#speedMs, left);
    this.#along += this.#forward ? metres : -metres;
    this.#odometerM += metres;
    if (left - metres > 1) return;
    this.#speedMs = 0;
    if (this.#stops.length > 0) {
      this.#stops.shift();
      this.#enter('waiting', 12, 75);
      return;
    }
    this.#forward = !this.#forward;
    this.#enter('arriving', 8, 40);
  }

  /** So fast that one can still brake for what is ahead. */
  #wishedMs(target: number): number {
    const driven = this.#driven;
    let wished = (this.#road.kmh * this.#pace) / 3.6;
    const brakeFor = (metres: number, ms: number) => {
      if (metres >= 0) wished = Math.min(wished, Math.sqrt(ms * ms + 2 * brakeMs2 * metres));
    };
    brakeFor(target - driven, 0);
    for (const { at, kmh } of this.#road.bends)
      brakeFor((this.#forward ? at : this.#road.lengthM - at) - driven, kmh / 3.6);
    for (const { fromM, toM, kmh } of this.#road.zones) {
      const [enter, leave] = this.#forward ? [fromM, toM] : [this.#road.lengthM - toM, this.#road.lengthM - fromM];
      if (driven < enter) brakeFor(enter - driven, kmh / 3.6);
      else if (driven < leave) wished = Math.min(wished, kmh / 3.6);
    }
    return wished;
  }
}
