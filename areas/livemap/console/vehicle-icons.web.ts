import type { Motion } from '../channel/live-frames.contract.ts';

/** Shapes of vehicles on the map; each differs by its outline as well as by its colour. */
export type Sign = Motion | 'TURNLESS' | 'ALARM';
const signs: readonly Sign[] = ['MOVING', 'IDLE', 'STOPPED', 'SILENT', 'TURNLESS', 'ALARM'];

/** Pixels of the texture for one of the page, and the side of a sign on the page. */
const scale = 2;
export const signPx = 34;
const side = signPx * scale;

interface Shape {
  halo: string;
  body: string;
  mark?: string;
  colour: string;
  isHollow?: boolean;
}
const square = (half: number, round: number) =>
  `M${-half + round} ${-half}H${half - round}A${round} ${round} 0 0 1 ${half} ${-half + round}V${half - round}A${round} ${round} 0 0 1 ${half - round} ${half}H${-half + round}A${round} ${round} 0 0 1 ${-half} ${half - round}V${-half + round}A${round} ${round} 0 0 1 ${-half + round} ${-half}Z`;
const circle = (radius: number) =>
  `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;

const shapes: Readonly<Record<Sign, Shape>> = {
  MOVING: {
    halo: 'M0 -15.5L8.5 -6.8A11.4 11.4 0 1 1 -8.5 -6.8Z',
    body: 'M0 -12L6.6 -5.4A9 9 0 1 1 -6.6 -5.4Z',
    mark: 'M-3.2 1.6L0 -1.8L3.2 1.6',
    colour: '--k-move',
  },
  TURNLESS: { halo: circle(11.4), body: circle(9), colour: '--k-move' },
  IDLE: { halo: square(10, 6), body: square(7.5, 4), mark: 'M-2.4 -3V3M2.4 -3V3', colour: '--k-idle' },
  STOPPED: { halo: square(10, 6), body: square(7.5, 4), colour: '--k-stop' },
  SILENT: { halo: circle(10.5), body: circle(7.6), colour: '--k-off', isHollow: true },
  ALARM: {
    halo: 'M0 -14L14 0L0 14L-14 0Z',
    body: 'M0 -10.6L10.6 0L0 10.6L-10.6 0Z',
    mark: 'M0 -4.6V1M0 4.4V4.6',
    colour: '--k-bad',
  },
};

/** All signs in one picture, in the colours of the theme where `element` stands. */
export function drawSigns(element: Element): HTMLCanvasElement {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim() || '#888';
  const canvas = document.createElement('canvas');
  canvas.width = side * signs.length;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.lineCap = 'round';
  signs.forEach((sign, at) => {
    const shape = shapes[sign];
    context.setTransform(scale, 0, 0, scale, side * at + side / 2, side / 2);
    context.fillStyle = colour('--k-ring');
    const [halo, body] = [new Path2D(shape.halo), new Path2D(shape.body)];
    context.fill(halo);
    context.fillStyle = colour(shape.isHollow ? '--surface' : shape.colour);
    context.fill(body);
    if (shape.isHollow) {
      context.strokeStyle = colour(shape.colour);
      context.lineWidth = 2.2;
      context.setLineDash([3, 2.4]);
      context.stroke(body);
      context.setLineDash([]);
    }
    if (!shape.mark) return;
    context.strokeStyle = colour('--k-ring');
    context.lineWidth = 2;
    context.stroke(new Path2D(shape.mark));
  });
  return canvas;
}

/** Where a sign stands in the picture. */
export const signAt = (sign: Sign): number => signs.indexOf(sign);
export const signCount = signs.length;

/** The same shape as a part of the page, for legends and lists. */
export const shapeOf = (sign: Sign): Shape => shapes[sign];
