import { IconUpload } from '@tabler/icons-react';
import { type Ref, useId, useRef } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';
import { FilesInput } from './files-input.tsx';
import styles from './upload.module.css';

/** A place to drop files on, and a button that does the same for the keyboard and on a phone. */
export function DropZone(props: {
  /** What is wanted, read before the hint. */
  title: string;
  hint: string;
  /** Something else is what to do now. */
  isSmall: boolean;
  buttonRef: Ref<HTMLButtonElement>;
  onFiles: (files: File[]) => void;
}) {
  const { title, hint, isSmall, buttonRef, onFiles } = props;
  const t = useT();
  const { over, listen } = useFileDrop(onFiles);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    // Dropping is a shortcut; the button does the same.
    <div className={`${styles.zone} ${isSmall ? styles.small : ''} ${over ? styles.over : ''}`} {...listen}>
      <FilesInput inputRef={input} label={t('upload.files')} onFiles={onFiles} />
      <span className={styles['zone-words']} id={id}>
        <span className="mid">
          <bdi>{title}</bdi>
        </span>
        <span className="help">{hint}</span>
      </span>
      <button
        ref={buttonRef}
        type="button"
        data-autofocus
        className={`btn ${isSmall ? 'd sm' : 'p'}`}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        <IconUpload className="i s" aria-hidden="true" />
        {t(isSmall ? 'upload.more' : 'upload.choose')}
      </button>
    </div>
  );
}
