import { useEffect } from 'react';
import { signOut } from '#kit/web/shell/sign-out.ts';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ChangePassword } from './change-password.tsx';
import { LoginFrame } from '../sign-in/sign-in-frame.tsx';
import { useTwoStep } from '../sessions/sessions.queries.ts';
import { FormHead } from '../sign-in/sign-in-form.tsx';

/** All that somebody sees who signed in with a password that was given to them. */
export function MustChange({ onDone, onSignedOut }: { onDone: () => Promise<void>; onSignedOut: () => void }) {
  const t = useT();
  const [user] = useKept('userData');
  const twoStep = (useTwoStep().data?.onSince ?? null) !== null;
  useEffect(() => {
    document.title = `${t('mustChange.title')} · Roadkeeper`;
  }, [t]);
  return (
    <LoginFrame below={user?.email ?? ''}>
      <ChangePassword
        large
        owner={{ name: user?.name ?? '', email: user?.email ?? '', twoStep }}
        currentLabel={t('mustChange.current')}
        onDone={onDone}
        head={<FormHead title={t('mustChange.title')} text={t('mustChange.text')} />}
      >
        <button type="button" className="btn g" onClick={() => void signOut().then(onSignedOut)}>
          {t('shell.signOut')}
        </button>
      </ChangePassword>
    </LoginFrame>
  );
}
