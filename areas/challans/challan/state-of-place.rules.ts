import { states } from '#areas/offices/states.contract.ts';

/** The code of a state by its name, as places have it. */
export const stateOf = (name: string | undefined): string | null =>
  name === undefined || name === ''
    ? null
    : (states.find(({ label }) => label === name || label.startsWith(`${name} `))?.value ?? null);
