import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n.ts';
import { toast } from '../../toast.tsx';
import styles from './copy-line.module.css';

/** A link or a secret that was just made, chosen already, with what copies it. `copied` and `notCopied` are said then. */
export function CopyLine(props: { label: string; value: string; copied: string; notCopied: string }) {
  const { label, value, copied, notCopied } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    // Its beginning says what it is.
    input.current?.scrollTo({ left: 0 });
  }, []);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => toast.success(copied),
      () => toast.error(notCopied),
    );
  return (
    <span className={styles.copy}>
      <input ref={input} className="inp mono" dir="ltr" readOnly value={value} aria-label={label} />
      <button type="button" className="btn p" onClick={copy}>
        <IconCopy className="i s" aria-hidden="true" />
        {t('action.copy')}
      </button>
    </span>
  );
}
