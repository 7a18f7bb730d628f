import { changeLanguage } from '../i18n.ts';
import { isActing } from '../session.ts';
import { store } from '../storage/store.ts';
import { isLanguageChosen, noteChosen } from './chosen-language.ts';

/** Follows the language that is kept, in this tab and from others, and that of the account as soon as somebody has signed in. */
export function followLanguage(): void {
  store.listen((key) => {
    const kept = store.get('language');
    if (key === 'language') {
      document.documentElement.lang = kept;
      void changeLanguage(kept);
    }
    const user = key === 'userData' && store.get(key);
    // Signed out: whoever comes next chooses anew.
    if (key === 'userData' && !user) noteChosen(false);
    // Whoever acts as somebody else goes on reading their own.
    if (!user || isActing() || user.language === kept) return;
    if (user.language) store.set('language', user.language);
    else if (!isLanguageChosen()) store.set('language', 'en');
    // Chosen before there was an account to keep it.
    else if (kept !== 'en')
      void import('./choose-language.ts').then(({ keepLanguage }) => keepLanguage(kept)).catch(() => undefined);
  });
}
