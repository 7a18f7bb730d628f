import type { ByteCursor } from './byte-cursor.ts';
import type { Attributes } from './protocol.ts';

// What no vehicle and no device can say was read with the wrong layout.

/** Volts of a vehicle's supply (an electric bus has 96 and less on its low side) and of a device's own battery; percent; degrees. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  power: [0, 100],
  battery: [0, 30],
  batteryLevel: [0, 100],
  temp1: [-60, 130],
};

const isAnotherLayout = 'anotherLayout';

/** A byte that is 0 or 1. Anything else says that the layout is another one. */
export function readFlag(from: ByteCursor, name: string, attributes: Attributes): void {
  const value = from.u8();
  if (value > 1) attributes[isAnotherLayout] = true;
  else attributes[name] = value === 1;
}

/** Leaves out all of a block where a part of it cannot be: it has another layout. Gives whether it was kept. */
export function keepPlausible(attributes: Attributes): boolean {
  let isKept = attributes[isAnotherLayout] !== true;
  for (const [name, [low, high]] of Object.entries(ranges)) {
    const value = attributes[name];
    if (typeof value === 'number' && !(value >= low && value <= high)) isKept = false;
  }
  if (!isKept) for (const name of Object.keys(attributes)) if (!towers.has(name)) delete attributes[name];
  return isKept;
}

/** Leaves out single values that cannot be, where each has a name of its own and none says anything of the others. */
export function dropImpossible(attributes: Attributes): void {
  for (const [name, [low, high]] of Object.entries(ranges)) {
    const value = attributes[name];
    if (typeof value === 'number' && !(value >= low && value <= high)) delete attributes[name];
  }
}

/** They stand before what cannot be. */
const towers: ReadonlySet<string> = new Set(['cells', 'wifi']);
