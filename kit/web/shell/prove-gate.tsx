import { lazy, Suspense, useSyncExternalStore } from 'react';
import { proof } from '../prove.ts';

const Dialog = lazy(async () => ({ default: (await import('./prove-dialog.tsx')).ProveDialog }));

/** Shows the dialog that asks for the password once more, when a call needs it. */
export function ProveGate() {
  const asked = useSyncExternalStore(proof.listen, proof.isAsked);
  return asked ? (
    <Suspense>
      <Dialog onDone={proof.answer} />
    </Suspense>
  ) : null;
}
