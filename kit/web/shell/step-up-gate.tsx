import { lazy, Suspense, useSyncExternalStore } from 'react';
import { proof } from '../step-up.ts';

const Dialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/** Shows the dialog that asks for the password once more, when a call needs it. */
export function StepUpGate() {
  const asked = useSyncExternalStore(proof.listen, proof.isAsked);
  return asked ? (
    <Suspense>
      <Dialog onDone={proof.answer} />
    </Suspense>
  ) : null;
}
