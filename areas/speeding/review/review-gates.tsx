import { useT } from '#kit/web/i18n.ts';
import type { ViolationOne } from '../violation-answers.contract.ts';
import { checksOf } from './checks.web.ts';
import styles from '../speeding.module.css';

const dots = { PASSED: 'ok', SOME: 'ok', FAILED: 'due', NOT_REACHED: 'off', NOT_CHECKED: 'off' } as const;

/** Every check, in plain words: passed, or why it was not. */
export function ReviewGates({ violation }: { violation: ViolationOne }) {
  const t = useT();
  const checks = checksOf(violation);
  const isWhole = violation.notChecked.length === 0;
  const passed = checks.filter(({ state }) => state === 'PASSED' || state === 'SOME').length;
  return (
    <section aria-labelledby="checks">
      <div className={styles['gates-head']}>
        <h2 className="h2 grow" id="checks">
          {t('violations.evidence')}
        </h2>
        <span className={`tag st ${violation.tier === 'EVIDENCE' ? 'ok' : 'due'}`}>
          <bdi>
            {violation.tier === 'EVIDENCE' && isWhole
              ? t('violations.allPassed')
              : t('violations.passed', { passed, count: checks.length })}
          </bdi>
        </span>
      </div>
      <p className="t2 sm">
        <bdi>
          {t(
            violation.tier !== 'EVIDENCE'
              ? 'violations.needsPeople'
              : isWhole
                ? 'violations.stands'
                : 'violations.standsPartly',
          )}
        </bdi>
      </p>
      <ul className={styles.gates}>
        {checks.map(({ gate, failed, state }) => (
          <li key={gate}>
            <i className={`dot ${dots[state]}`} aria-hidden="true" />
            <span>{t(`violations.gates.${gate}`)}</span>
            <bdi className={`t2 ${styles['gate-state']}`}>
              {state === 'SOME' || state === 'FAILED'
                ? t('violations.failedOf', { failed, count: violation.fixes })
                : t(`violations.checkStates.${state}`)}
            </bdi>
            {state === 'SOME' || state === 'FAILED' ? (
              <span className={`t2 ${styles['gate-why']}`}>
                <bdi>{t(`violations.whyNot.${gate}`)}</bdi>
              </span>
            ) : null}
          </li>
        ))}
        {violation.notChecked.includes('GEOFENCE_LIMITS') ? (
          <li>
            <i className="dot off" aria-hidden="true" />
            <span>{t('violations.geofenceLimits')}</span>
            <bdi className={`t2 ${styles['gate-state']}`}>{t('violations.checkStates.NOT_CHECKED')}</bdi>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
