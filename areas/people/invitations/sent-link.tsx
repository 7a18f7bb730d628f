import { IconCopy } from '@tabler/icons-react';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { isUnsent, Sending } from './delivery.tsx';
import type { Invitation } from './invitations.contract.ts';
import styles from '../people.module.css';

export type Sent = Invitation & { link: string };

/**
 * The link is shown once, to whoever has just sent it: only its hash is kept.
 * @param row the invitation as the list has it by now, if it is on the page
 */
export function SentLink({ sent, row }: { sent: Sent; row: Invitation | undefined }) {
  const t = useT();
  const { delivery } = row ?? sent;
  const copy = () =>
    void navigator.clipboard.writeText(sent.link).then(
      () => toast.success(t('invitations.copied')),
      () => toast.error(t('invitations.notCopied')),
    );
  return (
    <section
      className="sheet sec"
      style={{ marginBlockEnd: 16 }}
      aria-label={t('invitations.sentTo', { name: sent.name })}
    >
      <div className="col" style={{ gap: 8 }}>
        <b className="mid">
          <bdi>{t('invitations.sentTo', { name: sent.name })}</bdi>
        </b>
        <div role="status">{delivery ? <Sending delivery={delivery} bySms={sent.email === null} /> : null}</div>
        <p className="t2">{t(isUnsent(delivery) ? 'invitations.shareYourself' : 'invitations.alsoShare')}</p>
        <span className={styles['copy-line']}>
          <input className="inp mono" dir="ltr" readOnly value={sent.link} aria-label={t('invitations.link')} />
          <button type="button" className="btn d" onClick={copy}>
            <IconCopy className="i s" aria-hidden="true" />
            {t('invitations.copy')}
          </button>
        </span>
      </div>
    </section>
  );
}
