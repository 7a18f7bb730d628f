import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { usePartsBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { Violations } from './violations/violation-list.page.tsx';

const ReviewPage = lazyPage(async () => (await import('./review/review.page.tsx')).ReviewPage);
const RecalculationsPage = lazyPage(
  async () => (await import('./recalculate/recalculations.page.tsx')).RecalculationsPage,
);
const AlertsPage = lazyPage(async () => (await import('./live/alerts.page.tsx')).AlertsPage);
const QualityPage = lazyPage(async () => (await import('./quality/quality.page.tsx')).QualityPage);

/** All pages of violations: the list, one of them, and the roads that they were dismissed for. */
export function ViolationSpace() {
  const can = useCan();
  const allowed = can('violation', 'view');
  const [part, ...more] = usePartsBelow('/violation');
  useTurnAway(allowed);
  if (!allowed) return null;
  if (part === undefined) return <Violations />;
  const isQuality = part === 'quality' && can('violation', 'approve');
  const isRecalculations = part === 'recalculations' && can('violation', 'approve');
  const isAlerts = part === 'alerts';
  if (more.length > 0 || !(isQuality || isRecalculations || isAlerts || isId(part))) return <NotFound />;
  return (
    <Suspense fallback={<span className="sk" aria-hidden="true" />}>
      {isQuality ? (
        <QualityPage />
      ) : isRecalculations ? (
        <RecalculationsPage />
      ) : isAlerts ? (
        <AlertsPage />
      ) : (
        <ReviewPage id={part} />
      )}
    </Suspense>
  );
}
