import { roadType } from '#areas/roads/types/road-type.contract.ts';
import { named, useT } from '#kit/web/i18n.ts';
import type { RuleTrial } from './rule-trial.contract.ts';

type Named = Pick<RuleTrial, 'kind' | 'road' | 'limitKmh' | 'name' | 'changes'>;
type SpeedClass = NonNullable<RuleTrial['changes']>[number]['speedClass'];

const limitFields = {
  M1: 'limitM1Kmh',
  M2_M3: 'limitM2M3Kmh',
  N: 'limitNKmh',
  MOTORCYCLE: 'limitMotorcycleKmh',
  QUADRICYCLE: 'limitQuadricycleKmh',
  THREE_WHEELER: 'limitThreeWheelerKmh',
} as const satisfies Record<SpeedClass, keyof typeof roadType.fields>;

/** What was tried, in a few words. */
export function useTrialName(): (one: Named) => string {
  const t = useT();
  const limitText = (limitKmh: number | null) =>
    limitKmh === null ? t('trials.noLimit') : t('trials.kmh', { limit: limitKmh });
  return ({ kind, road, limitKmh, name, changes }) => {
    if (kind === 'RULE') return t('trials.rule', { road: road?.name ?? '', limit: limitKmh ?? '' });
    const known = named(name ?? '');
    if (kind === 'STATUTORY') return t('trials.statutory', { name: known, limit: limitText(limitKmh) });
    if (kind !== 'ROAD_TYPE') return known;
    const changed = (changes ?? []).map(
      (one) => `${roadType.fields[limitFields[one.speedClass]].label} ${limitText(one.limitKmh)}`,
    );
    return [t('trials.roadType', { name: known }), ...changed].join(', ');
  };
}

export function TrialName({ one }: { one: Named }) {
  const nameOf = useTrialName();
  return <bdi>{nameOf(one)}</bdi>;
}
