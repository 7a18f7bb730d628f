import { useT } from '#kit/web/i18n.ts';
import type { ViolationOne } from '../violation-answers.contract.ts';
import { checksOf } from './checks.web.ts';
import styles from '../speeding.module.css';

const dots = { PASSED: 'ok', SOME: 'ok', FAILED: 'due', NOT_REACHED: 'off', NOT_CHECKED: 'off' } as const;

/** What failed is looked at first, then what could not be said, then what is well. */
const orders = { FAILED: 0, NOT_CHECKED: 1, NOT_REACHED: 2, SOME: 3, PASSED: 4 } as const;
/** So many checks that had nothing left to judge stand behind one line. */
const fewestFolded = 3;

/** Every check, in plain words: passed, or why it was not. */
export function ReviewGates({ violation }: { violation: ViolationOne }) {
  const t = useT();
  const checks = checksOf(violation);
  const isWhole = violation.notChecked.length === 0;
  const made = checks.filter(({ state }) => state !== 'NOT_REACHED');
  const left = checks.length - made.length;
  const isLong = left >= fewestFolded;
  // What decides comes first: in a small window the rest is below.
  const shown = (isLong ? made : checks).toSorted((a, b) => orders[a.state] - orders[b.state]);
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
              : t('violations.passed', { passed, count: made.length })}
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
        {shown.map(({ gate, failed, state }) => (
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
      {isLong ? (
        <details className={styles['gates-left']}>
          <summary>
            <bdi>{t('violations.notMade', { count: left })}</bdi>
          </summary>
          <ul className={styles.gates}>
            {checks
              .filter(({ state }) => state === 'NOT_REACHED')
              .map(({ gate }) => (
                <li key={gate}>
                  <i className="dot off" aria-hidden="true" />
                  <span>{t(`violations.gates.${gate}`)}</span>
                </li>
              ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
