import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import { webs } from '#areas/areas.web.ts';
import type { UserData } from '#kit/contract/rights.ts';
import { ApiError, api, loadPermissions, navigation } from '#kit/web/api.ts';
import { installAreas } from '#kit/web/area.ts';
import { constants } from '#kit/web/constants.ts';
import { t } from '#kit/web/i18n.ts';
import { queryClient } from '#kit/web/queries.ts';
import { beginLeaving, clearSession, isLeaving, isSignedIn } from '#kit/web/session.ts';
import { reach } from '#kit/web/live/reach.ts';
import { Failure, NotFound } from '#kit/web/shell/failure.tsx';
import { Shell } from '#kit/web/shell/shell.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { store, useKept } from '#kit/web/storage/store.ts';
import { switching, useSwitching } from '#kit/web/switching.ts';
import { toast } from '#kit/web/toast.tsx';

const waiting = (
  <div className="col" style={{ gap: 14, paddingBlock: 20 }} aria-hidden="true">
    <span className="sk" style={{ width: 180, height: 22 }} />
    <span className="sk" style={{ width: '60%' }} />
    <span className="sk" style={{ width: '80%' }} />
  </div>
);
const root = createRootRoute({
  component: () => (
    <Suspense fallback={waiting}>
      <Outlet />
    </Suspense>
  ),
  notFoundComponent: NotFound,
});

const signedOut = () => {
  beginLeaving();
  clearSession();
  toLogin('none');
};
/** For somebody with a password that was given to them: the way out of that and nothing else. */
const MustChange = lazyPage(
  async () => (await import('#areas/identity/passwords/must-change-password.page.tsx')).MustChange,
);

/** The shell with the pages of whoever is signed in, drawn anew for each person. */
function Inside() {
  const [user] = useKept('userData');
  if (useSwitching()) return waiting;
  if (!user?.mustChangePassword) return <Shell key={personOf(user)} onSignedOut={signedOut} />;
  return (
    <Suspense fallback={waiting}>
      <MustChange onDone={verifySession} onSignedOut={signedOut} />
    </Suspense>
  );
}

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (!isSignedIn()) throw redirect({ to: '/login', search: { redirect: location.href } });
  },
  component: Inside,
});
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' });
  },
});

const screens = installAreas(webs);
const pages = screens.map(({ path, component: Page, open, nested }) => {
  const Waited = () => (
    <Suspense fallback={waiting}>
      <Page />
    </Suspense>
  );
  const route = createRoute({
    getParentRoute: () => (open ? root : inside),
    path,
    // The router fetches a page on the way to it, and leaves the page before in its place for that long.
    component: Object.assign(Waited, { preload: Page.preload }),
    errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
  });
  // The page draws what lies below its path by itself, and stays mounted from one to the other.
  if (nested)
    route.addChildren([
      createRoute({ getParentRoute: () => route, path: '/' }),
      createRoute({ getParentRoute: () => route, path: '$' }),
    ]);
  return route;
});

/** A wrong address, with the menu around it. */
const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });

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
  routeTree: root.addChildren([
    index,
    ...pages.filter((_, at) => screens[at]?.open),
    inside.addChildren([...pages.filter((_, at) => !screens[at]?.open), nowhere]),
  ]),
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

/** Whose screen it is: a person, and who acts as them. */
const personOf = (user: UserData | null): string | undefined =>
  user ? `${user.id} ${user.impersonatedBy?.id ?? ''}` : undefined;

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

/** At the start: is the kept session still one? A server that is away leaves it as it is. */
export async function verifySession(): Promise<void> {
  person = personOf(store.get('userData'));
  if (!isSignedIn()) return;
  try {
    const { userData } = await api.get<{ userData: NonNullable<ReturnType<typeof store.get<'userData'>>> }>('/token', {
      quiet: true,
    });
    store.set('userData', userData);
    await loadPermissions();
  } catch (error) {
    // Back in one's own account, where one acted as somebody else before.
    if (!(error instanceof ApiError) || error.status !== 401 || isSignedIn()) return;
    clearSession();
    setTimeout(() => toast.error(t('error.sessionExpired')), 0);
  }
}
