import type { Language } from '#kit/contract/words/languages.ts';
import { api } from '../api.ts';
import { isActing, isSignedIn } from '../session.ts';
import { store } from '../storage/store.ts';
import { noteChosen } from './chosen-language.ts';

/** Keeps a language with the account of who is signed in. */
export async function keepLanguage(language: Language): Promise<void> {
  // A page that is left at once comes back in the language of the account.
  await api.put('/session/language', { body: { language }, keepalive: true });
  noteChosen(false);
  const user = store.get('userData');
  if (user) store.set('userData', { ...user, language });
}

/** Shows the product in a language from now on, here and wherever this person signs in. */
export async function chooseLanguage(language: Language): Promise<void> {
  noteChosen(true);
  store.set('language', language);
  // Whoever acts as somebody else chooses for this browser alone.
  if (isSignedIn() && !isActing()) await keepLanguage(language);
}
