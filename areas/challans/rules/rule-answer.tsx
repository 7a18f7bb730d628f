import { Link } from '@tanstack/react-router';
import { dayInWords } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { ApiError } from '#kit/web/api.ts';
import { named, textOf, useT } from '#kit/web/i18n.ts';
import styles from '../challans.module.css';
import type { RuleTest } from './rule-test.contract.ts';

type Looked = NonNullable<RuleTest['rule']>;

const whyKeys = {
  OTHER_OFFENCE: 'fines.why.OTHER_OFFENCE',
  NOT_IN_FORCE: 'fines.why.NOT_IN_FORCE',
  OTHER_STATE: 'fines.why.OTHER_STATE',
  OTHER_RTO: 'fines.why.OTHER_RTO',
  OTHER_SIZE: 'fines.why.OTHER_SIZE',
  OTHER_CLASS: 'fines.why.OTHER_CLASS',
  OTHER_CATEGORY: 'fines.why.OTHER_CATEGORY',
  OTHER_REPETITION: 'fines.why.OTHER_REPETITION',
  NOT_SPEEDING: 'fines.why.NOT_SPEEDING',
  OUTSIDE_BAND: 'fines.why.OUTSIDE_BAND',
  TOO_SHORT: 'fines.why.TOO_SHORT',
} as const;
const actionKeys = {
  FINE: 'fines.actions.FINE',
  WARN: 'fines.actions.WARN',
  IMPOUND_DL: 'fines.actions.IMPOUND_DL',
  COURT: 'fines.actions.COURT',
} as const;

/** What the rules make of a case. */
export function RuleAnswer({ data, error }: { data: RuleTest | undefined; error: Error | null }) {
  const t = useT();
  if (error)
    return (
      <p className="errm">
        {error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : error.message}
      </p>
    );
  if (!data) return <span className="sk" style={{ height: 120 }} aria-hidden="true" />;
  const { rule, alsoFit, misfits, day } = data;
  return (
    <>
      {rule ? <Applies rule={rule} /> : <p>{t('fines.nothing', { day: dayInWords(day) })}</p>}
      {alsoFit.length > 0 ? (
        <>
          <h2 className="h2">{t('fines.alsoFit')}</h2>
          <p className="t2 sm">{t('fines.alsoFitAbout')}</p>
          <ul className={styles.rules}>
            {alsoFit.map((one) => (
              <li key={one.id}>
                <RuleLink rule={one} />
                <bdi>{amountOf(one) ?? t('fines.noFine')}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {misfits.length > 0 ? (
        <>
          <h2 className="h2">{t('fines.misfits')}</h2>
          <ul className={styles.rules}>
            {misfits.map(({ rule: one, why }) => (
              <li key={one.id}>
                <RuleLink rule={one} />
                <span className="t2">{textOf(whyKeys, why)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

const amountOf = ({ amountPaise }: Looked): string | null => (amountPaise === null ? null : moneyText(amountPaise));

function RuleLink({ rule }: { rule: Looked }) {
  return (
    <Link to={`/challan-rule/${rule.id}`}>
      <bdi>{[rule.offence, rule.state, dayInWords(rule.effectiveFrom)].filter((part) => part !== null).join(', ')}</bdi>
    </Link>
  );
}

function Applies({ rule }: { rule: Looked }) {
  const t = useT();
  const { minPaise, maxPaise } = rule;
  return (
    <>
      <p className={styles.amount}>
        <bdi>{amountOf(rule) ?? t('fines.noFine')}</bdi>
      </p>
      {minPaise !== null && maxPaise !== null && minPaise !== maxPaise ? (
        <p className="t2">{t('fines.between', { min: moneyText(minPaise), max: moneyText(maxPaise) })}</p>
      ) : null}
      <dl className="facts">
        <dt>{t('fines.follows')}</dt>
        <dd>{textOf(actionKeys, rule.action)}</dd>
        <dt>{t('fines.section')}</dt>
        <dd>
          <bdi className="code">{rule.actSection}</bdi>
        </dd>
        {rule.licencePoints === null ? null : (
          <>
            <dt>{t('fines.points')}</dt>
            <dd>{rule.licencePoints}</dd>
          </>
        )}
        <dt>{t('fines.rule')}</dt>
        <dd>
          <RuleLink rule={rule} /> ({t('fines.version', { version: rule.ruleVersion })})
        </dd>
        <dt>{t('fines.source')}</dt>
        <dd>{named(rule.source)}</dd>
      </dl>
    </>
  );
}
