import { useEffect, useMemo, useState } from 'react';
import type { AnyField } from '#kit/contract/fields.ts';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { toInput } from '#kit/web/catalogue/form/form-values.ts';
import { constants } from '#kit/web/constants.ts';
import { useT } from '#kit/web/i18n.ts';
import { RoadMap } from '../draw/road-map.tsx';
import { offsetNear, partOf } from '../draw/road-layers.web.ts';
import type { DrawnLine } from '../draw/road-layers.web.ts';
import { useRoadLine, useRulePreview } from '../roads.queries.ts';
import { stretchText } from './rule-words.web.ts';
import { roadSpeedRule } from './speed-rule.contract.ts';
import styles from '../roads.module.css';

const isMetres = (value: unknown) => String(value ?? '').trim() !== '' && Number.isFinite(Number(value));

/** The road of a rule on the map, where its ends are picked, and what it overlaps with before it is saved. */
export function RuleFormPart({ values, set, row }: FormPartProps) {
  const t = useT();
  const typed = values as { roadId?: string; fromM?: unknown; toM?: unknown };
  const { data: points = [] } = useRoadLine(typed.roadId ?? '');
  const [picking, setPicking] = useState<'fromM' | 'toM'>();
  const [from, to] = [Number(typed.fromM), Number(typed.toM)];
  const hasPart = isMetres(typed.fromM) && isMetres(typed.toM) && to > from;
  const lines = useMemo((): DrawnLine[] => {
    if (points.length === 0) return [];
    const whole: DrawnLine = { points, tone: 'road' };
    return hasPart ? [whole, { points: partOf(points, from, to), tone: 'part' }] : [whole];
  }, [points, hasPart, from, to]);
  return (
    <div className={styles.drawing}>
      {points.length > 0 ? (
        <div className={`sheet ${styles.map}`}>
          <RoadMap
            label={t('roads.map')}
            lines={lines}
            sight={points}
            onPress={
              picking
                ? (at) => {
                    set(picking, String(Math.round(offsetNear(points, at))));
                    setPicking(undefined);
                  }
                : undefined
            }
          />
        </div>
      ) : (
        <p className="t2">{t(typed.roadId ? 'roads.lineless' : 'roads.chooseRoad')}</p>
      )}
      <div className={styles.tools}>
        {points.length > 0 ? (
          <>
            <div className="row wrap">
              {(['fromM', 'toM'] as const).map((end) => (
                <button
                  key={end}
                  type="button"
                  className={picking === end ? 'btn d' : 'btn g'}
                  aria-pressed={picking === end}
                  onClick={() => setPicking(picking === end ? undefined : end)}
                >
                  {t(end === 'fromM' ? 'roads.pickFrom' : 'roads.pickTo')}
                </button>
              ))}
            </div>
            <p className="t2 sm" role="status">
              {picking ? t('roads.pick') : hasPart ? stretchText(t, from, to) : t('roads.wholeRoad')}
            </p>
          </>
        ) : null}
        <Overlaps values={values} id={row?.id} />
      </div>
    </div>
  );
}

/** What the rule would meet on its road, as it is typed. */
function Overlaps({ values, id }: { values: FormPartProps['values']; id: string | undefined }) {
  const t = useT();
  const body = useMemo(() => {
    const fields = Object.entries(roadSpeedRule.fields as Record<string, AnyField>).filter(
      ([, { kind }]) => kind !== 'file',
    );
    return {
      id: id ?? null,
      ...Object.fromEntries(fields.map(([name, field]) => [name, toInput(field, values[name])])),
    };
  }, [values, id]);
  const settled = useSettled(body);
  const { roadId, limitKmh, effectiveFrom } = settled as Record<string, unknown>;
  const { data } = useRulePreview(settled, Boolean(roadId) && Boolean(limitKmh) && Boolean(effectiveFrom));
  const lines = [
    ...(data?.warnings ?? []).map((text) => ({ key: text, text })),
    ...(data?.overlaps ?? []).map((one) => ({
      key: one.id,
      text: t(one.wins ? 'roads.meetsWins' : 'roads.meetsLoses', {
        limit: one.limitKmh,
        where: stretchText(t, one.fromM, one.toM),
      }),
    })),
  ];
  return (
    <div role="status" aria-live="polite">
      {lines.length > 0 ? (
        <ul className={`alert due ${styles.meets}`} aria-label={t('roads.overlaps')}>
          {lines.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** A value once it has stopped changing. */
function useSettled<V>(value: V): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
