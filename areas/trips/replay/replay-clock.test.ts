import { expect, test } from 'vitest';
import { type ReplaySpeed, replaySpeeds, startClock } from './replay-clock.web.ts';

const begin = 1_000_000;

/** A clock of an hour, with the times that it told, and pictures that are drawn when the test says so. */
function started(isCalm = false) {
  const told: number[] = [];
  const turned: boolean[] = [];
  let draw: ((now: number) => void) | undefined;
  let now = 0;
  const clock = startClock(
    begin,
    begin + 3_600_000,
    (time) => told.push(time - begin),
    (is) => turned.push(is),
    {
      isCalm,
      now: () => now,
      request(next) {
        draw = next;
        return 1;
      },
      cancel: () => (draw = undefined),
    },
  );
  const pictures = (count: number, everyMs: number) => {
    for (let n = 0; n < count; n += 1) {
      now += everyMs;
      draw?.(now);
    }
  };
  return { clock, told, turned, pictures };
}

test.each(replaySpeeds.map((speed) => [speed]))('at ×%d so many seconds pass in one', (speed: ReplaySpeed) => {
  const { clock, told, pictures } = started();
  clock.setSpeed(speed);
  clock.play();
  pictures(60, 1_000 / 60);
  expect(clock.time - begin).toBeCloseTo(speed * 1_000, 3);
  expect(told).toHaveLength(60);
});

test('it stands while it is paused, goes on where it was after a tab was hidden, and ends at the end', () => {
  const { clock, turned, pictures } = started();
  clock.setSpeed(10);
  clock.play();
  pictures(10, 100);
  clock.pause();
  pictures(10, 100);
  expect(clock.time - begin).toBe(10_000);
  clock.play();
  // Nobody looked for ten minutes.
  pictures(1, 600_000);
  expect(clock.time - begin).toBe(12_500);
  clock.jump(begin + 3_599_000);
  pictures(2, 100);
  expect([clock.time - begin, clock.isPlaying]).toEqual([3_600_000, false]);
  expect(turned).toEqual([true, false, true, false]);
});

test('whoever wants less motion is told once a second, and of every jump', () => {
  const { clock, told, pictures } = started(true);
  clock.setSpeed(1);
  clock.play();
  pictures(40, 100);
  expect(told).toHaveLength(4);
  clock.jump(begin + 60_000);
  expect(told.at(-1)).toBe(60_000);
});
