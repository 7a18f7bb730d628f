import { useT } from '#kit/web/i18n.ts';
import type { RuleTrial } from './rule-trial.contract.ts';

type Named = Pick<RuleTrial, 'road' | 'limitKmh' | 'configurationName'>;

/** What was tried, in a few words. */
export function useTrialName(): (one: Named) => string {
  const t = useT();
  return ({ road, limitKmh, configurationName }) =>
    road ? t('trials.rule', { road: road.name, limit: limitKmh ?? '' }) : (configurationName ?? '');
}

export function TrialName({ one }: { one: Named }) {
  const nameOf = useTrialName();
  return <bdi>{nameOf(one)}</bdi>;
}
