import { policyStates } from './policy.contract.ts';

const known = new Map<string, (typeof policyStates)[number]>(policyStates.map((one) => [one.value, one]));

/** The state of a policy as a mark. */
export function stateOf(state: string) {
  const one = known.get(state);
  return one ? <span className={`st ${one.tone}`}>{one.label}</span> : null;
}
