/**
 * Whether somebody chose the language on this page and no account has it yet: what the last reader of this browser read says nothing of the
 * next one.
 */
let isChosen = false;
export const isLanguageChosen = (): boolean => isChosen;
export function noteChosen(is: boolean): void {
  isChosen = is;
}
