import { type MapView, screenX, screenY, type Size } from './map-view.web.ts';
import type { Track } from './track-model.web.ts';

/** Pixels within which two fixes are one. */
const blurPx = 1.5;
/** Pixels beyond the edge that are drawn too, so that lines run out of the map. */
const beyondPx = 40;
const arrowEveryPx = 110;
/** Nearer fixes say little of the way. */
const wayPx = 6;

export interface DrawnTrack {
  /** What was driven. */
  line: string;
  /** Between fixes that nothing was heard between. */
  gaps: string;
  /** The way it was driven, every now and then. Degrees clockwise from the right. */
  arrows: { x: number; y: number; turn: number }[];
}

/** A track as paths of an SVG: as many points as can be told apart, and only what is in sight. */
export function drawTrack(track: Track, view: MapView, size: Size): DrawnTrack {
  const [line, gaps]: [string[], string[]] = [[], []];
  const arrows: DrawnTrack['arrows'] = [];
  let [lastX, lastY, isOn] = [0, 0, false];
  let driven = arrowEveryPx / 2;
  /** Where the way that an arrow would show begins. */
  let [tailX, tailY] = [0, 0];
  for (let at = 0; at < track.count; at += 1) {
    const x = screenX(view, size, track.xs[at] ?? 0);
    const y = screenY(view, size, track.ys[at] ?? 0);
    if (at === 0) {
      [lastX, lastY, tailX, tailY] = [x, y, x, y];
      continue;
    }
    const isGap = track.gaps[at] === 1;
    const [dx, dy] = [x - lastX, y - lastY];
    const isNear = Math.abs(dx) < blurPx && Math.abs(dy) < blurPx;
    if (isNear && !isGap && at < track.count - 1) continue;
    const length = Math.hypot(dx, dy);
    if (isSeen(lastX, lastY, x, y, size)) {
      if (isGap) {
        gaps.push(`M${round(lastX)} ${round(lastY)}L${round(x)} ${round(y)}`);
        isOn = false;
        [tailX, tailY] = [x, y];
      } else {
        line.push(`${isOn ? '' : `M${round(lastX)} ${round(lastY)}`}L${round(x)} ${round(y)}`);
        isOn = true;
        driven += length;
        if (Math.hypot(x - tailX, y - tailY) >= wayPx) {
          if (driven >= arrowEveryPx) {
            const turn = (Math.atan2(y - tailY, x - tailX) * 180) / Math.PI;
            // A long leg has it in its middle.
            arrows.push(length > wayPx ? { x: (lastX + x) / 2, y: (lastY + y) / 2, turn } : { x, y, turn });
            driven = 0;
          }
          [tailX, tailY] = [x, y];
        }
      }
    } else {
      isOn = false;
      [tailX, tailY] = [x, y];
    }
    [lastX, lastY] = [x, y];
  }
  return { line: line.join(''), gaps: gaps.join(''), arrows };
}

const round = (value: number) => Math.round(value * 10) / 10;

const isSeen = (x1: number, y1: number, x2: number, y2: number, { width, height }: Size) =>
  Math.max(x1, x2) > -beyondPx &&
  Math.min(x1, x2) < width + beyondPx &&
  Math.max(y1, y2) > -beyondPx &&
  Math.min(y1, y2) < height + beyondPx;
