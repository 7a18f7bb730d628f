import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { isId } from '#kit/contract/input.ts';
import { navigation } from '#kit/web/api.ts';
import { t } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useCan } from '#kit/web/rights.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { Trips } from './trips.web.tsx';

const TripPage = lazyPage(async () => (await import('./trip.web.tsx')).TripPage);

/** All pages of trips: the list, and one trip. */
export function TripSpace() {
  const allowed = useCan()('vehicle-trips', 'view');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [id, ...more] = pathname.split('/').slice(2).filter(Boolean);
  useEffect(() => {
    if (allowed || !isSignedIn()) return;
    toast.error(t('error.noRight'));
    navigation.toDashboard();
  }, [allowed]);
  if (!allowed) return null;
  if (id === undefined) return <Trips />;
  if (more.length > 0 || !isId(id)) return <NotFound />;
  return (
    <Suspense fallback={<span className="sk" aria-hidden="true" />}>
      <TripPage key={id} id={id} />
    </Suspense>
  );
}
