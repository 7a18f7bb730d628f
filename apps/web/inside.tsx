import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import { webs } from '#areas/areas.web.ts';
import { installAreas } from '#kit/web/area.ts';
import { useWorded } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { Shell } from '#kit/web/shell/shell.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { useSwitching } from '#kit/web/switching.ts';
import { pageRoute, waiting } from './page-route.tsx';
import { personOf } from './person.ts';

/** What the pages behind the sign-in need of the rest of the app. */
interface Ways {
  /** Ends the session here, and leads to the sign-in page. */
  signedOut: () => void;
  /** Asks the server who this is, and what they may. */
  verify: () => Promise<void>;
}

/** For somebody with a password that was given to them: the way out of that and nothing else. */
const MustChange = lazyPage(
  async () => (await import('#areas/identity/passwords/must-change-password.page.tsx')).MustChange,
);

/** The routes of whoever is signed in, with the shell around them: all pages of the areas that are not open to everybody. */
export function insideRoutes(root: AnyRoute, { signedOut, verify }: Ways): AnyRoute {
  /** The shell with the pages, drawn anew for each person. */
  function Inside() {
    const [user] = useKept('userData');
    const words = useWorded();
    if (useSwitching()) return waiting;
    if (!user?.mustChangePassword) return <Shell key={`${personOf(user) ?? ''} ${words}`} onSignedOut={signedOut} />;
    return (
      <Suspense fallback={waiting}>
        <MustChange onDone={verify} onSignedOut={signedOut} />
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
  /** A wrong address, with the menu around it. */
  const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound });
  const pages = installAreas(webs).filter(({ open }) => !open);
  return inside.addChildren([...pages.map((screen) => pageRoute(inside, screen)), nowhere]);
}
