import { useEffect } from 'react';
import { navigation } from './api.ts';
import { t } from './i18n.ts';
import { isSignedIn } from './session.ts';
import { toast } from './toast.tsx';

/** Sends whoever may not see a page to the dashboard, and says why. */
export function useTurnAway(isAllowed: boolean): void {
  useEffect(() => {
    // Who has just signed out lacks every right; the way to the sign-in page is taken elsewhere.
    if (isAllowed || !isSignedIn()) return;
    toast.error(t('error.noRight'));
    navigation.toDashboard();
  }, [isAllowed]);
}
