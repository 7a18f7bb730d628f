import { Modal } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { download } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import profileStyles from '../profile/profile.module.css';
import formStyles from '../sign-in/sign-in-form.module.css';

/** Codes for paper, shown this once: to copy, to keep as a file, to print. */
export function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const who = store.get('userData')?.email ?? '';
  const text = `${t('twoStep.codesFor', { who })}\r\n\r\n${codes.join('\r\n')}\r\n`;
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success(t('twoStep.copied')),
      () => toast.error(t('error.wrong')),
    );
  return (
    <div className={`${formStyles.fields} ${profileStyles['codes-sheet']}`}>
      <p className="t2">{t('twoStep.codesText')}</p>
      <p className={profileStyles['print-only']}>{t('twoStep.codesFor', { who })}</p>
      <ol className={profileStyles.codes} dir="ltr" aria-label={t('twoStep.codes')}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={`row wrap ${profileStyles['no-print']}`}>
        <button type="button" className="btn d" onClick={copy}>
          <IconCopy className="i s" aria-hidden="true" />
          {t('twoStep.copy')}
        </button>
        <button
          type="button"
          className="btn d"
          onClick={() => download(new Blob([text], { type: 'text/plain' }), 'roadkeeper-recovery-codes.txt')}
        >
          <IconDownload className="i s" aria-hidden="true" />
          {t('twoStep.download')}
        </button>
        <button type="button" className="btn d" onClick={() => window.print()}>
          <IconPrinter className="i s" aria-hidden="true" />
          {t('twoStep.print')}
        </button>
      </div>
      <div className={profileStyles['no-print']}>
        <button type="button" className="btn p" data-autofocus onClick={onClose}>
          {t('twoStep.kept')}
        </button>
      </div>
    </div>
  );
}

export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t('twoStep.step.codes')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Codes codes={codes} onClose={onClose} />
    </Modal>
  );
}
