import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useCan } from '#kit/web/rights.ts';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { Outbox } from './outbox/outbox-list.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters/filters.css';
import '#kit/web/catalogue/record/record.css';
import { usePartsBelow } from '#kit/web/parts-below.ts';

const MailPage = lazyPage(async () => (await import('./outbox/mail-detail.tsx')).MailPage);
const Incoming = lazyPage(async () => (await import('./incoming/incoming-list.tsx')).Incoming);
const Suppressed = lazyPage(async () => (await import('./suppression/suppression-list.tsx')).Suppressed);
const Templates = lazyPage(async () => (await import('./templates/template-list.tsx')).Templates);

/** All pages of mail: the outbox, one mail, addresses that refuse mail, and the templates. */
export function MailSpace() {
  const can = useCan();
  const [first, ...more] = usePartsBelow('/mail');
  const allowed = can(first === 'templates' ? 'mail-template' : 'mail', 'view');
  useTurnAway(allowed);
  if (!allowed) return null;
  if (first === undefined) return <Outbox />;
  if (more.length > 0) return <NotFound />;
  return (
    <Suspense>
      {first === 'templates' ? (
        <Templates />
      ) : first === 'incoming' && can('ticket-note', 'view') ? (
        <Incoming />
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
