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
import { Outbox } from './outbox.web.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import '#kit/web/catalogue/record.css';
import './mail.css';

const MailPage = lazyPage(async () => (await import('./mail-page.web.tsx')).MailPage);
const Suppressed = lazyPage(async () => (await import('./suppressed.web.tsx')).Suppressed);
const Templates = lazyPage(async () => (await import('./templates.web.tsx')).Templates);

/** All pages of mail: the outbox, one mail, addresses that refuse mail, and the templates. */
export function MailSpace() {
  const can = useCan();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [first, ...more] = pathname.split('/').slice(2).filter(Boolean);
  const allowed = can(first === 'templates' ? 'mail-template' : 'mail', 'view');
  useEffect(() => {
    if (allowed || !isSignedIn()) return;
    toast.error(t('error.noRight'));
    navigation.toDashboard();
  }, [allowed]);
  if (!allowed) return null;
  if (first === undefined) return <Outbox />;
  if (more.length > 0) return <NotFound />;
  return (
    <Suspense>
      {first === 'templates' ? (
        <Templates />
      ) : first === 'suppressed' ? (
        <Suppressed />
      ) : isId(first) ? (
        <MailPage key={first} id={first} />
      ) : (
        <NotFound />
      )}
    </Suspense>
  );
}
