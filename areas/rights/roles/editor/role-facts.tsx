import { fieldSchema } from '#kit/contract/input.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { Segments } from '#kit/web/ui/parts.tsx';
import { role, rowScopes } from '#areas/identity/identity.contract.ts';
import type { RoleInput } from '../../permissions.contract.ts';
import styles from '../../rights.module.css';

/** What a role is besides its permissions. */
export type Facts = Omit<RoleInput, 'permissions'>;

/** What is wrong with the facts by themselves, by field; of one field ('' where it is right), or of all. */
export function checkFacts(facts: Facts, only?: keyof Facts): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const name of ['name', 'description'] as const) {
    if (only && only !== name) continue;
    const { error } = fieldSchema(role.fields[name]).safeParse(facts[name]);
    wrong[name] = said(error?.issues[0]?.message ?? '');
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, message]) => message !== '' || only));
}

interface Props {
  /** The fields have ids of this and their name. */
  id: string;
  facts: Facts;
  errors: Readonly<Record<string, string>>;
  onChange: (facts: Facts) => void;
  onLeave: (name: keyof Facts) => void;
}

/** Name, description, audience and data scope of a role. */
export function RoleFacts(props: Props) {
  const t = useT();
  const { id, facts, errors, onChange } = props;
  return (
    <section className={`sheet ${styles['role-facts']}`} aria-label={t('record.facts')}>
      <TextFact {...props} name="name" label={t('rights.name')} />
      <TextFact {...props} name="description" label={t('rights.description')} />
      <div>
        <Segments
          label={t('rights.for')}
          name={`${id}-audience`}
          value={facts.audience}
          options={[
            { value: 'staff', label: t('rights.staff') },
            { value: 'client', label: t('rights.clients') },
          ]}
          onChange={(audience) =>
            onChange({ ...facts, audience, rowScope: audience === 'client' ? 'ALL' : facts.rowScope })
          }
        />
        <FieldError id={`${id}-audience-error`} text={errors['audience']} />
      </div>
      <div className="fld">
        <label htmlFor={`${id}-rowScope`}>{t('rights.worksOn')}</label>
        <select
          id={`${id}-rowScope`}
          className="inp"
          value={facts.rowScope}
          disabled={facts.audience === 'client'}
          aria-invalid={errors['rowScope'] ? true : undefined}
          aria-describedby={`${id}-rowScope-help`}
          onChange={(event) => onChange({ ...facts, rowScope: event.currentTarget.value as Facts['rowScope'] })}
        >
          {rowScopes.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <FieldError id={`${id}-rowScope-error`} text={errors['rowScope']} />
        <p id={`${id}-rowScope-help`} className="help">
          {t(facts.audience === 'client' ? 'rights.clientScope' : `rights.scopeHelp.${facts.rowScope}`)}
        </p>
      </div>
    </section>
  );
}

function TextFact({
  id,
  facts,
  errors,
  onChange,
  onLeave,
  name,
  label,
}: Props & { name: 'name' | 'description'; label: string }) {
  const t = useT();
  return (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>
        {label} {name === 'description' ? <span className="opt">{t('form.optional')}</span> : null}
      </label>
      <input
        id={`${id}-${name}`}
        className="inp"
        value={facts[name] ?? ''}
        aria-required={name === 'name' || undefined}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `${id}-${name}-error` : undefined}
        onChange={(event) => onChange({ ...facts, [name]: event.currentTarget.value || null })}
        onBlur={() => onLeave(name)}
      />
      <FieldError id={`${id}-${name}-error`} text={errors[name]} />
    </div>
  );
}

const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <p id={id} className="errm">
      {text}
    </p>
  ) : null;
