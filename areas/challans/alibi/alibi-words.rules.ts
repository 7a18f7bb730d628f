import { inIst } from '#kit/server/india-time.ts';
import type { AlibiReason } from './alibi.contract.ts';
import { marginM, type JudgedFix, type Verdict } from './alibi.rules.ts';

/** Not more exact than it is known: below a kilometre to ten metres, then to a tenth of a kilometre. */
export function metresText(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres / 10) * 10} m`;
  const km = metres / 1_000;
  return `${(km < 100 ? Math.round(km * 10) / 10 : Math.round(km)).toLocaleString('en-IN')} km`;
}

export function lengthText(ms: number): string {
  const s = Math.round(ms / 1_000);
  if (s < 90) return `${s} s`;
  const minutes = Math.round(s / 60);
  if (minutes < 90) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export const kmhText = (kmh: number): string =>
  kmh > 2_000 || !Number.isFinite(kmh) ? 'more than 2,000 km/h' : `${Math.round(kmh)} km/h`;

export interface Told {
  plate: string;
  place: string;
  from: number;
  to: number;
  toleranceMs: number;
  clockMs: number;
  isClockKnown: boolean;
  fastestKmh: number;
}

const timeOf = ({ from, to }: Told): string =>
  from === to ? `at ${inIst(from)}` : `between ${inIst(from)} and ${inIst(to)}`;
const fixText = (fix: JudgedFix, told: Told, distanceM: number): string =>
  `at ${inIst(fix.at)}, ${metresText(distanceM)} from ${told.place} (uncertain by ${metresText(fix.uncertaintyM)})`;

function fixesText({ before, after }: Verdict, told: Told, distanceOf: (fix: JudgedFix) => number): string {
  if (before && before === after)
    return `Its position of just that time is ${fixText(before, told, distanceOf(before))}.`;
  if (before && after)
    return `Its positions around that time are ${fixText(before, told, distanceOf(before))}, and ${fixText(after, told, distanceOf(after))}.`;
  const one = before ?? after;
  if (!one) return '';
  return `${before ? 'The last position before it' : 'The first position after it'} is ${fixText(one, told, distanceOf(one))}; there is none ${before ? 'after' : 'before'}.`;
}

const allowances = (told: Told): string =>
  `Allowed for: ${lengthText(told.toleranceMs)} around the time given, ${lengthText(told.clockMs)} for the clock of the device (${told.isClockKnown ? 'measured when its positions came' : 'not measured then'}), the inaccuracy of each position, and a straight line at ${Math.round(told.fastestKmh)} km/h.`;

/** The conclusion in sentences. None says more than the positions do. */
export function wordsOf(verdict: Verdict, told: Told, distanceOf: (fix: JudgedFix) => number): string[] {
  const { plate, place } = told;
  const { conclusion, reason, clearM, neededKmh, nearest, before, after, jumps } = verdict;
  const words: string[] = [];
  if (conclusion === 'ELSEWHERE') {
    words.push(
      `${plate} could not have been at ${place} ${timeOf(told)}: it stayed at least ${metresText(Math.max(0, clearM ?? 0))} away, with every uncertainty counted against it.`,
      fixesText(verdict, told, distanceOf),
      `To have been at the place it would have needed ${kmhText(neededKmh ?? 0)}; the most that is assumed for it is ${Math.round(told.fastestKmh)} km/h.`,
      allowances(told),
      'If a camera or an officer saw this number at the place, the plate may have been copied or misread.',
    );
  } else if (conclusion === 'THERE')
    words.push(
      `${plate} was at ${place}, within what the positions can tell: ${metresText(nearest?.metres ?? 0)} from it at ${inIst(nearest?.at ?? told.from)}.`,
      fixesText(verdict, told, distanceOf),
      allowances(told),
    );
  else if (reason && (conclusion === 'NEAR' || conclusion === 'CANNOT_TELL'))
    words.push(doubtText(reason, verdict, told), fixesText(verdict, told, distanceOf), allowances(told));
  else words.push(silenceText(verdict, told, before, after));
  if (jumps > 0)
    words.push(
      `${jumps} ${jumps === 1 ? 'position was' : 'positions were'} left out because ${jumps === 1 ? 'it' : 'they'} jumped further than a vehicle drives.`,
    );
  return words.filter(Boolean);
}

function doubtText(reason: AlibiReason, verdict: Verdict, told: Told): string {
  const { plate, place } = told;
  const { before, gapMs, nearest, clearM } = verdict;
  const when = timeOf(told);
  switch (reason) {
    case 'CONTRADICTORY':
      return `The positions of ${plate} around that time contradict each other: they are in two places at once. They prove nothing ${when}. The plate may have been copied, or two devices may be sending under one number.`;
    case 'INACCURATE':
      return `The positions of ${plate} are too inaccurate to tell whether it was at ${place} ${when}.`;
    case 'CLOSE':
      return clearM !== null && clearM > 0
        ? `${plate} was near ${place} ${when}: ${metresText(nearest?.metres ?? 0)} from it. It stayed away by ${metresText(clearM)}, which is less than the ${marginM} m that are asked for as proof.`
        : `${plate} was near ${place} ${when}: ${metresText(nearest?.metres ?? 0)} from it at ${inIst(nearest?.at ?? told.from)}. It could have been at the place itself between its positions.`;
    case 'ONE_SIDE':
      return `Whether ${plate} was at ${place} ${when} cannot be told: there is no position ${before ? 'after' : 'before'} it, and the place could be reached.`;
    default:
      return clearM !== null && clearM > 0
        ? `Whether ${plate} was at ${place} ${when} cannot be told: by its positions it stayed away by ${metresText(clearM)} only, and ${marginM} m are asked for as proof.`
        : `Whether ${plate} was at ${place} ${when} cannot be told: there are no positions for ${lengthText(gapMs ?? 0)}, and the place could be reached in that time.`;
  }
}

function silenceText({ reason }: Verdict, told: Told, before: JudgedFix | null, after: JudgedFix | null): string {
  const said = `There is no data of ${told.plate} ${timeOf(told)}`;
  if (reason !== 'SILENT') return `${said}.`;
  const last = before ? `Its last position before is of ${inIst(before.at)}` : 'There is no position before';
  const next = after ? `the first one after of ${inIst(after.at)}` : 'none after';
  return `${said}: its device was silent. ${last}, ${next}.`;
}

/** Of a time of which there is nothing to judge. */
export function noDataWords(reason: AlibiReason, told: Told, since: string | null): string[] {
  const { plate } = told;
  const said = `There is no data of ${plate} ${timeOf(told)}`;
  switch (reason) {
    case 'UNKNOWN_PLATE':
      return [`No vehicle of yours has the plate ${plate}.`];
    case 'FUTURE':
      return [`The time lies in the future: ${inIst(told.from)}.`];
    case 'NOT_OWNED_THEN':
      return [`${said}: the vehicle was not yours then${since ? `, only since ${inIst(since)}` : ''}.`];
    case 'DEVICE_MOVED':
      return [
        `${said}: its device was in another vehicle then${since ? `, since ${inIst(since)}` : ''}. What it sent there says nothing of this vehicle.`,
      ];
    default:
      return [`${said}: no device was installed in it at that time.`];
  }
}
