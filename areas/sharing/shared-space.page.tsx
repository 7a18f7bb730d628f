import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { usePartsBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { GivenShares } from './given/given-shares.tsx';
import { SharedWithMe } from './received/shared-list.page.tsx';

const SharedVehiclePage = lazyPage(async () => (await import('./received/shared-vehicle.page.tsx')).SharedVehiclePage);

/** All pages of shares: what others share with whoever looks, one such vehicle, and what their own organisation shares. */
export function SharedSpace() {
  const allowed = useCan()('shared-vehicle', 'view');
  const [id, ...more] = usePartsBelow('/shared-vehicle');
  useTurnAway(allowed);
  if (!allowed) return null;
  if (id === undefined)
    return (
      <>
        <SharedWithMe />
        <GivenShares />
      </>
    );
  if (more.length > 0 || !isId(id)) return <NotFound />;
  return (
    <Suspense fallback={<span className="sk" aria-hidden="true" />}>
      <SharedVehiclePage key={id} id={id} />
    </Suspense>
  );
}
