import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import type { helpTeam } from './help-team.contract.ts';
import { useMembers } from './teams.queries.ts';
import styles from './teams.module.css';

/** Who is in a team. */
export function TeamMembers({ row }: Pick<RecordTabProps<typeof helpTeam>, 'row'>) {
  const t = useT();
  const maySee = useCan()('user', 'view');
  const members = useMembers(row.id).data;
  return (
    <section className="sheet sec" aria-labelledby="team-members" aria-busy={members === undefined}>
      <h2 className="h2" id="team-members">
        {t('helpTeams.members')}
      </h2>
      {members === undefined ? (
        <span className="sk" aria-hidden="true" />
      ) : members.length === 0 ? (
        <p className="t2">
          <bdi>{t('helpTeams.none')}</bdi>
        </p>
      ) : (
        <ul className={styles.members}>
          {members.map(({ id, name, status }) => (
            <li key={id} className={styles.person}>
              {maySee ? (
                <Link to={`/user/${id}`} className="link">
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
              {status === 0 ? <span className="tag off">{t('helpTeams.inactive')}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
