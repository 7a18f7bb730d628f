import { IconUpload } from '@tabler/icons-react';
import { type Ref, useId, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { takenTypes } from './upload-queue.rules.ts';
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
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    // Dropping is a shortcut; the button does the same.
    <div
      className={`${styles.zone} ${isSmall ? styles.small : ''} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={takenTypes.join(',')}
        className="sr"
        tabIndex={-1}
        aria-label={t('upload.files')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
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
