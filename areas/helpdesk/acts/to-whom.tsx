import { useId, useState } from 'react';
import { optional, ref } from '#kit/contract/fields.ts';
import { Picker } from '#kit/web/catalogue/inputs/picker.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useDeskPeople } from '../people/desk-people.queries.ts';

const team = optional(ref('help-team', { label: 'Team' }));

export interface To {
  teamId: string;
  userId: string;
  roleId: string;
}
export const nobody: To = { teamId: '', userId: '', roleId: '' };
export const toBody = ({ teamId, userId }: To) => ({ teamId: teamId || null, userId: userId || null });
export const isChosen = ({ teamId, userId, roleId }: To): boolean => Boolean(teamId || userId || roleId);

/** The team or the person of the desk that a ticket goes to, or everybody who holds a role. */
export function ToWhom(props: {
  to: To;
  onChange: (to: To) => void;
  errors: Readonly<Record<string, string | undefined>>;
  /** Roles are offered as well. */
  withRoles?: boolean;
}) {
  const t = useT();
  const { to, onChange, errors, withRoles = false } = props;
  const { data } = useDeskPeople();
  return (
    <>
      <RecordField
        label={t('acts.team')}
        field={team}
        value={to.teamId}
        error={errors['teamId']}
        isFirst
        narrow={{ status: '1' }}
        onChange={(teamId) => onChange({ ...to, teamId, roleId: '' })}
      />
      <Choice
        label={t('acts.person')}
        value={to.userId}
        error={errors['userId']}
        options={data?.people.map(({ id, name, role }) => ({ value: id, label: `${name} (${role})` }))}
        onChange={(userId) => onChange({ ...to, userId, roleId: '' })}
      />
      {withRoles ? (
        <Choice
          label={t('acts.role')}
          value={to.roleId}
          error={errors['roleId']}
          options={data?.roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(roleId) => onChange({ ...nobody, roleId })}
        />
      ) : null}
    </>
  );
}

/** One of those who may open tickets, found by typing. */
function Choice(props: {
  label: string;
  value: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[] | undefined;
  onChange: (value: string) => void;
}) {
  const t = useT();
  const id = useId();
  const { label, value, error, options = [], onChange } = props;
  const [words, setWords] = useState('');
  const sought = words.toLowerCase();
  return (
    <div className="fld">
      <label htmlFor={id}>
        {label} <span className="opt">{t('form.optional')}</span>
      </label>
      <Picker
        id={id}
        label={label}
        chosen={value}
        shown={options.find((one) => one.value === value)?.label ?? ''}
        options={options.filter((one) => one.label.toLowerCase().includes(sought))}
        loaded={props.options !== undefined}
        error={error}
        first={false}
        optional
        required={false}
        onWords={setWords}
        onChange={onChange}
        onBlur={() => undefined}
      />
      {error ? (
        <span className="errm" id={`${id}-error`} role="alert">
          <bdi>{error}</bdi>
        </span>
      ) : null}
    </div>
  );
}
