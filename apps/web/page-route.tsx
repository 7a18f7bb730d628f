import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Screen } from '#kit/web/screens.ts';
import { Failure } from '#kit/web/shell/failure.tsx';

/** Stands where a page will be, as high as the window: what stands below pages stays out of sight until they are there. */
export const waiting = (
  <div className="col" style={{ gap: 14, paddingBlock: 20, minBlockSize: '100vh' }} aria-hidden="true">
    <span className="sk" style={{ width: 180, height: 22 }} />
    <span className="sk" style={{ width: '60%' }} />
    <span className="sk" style={{ width: '80%' }} />
  </div>
);

/** The route of a page. One that is nested draws what lies below its path by itself, and stays mounted from one to the other. */
export function pageRoute(parent: AnyRoute, { path, component: Page, nested }: Screen): AnyRoute {
  const Waited = () => (
    <Suspense fallback={waiting}>
      <Page />
    </Suspense>
  );
  const route = createRoute({
    getParentRoute: () => parent,
    path,
    // The router fetches a page on the way to it, and leaves the page before in its place for that long.
    component: Object.assign(Waited, { preload: Page.preload }),
    errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
  });
  if (nested)
    route.addChildren([
      createRoute({ getParentRoute: () => route, path: '/' }),
      createRoute({ getParentRoute: () => route, path: '$' }),
    ]);
  return route;
}
