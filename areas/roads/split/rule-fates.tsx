import { useState } from 'react';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { useT } from '#kit/web/i18n.ts';
import type { RoadRule } from '../rules/road-limits.contract.ts';
import { daysInForceText, ruleText, stretchText } from '../rules/rule-words.web.ts';
import { ruleFate, type SplitPlace } from './rule-fate.contract.ts';
import styles from '../roads.module.css';

/** What a split does to each rule of a road, in words. */
export function RuleFates({ rules, place }: { rules: readonly RoadRule[]; place: SplitPlace }) {
  const t = useT();
  const [today] = useState(() => indiaDay(new Date()));
  const isPast = ({ effectiveTo }: RoadRule) => effectiveTo !== null && effectiveTo < today;
  const past = rules.filter((rule) => isPast(rule) && ruleFate(rule, place, today).second !== undefined).length;
  // What an earlier split of today left beyond the road is not there any longer.
  const current = rules.filter((rule) => !isPast(rule) && (rule.fromM ?? 0) < place.lengthM);
  return (
    <section aria-labelledby="split-rules">
      <h3 className="h2" id="split-rules">
        {t('roads.split.rules')}
      </h3>
      {current.length + past === 0 ? <p className="t2">{t('roads.split.noRules')}</p> : null}
      {current.length > 0 ? (
        <ul className={styles.fates}>
          {current.map((rule) => (
            <li key={rule.id}>
              <bdi className="mid">{t('roads.kmh', { kmh: rule.limitKmh })}</bdi>{' '}
              <span className="t2 sm">
                <bdi>
                  {ruleText(t, rule)} · {daysInForceText(t, rule.effectiveFrom, rule.effectiveTo)}
                </bdi>
              </span>
              <span className={styles.said}>
                <bdi>{fateText(t, rule, place, today)}</bdi>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {past > 0 ? <p className="t2 sm">{t('roads.split.past', { count: past })}</p> : null}
    </section>
  );
}

function fateText(t: ReturnType<typeof useT>, rule: RoadRule, place: SplitPlace, today: string): string {
  const { first, second } = ruleFate(rule, place, today);
  if (second === null) return t('roads.split.fate.whole');
  if (second === undefined) return t('roads.split.fate.stays');
  const words = { second: stretchText(t, second.fromM, second.toM) };
  const left = stretchText(t, rule.fromM, place.atM);
  if (first === 'next')
    return t('roads.split.fate.next', { ...words, first: left, day: dayInWords(addDays(today, 1)) });
  if (first === 'shortened') return t('roads.split.fate.shortened', { ...words, first: left });
  if (first === 'ends') return t('roads.split.fate.ends', words);
  return first === 'removed' ? t('roads.split.fate.removed', words) : t('roads.split.fate.endsToday', words);
}
