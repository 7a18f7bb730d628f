import { type Cell, rssiOfCsq } from '../networks.ts';
import { numberOf } from '../text-fields.ts';

// Signal, country, network, area and cell of an AIS-140 record, then four neighbours. Area and cell are hexadecimal. The standard leaves
// open in which order a neighbour says its area, its cell and its signal, and in what unit, so that each frame has to show it.

const neighbours = 4;
const hex = /^[0-9a-f]{1,8}$/i;
const signal = /^-?\d{1,3}$/;

const numberOfHex = (text: string | undefined): number => (hex.test(text ?? '') ? Number.parseInt(text ?? '', 16) : 0);
/** Zeros and ones alone stand where there is no cell. */
const isCell = ({ lac, cid }: Cell) => lac > 0 && cid > 0 && lac !== 0xffff && cid !== 0xffff && cid !== 0xffffffff;

/** `fields`: from the cover's flag on, which some makers leave out. */
export function readCells(fields: readonly string[]): Cell[] {
  const at = fields.slice(0, 3).findIndex((text, at) => at > 0 && /^[2-7]\d\d$/.test(text));
  const mnc = fields[at + 1] ?? '';
  if (at < 0 || !/^\d{1,3}$/.test(mnc)) return [];
  const operator = { mcc: Number(fields[at]), mnc: Number(mnc) };
  const [lac, cid] = [fields[at + 2], fields[at + 3]];
  if (!hex.test(lac ?? '') || !hex.test(cid ?? '')) return [];
  const own = { ...operator, lac: numberOfHex(lac), cid: numberOfHex(cid), ...rssiOfCsq(numberOf(fields[at - 1])) };
  return [own, ...readNeighbours(fields.slice(at + 4), operator, own.lac)].filter(isCell);
}

/** None where the order is not plain: the signal is in the one place that has nothing but small decimals, the area in the one that repeats ours. */
function readNeighbours(fields: readonly string[], operator: Pick<Cell, 'mcc' | 'mnc'>, area: number): Cell[] {
  const parts = Array.from({ length: neighbours }, (_, at) => fields.slice(at * 3, at * 3 + 3));
  const known = parts.filter(
    (part) => part.length === 3 && part.every((text) => /^-?[0-9a-f]+$/i.test(text)) && /[1-9a-f]/i.test(part.join('')),
  );
  const signals = [0, 2].filter((at) => known.every((part) => signal.test(part[at] ?? '')));
  const [at] = signals;
  if (known.length === 0 || signals.length !== 1 || at === undefined) return [];
  const others = at === 0 ? [1, 2] : [0, 1];
  const areas = others.filter((other) => known.some((part) => numberOfHex(part[other]) === area));
  const [lac] = areas;
  if (areas.length !== 1 || lac === undefined) return [];
  const cid = others.find((other) => other !== lac) ?? 0;
  return known.map((part) => {
    // Some have dBm; what is above zero is of a scale that nobody states.
    const dbm = Number(part[at]);
    return {
      ...operator,
      lac: numberOfHex(part[lac]),
      cid: numberOfHex(part[cid]),
      ...(dbm < 0 ? { rssi: dbm } : {}),
    };
  });
}
