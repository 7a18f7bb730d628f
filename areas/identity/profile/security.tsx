import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import { Loading } from '#kit/web/ui/loading-sheet.tsx';
import { ChangePassword } from '../passwords/change-password.tsx';
import { useProfile, useTwoStep } from '../sessions/sessions.queries.ts';
import { TwoStepSection } from '../two-step/two-step-section.tsx';
import styles from './profile.module.css';

/** Password and second step. */
export function Security() {
  const t = useT();
  const [user] = useKept('userData');
  const profile = useProfile();
  const { data, error, refetch } = useTwoStep();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || !user) return <Loading />;
  const { passwordChangedAt } = profile.data ?? {};
  const owner = { name: user.name, email: user.email, twoStep: data.onSince !== null };
  return (
    <div className="sheet">
      <section className="sec split" aria-labelledby="security-password">
        <div className="about">
          <h2 className="h2" id="security-password">
            {t('password.title')}
          </h2>
          <p className="t2">{t('password.text')}</p>
          {passwordChangedAt ? (
            <p className="t3 sm">
              {t('password.changed')} <When at={passwordChangedAt} />
            </p>
          ) : null}
        </div>
        <div className={styles.own}>
          <ChangePassword
            owner={owner}
            currentLabel={t('password.current')}
            onDone={() => invalidate('session').then(() => undefined)}
          />
        </div>
      </section>
      <TwoStepSection state={data} />
    </div>
  );
}
