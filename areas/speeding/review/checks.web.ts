import type { gates, ViolationOne } from '../violation-answers.contract.ts';

type Gate = (typeof gates)[number];

/** In the order in which positions are checked; the last two are asked of positions together. */
const asked: readonly Gate[] = [
  'EXEMPT',
  'CALIBRATION',
  'NO_SPEED',
  'RECEPTION',
  'NO_ROAD',
  'UNSURE_ROAD',
  'COVERED',
  'NO_PROOF_LIMIT',
  'LIMIT_DROPPED',
  'NOT_OVER',
  'NEARBY_LIMIT_HIGHER',
  'TOO_SHORT',
  'PATH_SLOWER',
];

/** How each check went: passed, failed for some positions, or not reached because the checks before left none. */
export function checksOf({ fixes, refused, evidence }: Pick<ViolationOne, 'fixes' | 'refused' | 'evidence'>) {
  let left = fixes;
  return asked.map((gate) => {
    const failed = refused.find((one) => one.gate === gate)?.fixes ?? 0;
    const state = failed > 0 ? (evidence ? 'SOME' : 'FAILED') : left > 0 ? 'PASSED' : 'NOT_REACHED';
    left -= failed;
    return { gate, failed, state } as const;
  });
}
