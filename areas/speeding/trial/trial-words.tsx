import { named, useT } from '#kit/web/i18n.ts';
import type { RuleTrial } from './rule-trial.contract.ts';

type Named = Pick<RuleTrial, 'kind' | 'road' | 'limitKmh' | 'name'>;

/** What was tried, in a few words. */
export function useTrialName(): (one: Named) => string {
  const t = useT();
  return ({ kind, road, limitKmh, name }) => {
    if (kind === 'RULE') return t('trials.rule', { road: road?.name ?? '', limit: limitKmh ?? '' });
    const known = named(name ?? '');
    if (kind === 'ROAD_TYPE') return t('trials.roadType', { name: known });
    return kind === 'STATUTORY' ? t('trials.statutory', { name: known }) : known;
  };
}

export function TrialName({ one }: { one: Named }) {
  const nameOf = useTrialName();
  return <bdi>{nameOf(one)}</bdi>;
}
