import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import type { MailOne } from '../mail.contract.ts';

/** Asks first, and then shows the secret link of a mail. It is forgotten when the dialog closes. */
export function RevealDialog({ mail, onClose }: { mail: MailOne; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [link, setLink] = useState<string>();
  const [busy, setBusy] = useState(false);
  const name = mail.toName || mail.to;
  const reveal = async () => {
    setBusy(true);
    try {
      setLink((await api.post<Answer<{ link: string }>>(`/mail/reveal/${mail.id}`)).data.link);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onClose();
    } finally {
      setBusy(false);
      await invalidate('mail');
    }
  };
  return (
    <Modal opened onClose={onClose} title={link ? t('mail.revealed', { name }) : t('mail.revealTitle')}>
      <div className="col" style={{ gap: 16 }}>
        {link ? (
          <>
            <p className="t2">
              <bdi>{t('mail.revealedText', { when: formatTime(mail.expiresAt ?? mail.at) })}</bdi>
            </p>
            <div className="fld">
              <label htmlFor={id}>{t('mail.link')}</label>
              <input
                id={id}
                className="inp"
                dir="ltr"
                readOnly
                data-autofocus
                value={link}
                onFocus={(event) => event.currentTarget.select()}
              />
            </div>
            <div className="row">
              <button
                type="button"
                className="btn p"
                onClick={() => void navigator.clipboard.writeText(link).then(() => toast.success(t('mail.copied')))}
              >
                {t('mail.copy')}
              </button>
              <button type="button" className="btn g" onClick={onClose}>
                {t('action.close')}
              </button>
            </div>
          </>
        ) : (
          <>
            <p className="t2">
              <bdi>{t('mail.revealText', { name })}</bdi>
            </p>
            <div className="row">
              <button type="button" className="btn x" disabled={busy} onClick={() => void reveal()}>
                {t('mail.revealDo')}
              </button>
              <button type="button" className="btn g" data-autofocus onClick={onClose}>
                {t('action.cancel')}
              </button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}
