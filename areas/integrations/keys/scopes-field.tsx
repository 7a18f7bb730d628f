import { useId, useState } from 'react';
import type { Action, Grants } from '#kit/contract/rights.ts';
import { formatNumber, said, useT } from '#kit/web/i18n.ts';
import type { ScopeChoice } from './key-answers.contract.ts';
import styles from '../integrations.module.css';

/** Rights of a key, module by module, of those that may be given. */
export function ScopesField(props: {
  choices: readonly ScopeChoice[];
  value: Grants;
  error: string | undefined;
  onChange: (value: Grants) => void;
}) {
  const t = useT();
  const id = useId();
  const [words, setWords] = useState('');
  const { value, error, onChange } = props;
  const choices = props.choices.map((one) => ({ ...one, name: said(one.name) }));
  const count = Object.values(value).reduce((sum, actions) => sum + actions.length, 0);
  const toggle = (module: string, action: Action, isOn: boolean) => {
    const rest = (value[module] ?? []).filter((one) => one !== action);
    onChange({ ...value, [module]: isOn ? [...rest, action] : rest });
  };
  const readAll = () =>
    onChange(
      Object.fromEntries(
        choices.filter(({ actions }) => actions.includes('view')).map(({ module }) => [module, ['view' as const]]),
      ),
    );
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <fieldset className="fld" aria-describedby={`${id}-help`}>
      <legend>{t('apiKey.scopes')}</legend>
      <span className="t2 sm" id={`${id}-help`}>
        {t('apiKey.scopesHelp')}
      </span>
      <div className="row wrap">
        <input
          type="search"
          className="inp"
          aria-label={t('apiKey.find')}
          placeholder={t('apiKey.find')}
          value={words}
          aria-invalid={error ? true : undefined}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <button type="button" className="btn d sm" onClick={readAll}>
          {t('apiKey.readOnly')}
        </button>
        <button type="button" className="btn g sm" disabled={count === 0} onClick={() => onChange({})}>
          {t('apiKey.clear')}
        </button>
      </div>
      {error ? (
        <span className="errm">
          <bdi>{error}</bdi>
        </span>
      ) : null}
      <ul className={styles.scopes}>
        {shown.map(({ module, name, actions }) => (
          <li key={module}>
            <bdi className="mid">{name}</bdi>
            <span className={styles.actions}>
              {actions.map((action) => (
                <label key={action} className="check">
                  <input
                    type="checkbox"
                    checked={value[module]?.includes(action) ?? false}
                    onChange={(event) => toggle(module, action, event.currentTarget.checked)}
                  />
                  <span>
                    {t(`apiKey.action.${action}`)}
                    <span className="sr"> {name}</span>
                  </span>
                </label>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <span className="t2 sm" aria-live="polite">
        {t('apiKey.chosen', { count, shown: formatNumber(count) })}
      </span>
    </fieldset>
  );
}
