import type { Delivery } from '#areas/mail/mail.contract.ts';
import { useT } from '#kit/web/i18n.ts';

const tones = { queued: 'info', sent: 'ok', kept: 'due', failed: 'bad', bounced: 'bad' } as const;

/** Whoever invited has to hand the link over in another way. */
export const isUnsent = (delivery: Delivery | null): boolean =>
  delivery === 'kept' || delivery === 'failed' || delivery === 'bounced';

/** Whether the invitation left. */
export function Sending({ delivery, bySms }: { delivery: Delivery; bySms: boolean }) {
  const t = useT();
  return (
    <span className={`st sm ${tones[delivery]}`}>
      {t(delivery === 'kept' && bySms ? 'invitations.delivery.keptSms' : `invitations.delivery.${delivery}`)}
    </span>
  );
}
