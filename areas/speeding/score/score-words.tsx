import { formatNumber, useT } from '#kit/web/i18n.ts';
import type { ScoreRow } from './score.contract.ts';
import styles from './score.module.css';

/** '87.4', always with one digit behind the point. */
export const scoreText = (score: number): string => score.toFixed(1);

/** '212.4 km', exactly as scores are worked out with. */
export const kmText = (km: number): string => {
  const [whole = '0', tenth = '0'] = km.toFixed(1).split('.');
  return `${formatNumber(Number(whole))}.${tenth}`;
};

const toneOf = (score: number): 'ok' | 'due' | 'bad' => (score >= 90 ? 'ok' : score >= 75 ? 'due' : 'bad');

/** A score, or why there is none. */
export function ScoreWord({ score }: Pick<ScoreRow, 'score'>) {
  const t = useT();
  if (score === null) return <span className="t3">{t('scores.tooLittle')}</span>;
  return (
    <span className={`st ${toneOf(score)} ${styles.number}`}>
      <bdi>{scoreText(score)}</bdi>
    </span>
  );
}
