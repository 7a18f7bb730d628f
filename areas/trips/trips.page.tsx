import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useCan } from '#kit/web/rights.ts';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { Trips } from './list/trip-list.page.tsx';
import { usePartsBelow } from '#kit/web/parts-below.ts';

const TripPage = lazyPage(async () => (await import('./track/trip-detail.tsx')).TripPage);

/** All pages of trips: the list, and one trip. */
export function TripSpace() {
  const allowed = useCan()('vehicle-trips', 'view');
  const [id, ...more] = usePartsBelow('/vehicle-trips');
  useTurnAway(allowed);
  if (!allowed) return null;
  if (id === undefined) return <Trips />;
  if (more.length > 0 || !isId(id)) return <NotFound />;
  return (
    <Suspense fallback={<span className="sk" aria-hidden="true" />}>
      <TripPage key={id} id={id} />
    </Suspense>
  );
}
