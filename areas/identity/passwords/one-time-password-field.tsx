import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import sessionsStyles from '../sessions/sessions.module.css';
import formStyles from '../sign-in/sign-in-form.module.css';

function Copy({ text, focus = false }: { text: string; focus?: boolean }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focus) button.current?.focus();
  }, [focus]);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(t('credentials.copied')),
      () => toast.error(t('error.wrong')),
    );
  return (
    <button ref={button} type="button" className="btn d" onClick={copy}>
      <IconCopy className="i s" aria-hidden="true" />
      {t('credentials.copy')}
    </button>
  );
}

/** A one-time password, made for the occasion; whoever gives it may choose another. */
export function OneTimeField(props: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onAnother: () => void;
}) {
  const t = useT();
  return (
    <div className={sessionsStyles['one-time']}>
      <TextField
        label={t('credentials.byPassword')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        help={<bdi>{t('credentials.oneTimeHelp')}</bdi>}
        value={props.value}
        error={props.error}
        onChange={props.onChange}
        data-autofocus
      />
      <div className="row wrap">
        <Copy text={props.value} />
        <button type="button" className="btn d" onClick={props.onAnother}>
          <IconRefresh className="i s" aria-hidden="true" />
          {t('credentials.another')}
        </button>
      </div>
    </div>
  );
}

/** The password once it holds: the last time it is seen. */
export function GivenPassword({ title, password, onClose }: { title: string; password: string; onClose: () => void }) {
  const t = useT();
  return (
    <div className={formStyles.fields}>
      <p role="status">
        <bdi>{t('credentials.given', { title })}</bdi>
      </p>
      <p className={sessionsStyles['given-password']} aria-label={t('credentials.byPassword')}>
        <bdi dir="ltr" className="mono">
          {password}
        </bdi>
      </p>
      <p className="t2">
        <bdi>{t('credentials.givenText', { title })}</bdi>
      </p>
      <div className="row wrap">
        <Copy text={password} focus />
        <button type="button" className="btn p" onClick={onClose}>
          {t('credentials.done')}
        </button>
      </div>
    </div>
  );
}
