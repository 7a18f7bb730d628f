import { languageNames, languages } from '#kit/contract/words/languages.ts';
import { useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';
import { Segments } from '../ui/parts.tsx';
import { chooseLanguage } from './choose-language.ts';

/** What one reads the product in; it takes effect at once, and goes along to other browsers. */
export function LanguageChoice() {
  const t = useT();
  const [language] = useKept('language');
  return (
    <Segments
      label={t('layout.language')}
      name="language"
      value={language}
      options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      onChange={(value) => void chooseLanguage(value).catch(() => undefined)}
    />
  );
}

/** The other language, in its own words. */
export function LanguageButton() {
  const t = useT();
  const [language] = useKept('language');
  const other = languages.find((one) => one !== language) ?? 'en';
  return (
    <button
      type="button"
      className="btn g sm"
      lang={other}
      title={t('layout.language')}
      onClick={() => void chooseLanguage(other).catch(() => undefined)}
    >
      {languageNames[other]}
    </button>
  );
}
