import type { Line } from '#areas/compliance/status/status.contract.ts';

/** What is done next about a vehicle, and the line that it answers. */
export type NextStep =
  | { do: 'upload'; code: string; line: Line }
  | { do: 'number'; line: Line }
  | { do: 'driver'; line: Line }
  | { do: 'assign'; line?: undefined };

/** What a line may be about besides a document. */
const others = new Set(['STATE', 'NUMBER', 'BLACKLIST', 'CHALLAN']);

/** A line about a document of the vehicle, which a new upload answers. */
export const isUpload = ({ of, about, waits }: Line): boolean => of === 'vehicle' && !waits && !others.has(about);

/** The most sensible next step: what stands against the vehicle, the worst first, then a driver; undefined when there is none. */
export function nextStep(lines: readonly Line[], driverId: string | null): NextStep | undefined {
  for (const line of lines) {
    if (isUpload(line)) return { do: 'upload', code: line.about, line };
    if (line.about === 'NUMBER') return { do: 'number', line };
    if (line.of === 'driver') return { do: 'driver', line };
  }
  // A vehicle out of service needs nobody.
  return driverId === null && !lines.some(({ about }) => about === 'STATE') ? { do: 'assign' } : undefined;
}
