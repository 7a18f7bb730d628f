import { IconChevronRight, IconKey, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { formatDistance, formatTime, said, useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { focusHeading } from '#kit/web/ui/focus-heading.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { shapes, useMail } from '../mail.queries.ts';
import { RenderedMailView } from '../templates/rendered-mail.tsx';
import { DeliveryLog, MailFacts } from './mail-facts.tsx';
import type { MailOne } from '../mail.contract.ts';
import { Recipient } from './outbox-list.tsx';
import { RevealDialog } from './reveal.dialog.tsx';
import styles from '../mail.module.css';

/** One mail: did it leave, what does it say, and what happened to it. */
export function MailPage({ id }: { id: string }) {
  const t = useT();
  const { data: mail, error, refetch } = useMail(id);
  const [busy, setBusy] = useState(false);
  const [revealing, setRevealing] = useState(false);
  useEffect(focusHeading, [id]);
  useEffect(() => {
    if (mail) document.title = `${mail.subject} · Roadkeeper`;
  }, [mail]);
  if (error && !mail) return <Failure error={error} retry={() => void refetch()} />;
  const resend = async () => {
    setBusy(true);
    try {
      toast.success((await api.post<Answer<unknown>>(`/mail/resend/${id}`)).message);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
    } finally {
      await invalidate('mail');
      setBusy(false);
    }
  };
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/mail">{t('mail.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut" translate="no">
          {mail?.subject ?? '…'}
        </bdi>
      </nav>
      <div className="record-head">
        <div style={{ minWidth: 0 }}>
          <h1 tabIndex={-1}>
            {mail ? (
              <bdi translate="no">{mail.subject}</bdi>
            ) : (
              <span className="sk" style={{ width: 260, height: 26 }} />
            )}
          </h1>
          <p className="t2 sm">
            {mail ? (
              <>
                {t('mail.to')} <Recipient row={mail} /> · <bdi>{said(mail.templateName)}</bdi> · <Ago at={mail.at} />
              </>
            ) : (
              ' '
            )}
          </p>
        </div>
        {mail ? (
          <div className="acts">
            {mail.test ? <span className="tag">{t('mail.test')}</span> : null}
            {mail.may.reveal ? (
              <button type="button" className="btn d" onClick={() => setRevealing(true)}>
                <IconKey className="i s" aria-hidden="true" />
                {t('mail.reveal')}
              </button>
            ) : null}
            {mail.may.resend ? (
              <button
                type="button"
                className={mail.state === 'sent' ? 'btn d' : 'btn p'}
                disabled={busy}
                onClick={() => void resend()}
              >
                <IconSend className="i s flip" aria-hidden="true" />
                {t(mail.state === 'kept' ? 'mail.send' : 'mail.resend')}
              </button>
            ) : null}
          </div>
        ) : null}
      </div>
      {mail ? <Compliance mail={mail} /> : null}
      {mail ? (
        <div className="record">
          <section className={`sheet ${styles['mail-letter']}`} aria-label={t('mail.subject')}>
            <RenderedMailView mail={mail} />
          </section>
          <div className="col" style={{ gap: 16 }}>
            <DeliveryLog mail={mail} />
            <MailFacts mail={mail} />
          </div>
        </div>
      ) : null}
      {mail && revealing ? <RevealDialog mail={mail} onClose={() => setRevealing(false)} /> : null}
    </>
  );
}

/** The answer first: whether it left, and if not, why. */
function Compliance({ mail }: { mail: MailOne }) {
  const t = useT();
  const { state } = mail;
  const why = [
    mail.error,
    state === 'kept'
      ? t('mail.keptWhy')
      : state === 'suppressed'
        ? t('mail.suppressedWhy')
        : state === 'cancelled'
          ? t('mail.cancelledWhy')
          : null,
    mail.nextTryAt && mail.attempts > 0 ? t('mail.nextTry', { when: formatDistance(mail.nextTryAt) }) : null,
    mail.stays && state !== 'queued' && state !== 'sending' && state !== 'sent'
      ? t('mail.cannot', { why: mail.stays })
      : null,
  ].filter((one) => one !== null);
  return (
    <section className={`${styles['mail-verdict']} ${shapes[state]}`} role="status">
      <p className="t2 sm">
        <bdi>{t(`mail.verdict.${state}`)}</bdi>
      </p>
      <p className={styles.answer}>
        <span className={`dot ${shapes[state]}`} aria-hidden="true" />
        <bdi>{t(`mail.answer.${state}`, { when: mail.sentAt ? formatTime(mail.sentAt) : '' })}</bdi>
      </p>
      {why.map((one) => (
        <p key={one} className="sm">
          <bdi>{one}</bdi>
        </p>
      ))}
    </section>
  );
}
