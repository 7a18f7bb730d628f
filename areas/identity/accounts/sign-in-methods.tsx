import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { useSignInFacts } from './person.queries.ts';
import type { SignInFacts } from '../sessions/sessions.contract.ts';
import styles from '../sessions/sessions.module.css';

/** Password and code of somebody else's account, each with what can be done about it. */
export function WayIn({ definition, row, actions }: RecordTabProps) {
  const t = useT();
  const { data, error, refetch } = useSignInFacts(definition, row);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const act = (key: string) => {
    const action = actions.find((one) => one.key === key);
    return action ? (
      <button type="button" className="btn d sm" onClick={action.run}>
        {action.label}
      </button>
    ) : null;
  };
  return (
    <section className="sec" aria-labelledby="person-way-in" aria-busy={!data}>
      <h2 className="h2" id="person-way-in">
        {t('credentials.title')}
      </h2>
      <dl className={styles['way-in']}>
        <dt>{t('password.title')}</dt>
        <dd>{data ? <Password facts={data} /> : <span className="sk" />}</dd>
        <dd className={styles.act}>{act('reset-password')}</dd>
        <dt>{t('twoStep.title')}</dt>
        <dd>{data ? <Code since={data.codeSince} /> : <span className="sk" />}</dd>
        <dd className={styles.act}>{data?.codeSince ? act('code-off') : null}</dd>
      </dl>
    </section>
  );
}

function Password({ facts }: { facts: SignInFacts }) {
  const t = useT();
  if (!facts.hasPassword) return <span className="st off">{t('credentials.noPassword')}</span>;
  const { oneTimeUntil, passwordChangedAt } = facts;
  if (oneTimeUntil)
    return (
      <span className="st due">
        <bdi>
          {t('credentials.oneTime')} <When at={oneTimeUntil} />
        </bdi>
      </span>
    );
  return (
    <>
      {passwordChangedAt ? (
        <bdi>
          {t('credentials.since')} <When at={passwordChangedAt} />
        </bdi>
      ) : (
        <span>{t('credentials.never')}</span>
      )}
      {facts.mustChangePassword ? <span className="st due">{t('credentials.mustChange')}</span> : null}
    </>
  );
}

function Code({ since }: { since: string | null }) {
  const t = useT();
  if (!since) return <span>{t('twoStep.off')}</span>;
  return (
    <bdi>
      {t('twoStep.on')} <When at={since} />
    </bdi>
  );
}
