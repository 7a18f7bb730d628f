import { type AnyRoute, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import { openScreens } from '#areas/areas.open.web.ts';
import { ApiError, api, loadPermissions, navigation } from '#kit/web/api.ts';
import { constants } from '#kit/web/constants.ts';
import { t } from '#kit/web/i18n.ts';
import { queryClient } from '#kit/web/queries.ts';
import { beginLeaving, clearSession, isLeaving, isSignedIn } from '#kit/web/session.ts';
import { reach } from '#kit/web/live/reach.ts';
import { Failure, NotFound } from '#kit/web/shell/failure.tsx';
import { store } from '#kit/web/storage/store.ts';
import { switching } from '#kit/web/switching.ts';
import { toast } from '#kit/web/toast.tsx';
import { pageRoute, waiting } from './page-route.tsx';
import { personOf } from './person.ts';

const Root = () => (
  <Suspense fallback={waiting}>
    <Outlet />
  </Suspense>
);

const signedOut = () => {
  beginLeaving();
  clearSession();
  toLogin('none');
};
/** The routes of the app. A root of its own each time, by which the router sees that there are others. @param rest below it */
function routeTree(rest: (root: AnyRoute) => AnyRoute): AnyRoute {
  const root = createRootRoute({ component: Root, notFoundComponent: NotFound });
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/dashboard' });
    },
  });
  const open = Object.entries(openScreens).map(([path, component]) => pageRoute(root, { path, component }));
  return root.addChildren([index, ...open, rest(root)]);
}

/** Every other address, as long as the pages behind the sign-in are not there. */
const beyond = (root: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: async ({ location }) => {
      if (!isSignedIn()) throw redirect({ to: '/login', search: { redirect: location.href } });
      await openInside();
      throw redirect({ href: location.href, replace: true });
    },
  });

/** Addresses stay plain: every search value is a text, as it stands there. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  const text = params.toString();
  return text ? `?${text}` : '';
}

export const router = createRouter({
  routeTree: routeTree(beyond),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  defaultPendingComponent: () => waiting,
  defaultPendingMs: constants.loadingDelayMs,
  defaultPendingMinMs: 0,
});

/** Fetches the program behind the sign-in, so that it is there when somebody has signed in. */
export const fetchInside = () => import('./inside.tsx');

let opening: Promise<void> | undefined;
/** Fetches the program behind the sign-in, once, and puts its pages in the place of `beyond`. What failed is tried again. */
export function openInside(): Promise<void> {
  opening ??= fetchInside().then(
    ({ insideRoutes }) => {
      const ways = { signedOut, verify: () => verifySession() };
      const before = router.routesById;
      router.update({ ...router.options, routeTree: routeTree((root) => insideRoutes(root, ways)) });
      // `beyond` may stand on the screen, waiting, until the next page is there: whoever draws it then looks for its route.
      for (const [id, route] of Object.entries(before)) (router.routesById as Record<string, AnyRoute>)[id] ??= route;
    },
    (error: unknown) => {
      opening = undefined;
      throw error;
    },
  );
  return opening;
}

// What could not be fetched while the server was away is fetched as soon as it is back.
reach.onBack(() => {
  void queryClient.invalidateQueries();
  void router.invalidate();
});

/** True while the sign-in page is on its way: what the page before still asks is refused, and says no more than that. */
let goesToLogin = false;

function toLogin(reason: 'ended' | 'none'): void {
  queryClient.clear();
  const { pathname, href } = router.state.location;
  if (pathname === '/login' || goesToLogin) return;
  const search = reason === 'ended' && !isLeaving() ? { redirect: href, ended: '1' } : {};
  goesToLogin = true;
  void router.navigate({ to: '/login', search: search }).finally(() => (goesToLogin = false));
}
navigation.toLogin = toLogin;
navigation.toDashboard = () => void router.navigate({ to: '/dashboard' });
navigation.toOwn = async (why) => (await import('#kit/web/impersonation.ts')).toOwn(why);
switching.go = async (to) => {
  const { pathname, search } = new URL(to, location.origin);
  await router.navigate({ to: pathname, search: parseSearch(search) as never });
};

let person = personOf(store.get('userData'));
// Another tab acts as somebody else, or returned: this one follows.
store.listen((key) => {
  if (key !== 'userData') return;
  const [before, now] = [person, personOf(store.get('userData'))];
  person = now;
  if (before === undefined || now === undefined || before === now || switching.isUnder()) return;
  switching.begin();
  void switching.end('/dashboard');
});

// Another tab signed out: this one goes too, instead of showing what is no longer its reader's.
store.listen((key) => {
  if (key === 'accessToken' && !isLeaving() && !isSignedIn() && router.state.location.pathname !== '/login')
    toLogin('ended');
});

/**
 * Is the kept session still one? A server that is away leaves it as it is.
 * @param words resolves when texts can be shown.
 */
export async function verifySession(words: Promise<void> = Promise.resolve()): Promise<void> {
  person = personOf(store.get('userData'));
  if (!isSignedIn()) return;
  try {
    const { userData } = await api.get<{ userData: NonNullable<ReturnType<typeof store.get<'userData'>>> }>('/token', {
      quiet: true,
    });
    // Whoever has just changed the password that was given to them sees their page with the userData: what they may do comes before.
    await loadPermissions();
    store.set('userData', userData);
  } catch (error) {
    // Back in one's own account, where one acted as somebody else before.
    if (!(error instanceof ApiError) || error.status !== 401 || isSignedIn()) return;
    clearSession();
    void words.then(() => setTimeout(() => toast.error(t('error.sessionExpired')), 0));
  }
}
