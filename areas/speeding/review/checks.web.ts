import type { gates, ViolationOne } from '../violation-answers.contract.ts';

type Gate = (typeof gates)[number];

/** In the order in which positions are checked; the last two are asked of positions together. */
const asked: readonly Gate[] = [
  'EXEMPT',
  'CALIBRATION',
  'CLOCK',
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

/** How each check went: passed, failed for some positions, not reached because the checks before left none, or not made when it was judged. */
export function checksOf({
  fixes,
  refused,
  evidence,
  notChecked,
}: Pick<ViolationOne, 'fixes' | 'refused' | 'evidence' | 'notChecked'>) {
  let left = fixes;
  return asked.map((gate) => {
    const failed = refused.find((one) => one.gate === gate)?.fixes ?? 0;
    const state =
      failed > 0
        ? evidence
          ? 'SOME'
          : 'FAILED'
        : notChecked.some((one) => one === gate)
          ? 'NOT_CHECKED'
          : left > 0
            ? 'PASSED'
            : 'NOT_REACHED';
    left -= failed;
    return { gate, failed, state } as const;
  });
}
