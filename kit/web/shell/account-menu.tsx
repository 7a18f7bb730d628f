import { IconAdjustments, IconDownload, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMayExport } from '../exports.ts';
import { said, useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';
import { signOut } from './sign-out.ts';
import { LateMenu } from '../ui/floating/late-floating.tsx';

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

/** Who is signed in, and what concerns only them. */
export function AccountMenu({ onCustomise, onSignedOut }: { onCustomise: () => void; onSignedOut: () => void }) {
  const t = useT();
  const [user] = useKept('userData');
  const mayExport = useMayExport();
  return (
    <LateMenu
      position="bottom-end"
      width={230}
      trigger={
        <button type="button" className="me">
          <span className="sr">{t('shell.account', { name: user?.name ?? '' })}</span>
          <span className="avatar" aria-hidden="true">
            {initials(user?.name ?? '')}
          </span>
          <span className="who" aria-hidden="true">
            <span className="mid sm name">{user?.name}</span>
            <span className="xs t3">{said(user?.roleName ?? '')}</span>
          </span>
        </button>
      }
    >
      {(Menu) => (
        <>
          <div className="me-head">
            <div className="mid cut">{user?.name}</div>
            <div className="t3 sm cut">
              <bdi dir="ltr">{user?.email}</bdi>
            </div>
          </div>
          <Menu.Item component={Link} to="/profile" leftSection={<IconUserCircle className="i s" aria-hidden="true" />}>
            {t('profile.title')}
          </Menu.Item>
          {mayExport ? (
            <Menu.Item component={Link} to="/exports" leftSection={<IconDownload className="i s" aria-hidden="true" />}>
              {t('exports.title')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconAdjustments className="i s" aria-hidden="true" />} onClick={onCustomise}>
            {t('layout.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout className="i s flip" aria-hidden="true" />}
            onClick={() => void signOut().then(onSignedOut)}
          >
            {t('shell.signOut')}
          </Menu.Item>
        </>
      )}
    </LateMenu>
  );
}
