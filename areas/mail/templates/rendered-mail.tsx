import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Segments } from '#kit/web/ui/parts.tsx';
import { MailPreview } from './mail-preview.tsx';
import type { RenderedMail } from './render.contract.ts';
import styles from '../mail.module.css';

type View = 'light' | 'dark' | 'text';

/** What a mail says: as mail programs show it by day and in the dark, or as plain text. */
export function RenderedMailView({ mail }: { mail: RenderedMail }) {
  const t = useT();
  const [view, setView] = useState<View>(useKept('skin')[0]);
  return (
    <>
      <Segments<View>
        label={t('mail.view')}
        name="mail-view"
        value={view}
        options={[
          { value: 'light', label: t('mail.asMail') },
          { value: 'dark', label: t('mail.asDark') },
          { value: 'text', label: t('mail.asText') },
        ]}
        onChange={setView}
      />
      {view === 'text' ? (
        // Long texts are read by keyboard as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles['mail-text']} dir="auto" tabIndex={0} role="region" aria-label={t('mail.asText')}>
          {mail.text}
        </pre>
      ) : (
        <MailPreview html={mail.html} dark={view === 'dark'} title={t('mail.preview', { subject: mail.subject })} />
      )}
    </>
  );
}
