import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { Picker } from '#kit/web/catalogue/inputs/picker.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useMembers, useTeamPeople } from './teams.queries.ts';
import styles from './teams.module.css';

/** The members of a team below its fields: added by name, and removed one by one. */
export function MembersFormPart({ values, errors, set, row, id }: FormPartProps) {
  const t = useT();
  const people = useTeamPeople().data;
  const stored = useMembers(row?.id).data;
  const [words, setWords] = useState('');
  const typed = (values as { members?: string[] }).members;
  const chosen = typed ?? (stored ?? []).map((one) => one.id);
  const isReady = row === undefined || stored !== undefined || typed !== undefined;
  const nameOf = new Map([...(people ?? []), ...(stored ?? [])].map((one) => [one.id, one.name]));
  const error = errors['members'] ? String(errors['members']) : undefined;
  const sought = words.toLowerCase();
  const offered = (people ?? []).filter(
    (one) => !chosen.includes(one.id) && `${one.name} ${one.role ?? ''}`.toLowerCase().includes(sought),
  );
  const input = `${id}-members`;
  if (!isReady) return <span className="sk" style={{ height: 90 }} aria-hidden="true" />;
  return (
    <div className="fld">
      <label htmlFor={input}>{t('helpTeams.members')}</label>
      <ul className={styles.members} aria-label={t('helpTeams.members')}>
        {chosen.map((one) => {
          const name = nameOf.get(one) ?? '…';
          return (
            <li key={one} className={styles.member}>
              <bdi>{name}</bdi>
              <button
                type="button"
                className="btn g ic sm"
                aria-label={t('helpTeams.remove', { name })}
                onClick={() => {
                  set(
                    'members',
                    chosen.filter((other) => other !== one),
                  );
                  // The button goes with the member: the focus would be lost with it.
                  document.getElementById(input)?.focus();
                }}
              >
                <IconX className="i s" aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      <span className="sr" role="status">
        {t('helpTeams.added', { count: chosen.length, shown: formatNumber(chosen.length) })}
      </span>
      <Picker
        id={input}
        label={t('helpTeams.add')}
        chosen=""
        shown=""
        options={offered.map((one) => ({ value: one.id, label: one.role ? `${one.name} (${one.role})` : one.name }))}
        loaded={people !== undefined}
        error={error}
        first={false}
        optional
        required={false}
        onWords={setWords}
        onChange={(one) => set('members', [...chosen, one])}
        onBlur={() => undefined}
      />
      <span className={error ? 'errm' : 'help'} id={error ? `${input}-error` : `${input}-help`}>
        <bdi>{error ?? t('helpTeams.help')}</bdi>
      </span>
    </div>
  );
}
