import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import styles from './integrations.module.css';

/** A secret, the one time that it is shown, with what copies it. */
export function ShownOnce(props: { label: string; value: string; copied: string; notCopied: string }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    // Its beginning says what it is.
    input.current?.scrollTo({ left: 0 });
  }, []);
  const copy = () =>
    void navigator.clipboard.writeText(props.value).then(
      () => toast.success(props.copied),
      () => toast.error(props.notCopied),
    );
  return (
    <span className={styles.copy}>
      <input ref={input} className="inp mono" dir="ltr" readOnly value={props.value} aria-label={props.label} />
      <button type="button" className="btn p" onClick={copy}>
        <IconCopy className="i s" aria-hidden="true" />
        {t('apiKey.copy')}
      </button>
    </span>
  );
}
