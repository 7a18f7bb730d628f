import type { Line } from '#areas/compliance/status/status.contract.ts';
import type { DriverState } from './driver.contract.ts';

/** What is done next about a driver, and the line that it answers. */
export type DriverStep =
  | { do: 'onboarding'; line?: Line }
  | { do: 'upload'; code: string; line: Line }
  | { do: 'licence'; line: Line }
  | { do: 'medical'; line: Line }
  | { do: 'assign'; line?: undefined };

/** What a line may be about besides a document, and what is done about it. */
const others: Readonly<Record<string, 'licence' | 'medical' | undefined>> = {
  STATE: undefined,
  AGE: undefined,
  LICENCE_CLASS: 'licence',
  LICENCE_END: 'licence',
  MEDICAL: 'medical',
};

const unfinished: readonly DriverState[] = ['INVITED', 'ONBOARDING'];
const away: readonly DriverState[] = ['ON_LEAVE', 'SUSPENDED', 'EXITED'];

/** What is done about a line; undefined where there is nothing to do but wait, or to change their employment. */
export function stepOf(line: Line, state: DriverState): DriverStep | undefined {
  const { about, waits } = line;
  if (waits) return undefined;
  if (about === 'STATE' && unfinished.includes(state)) return { do: 'onboarding', line };
  if (!(about in others)) return { do: 'upload', code: about, line };
  const doing = others[about];
  return doing && { do: doing, line };
}

/** The most sensible next step: what is not finished, what stands against the driver, the worst first, then a vehicle. */
export function nextStep(
  lines: readonly Line[],
  driver: { state: DriverState; status: 0 | 1; vehicleId: string | null },
): DriverStep | undefined {
  const { state, status, vehicleId } = driver;
  // Who does not work needs nothing.
  if (status === 0 || away.includes(state)) return undefined;
  const steps = lines.map((line) => stepOf(line, state)).filter((step) => step !== undefined);
  const first = steps.find((step) => step.do === 'onboarding') ?? steps[0];
  if (first) return first;
  return vehicleId === null && !unfinished.includes(state) ? { do: 'assign' } : undefined;
}
