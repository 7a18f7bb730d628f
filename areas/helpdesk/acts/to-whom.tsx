import { optional, ref } from '#kit/contract/fields.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';

const team = optional(ref('help-team', { label: 'Team' }));
const person = optional(ref('user', { label: 'Person' }));

export interface To {
  teamId: string;
  userId: string;
}
export const toBody = ({ teamId, userId }: To) => ({ teamId: teamId || null, userId: userId || null });

/** The team or the person of the desk that a ticket goes to. */
export function ToWhom(props: {
  to: To;
  onChange: (to: To) => void;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  const t = useT();
  const { to, onChange, errors } = props;
  return (
    <>
      <RecordField
        label={t('acts.team')}
        field={team}
        value={to.teamId}
        error={errors['teamId']}
        isFirst
        narrow={{ status: '1' }}
        onChange={(teamId) => onChange({ ...to, teamId })}
      />
      <RecordField
        label={t('acts.person')}
        field={person}
        value={to.userId}
        error={errors['userId']}
        narrow={{ status: '1' }}
        onChange={(userId) => onChange({ ...to, userId })}
      />
    </>
  );
}
