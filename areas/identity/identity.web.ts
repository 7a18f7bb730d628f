import { IconShieldLock, IconUserShield } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import type { RecordTab } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './identity.contract.ts';
import { open } from './identity.open.web.ts';

const signInAs: AreaAction = {
  key: 'sign-in-as',
  label: 'acting.action',
  needs: 'impersonate',
  dialog: lazyPage(async () => (await import('./impersonation/sign-in-as.dialog.tsx')).SignInAs),
};
const resetPassword: AreaAction = {
  key: 'reset-password',
  label: 'credentials.reset',
  needs: 'edit',
  ownOnly: true,
  inMenu: true,
  dialog: lazyPage(async () => (await import('./passwords/reset-password.dialog.tsx')).ResetPassword),
};
const codeOff: AreaAction = {
  key: 'code-off',
  label: 'credentials.codeOff',
  needs: 'edit',
  ownOnly: true,
  inMenu: true,
  dialog: lazyPage(async () => (await import('./two-step/reset-two-step.dialog.tsx')).CodeOff),
};
const ofPeople = [signInAs, resetPassword, codeOff];

const sessions: RecordTab = {
  slug: 'sessions',
  order: 20,
  label: 'profile.sessions',
  needs: 'edit',
  component: lazyPage(async () => (await import('./sessions/user-sessions.tab.tsx')).PersonSessions),
};

export const web: AreaWeb = {
  contract,
  screens: {
    ...open,
    '/profile': lazyPage(async () => (await import('./profile/profile.page.tsx')).Profile),
    '/impersonation': lazyPage(async () => (await import('./impersonation/impersonation.page.tsx')).Impersonations),
  },
  actions: { user: ofPeople, 'app-user': ofPeople },
  tabs: {
    user: { tabs: [sessions], keptAs: 'userTab' },
    'app-user': { tabs: [sessions], keptAs: 'userTab' },
  },
  toasts: {
    'POST /user': 'toast.user.created',
    'PUT /user/{id}': 'toast.user.updated',
    'DELETE /user/{id}': 'toast.user.deleted',
    'PUT /admin/user-reset-password/{id}': 'toast.password.reset',
  },
  icons: { 'shield-lock': IconShieldLock, 'user-shield': IconUserShield },
};
