import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import type { FirstStep } from '../dashboard-answers.contract.ts';
import styles from './first-steps.module.css';

/** What a new organisation does first; it goes when all of it is done, or when somebody wants it away. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const t = useT();
  const [isHidden, setHidden] = useKept('firstStepsHidden');
  if (isHidden || steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={`sheet sec ${styles.steps}`} aria-labelledby="first-steps">
      <header className="row wrap">
        <h2 className="h2 grow" id="first-steps">
          {t('dashboard.first.title')}
        </h2>
        <span className="t2 sm">
          <bdi>{t('dashboard.first.done', { done, count: steps.length })}</bdi>
        </span>
        <button type="button" className="btn g sm" onClick={() => setHidden(true)}>
          {t('dashboard.first.hide')}
        </button>
      </header>
      <ol>
        {steps.map(({ module, isDone }) => (
          <li key={module} className={isDone ? styles.done : undefined}>
            {isDone ? (
              <IconCircleCheck className="i" aria-label={t('dashboard.first.isDone')} role="img" />
            ) : (
              <IconCircle className="i" aria-hidden="true" />
            )}
            <span className={styles.what}>
              {isDone ? (
                <span>{t(`dashboard.first.steps.${module}`)}</span>
              ) : (
                <Link to={`/${module}/new`}>{t(`dashboard.first.steps.${module}`)}</Link>
              )}
              <span className="t2 sm">{t(`dashboard.first.why.${module}`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
