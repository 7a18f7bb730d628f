/** How many times faster than it was. */
export const replaySpeeds = [1, 2, 5, 10, 30, 60, 120] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export interface ReplayClock {
  readonly time: number;
  readonly isPlaying: boolean;
  play(): void;
  pause(): void;
  setSpeed(speed: ReplaySpeed): void;
  jump(time: number): void;
  stop(): void;
}

/** After a tab was hidden no picture was drawn for a while: the replay goes on where it was. */
const mostFrameMs = 250;
/** Whoever wants less motion sees where things are once a second. */
const calmMs = 1_000;

/** What draws pictures: the browser. Times in milliseconds of its own clock. */
export interface Pictures {
  /** Whoever looks wants less motion. */
  isCalm: boolean;
  now(): number;
  /** Calls once with the next picture, never at once. @returns what `cancel` takes, never 0 */
  request(draw: (now: number) => void): number;
  cancel(picture: number): void;
}

/**
 * The time of a replay, told with every picture that the browser draws.
 * @param tell is called with the time; it draws without React.
 * @param turned is called when it begins to play or pauses.
 */
export function startClock(
  from: number,
  to: number,
  tell: (time: number) => void,
  turned: (isPlaying: boolean) => void,
  pictures: Pictures,
): ReplayClock {
  const { isCalm } = pictures;
  let [time, speed, last, frame, toldAt] = [from, 10 as ReplaySpeed, 0, 0, 0];
  const draw = (now: number) => {
    frame = pictures.request(draw);
    time = Math.min(to, time + Math.min(mostFrameMs, now - last) * speed);
    last = now;
    const isOver = time >= to;
    if (!isCalm || isOver || now - toldAt >= calmMs) {
      toldAt = now;
      tell(time);
    }
    if (isOver) pause();
  };
  const pause = () => {
    pictures.cancel(frame);
    if (frame !== 0) turned(false);
    frame = 0;
  };
  return {
    get time() {
      return time;
    },
    get isPlaying() {
      return frame !== 0;
    },
    play() {
      if (frame !== 0) return;
      if (time >= to) time = from;
      last = pictures.now();
      frame = pictures.request(draw);
      turned(true);
    },
    pause,
    setSpeed(next) {
      speed = next;
    },
    jump(next) {
      time = Math.max(from, Math.min(to, next));
      tell(time);
    },
    stop() {
      pictures.cancel(frame);
      frame = 0;
    },
  };
}
