import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { api } from '#kit/web/api.ts';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { toInput } from '#kit/web/catalogue/form/form-values.ts';
import { formatDay, formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { challanActions, challanRule } from '../rules/challan-rule.contract.ts';
import type { WhatIf, WhatIfAsked } from './what-if.contract.ts';
import styles from './what-if.module.css';

/** What of the form a rule is picked by, or asks for. */
const names = [
  'challanTypeId',
  'state',
  'rtoId',
  'vehicleSize',
  'speedClasses',
  'categoryId',
  'offence',
  'overUnit',
  'overFrom',
  'overTo',
  'minSeconds',
  'action',
  'amountPaise',
  'minPaise',
  'maxPaise',
  'perUnitPaise',
  'licencePoints',
  'priority',
] as const;

type Query = Readonly<Record<string, string>>;
function queryOf(values: FormPartProps['values'], ruleId: string | undefined): Query {
  const fields: Readonly<Record<string, AnyField>> = challanRule.fields;
  const given = names.flatMap((name) => {
    const value = toInput(fields[name] as AnyField, values[name]);
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries([...given, ...(ruleId === undefined ? [] : [['ruleId', ruleId] as const])]);
}

/** What a rule on speeding, as it is typed, would change for the violations of the last 90 days, before it is saved. */
export function WhatIfPart({ values, row }: FormPartProps) {
  const t = useT();
  const can = useCan();
  const [asked, setAsked] = useState<Query>();
  const query = queryOf(values, row?.id);
  const { data, error, isFetching } = useQuery({
    queryKey: ['challan-rule', 'what-if', asked],
    enabled: asked !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<WhatIf>>('/challan-rule/what-if', { query: asked ?? {}, signal, quiet: true })).data,
    retry: false,
  });
  if (!can('challan-rule', 'create') || query['overFrom'] === undefined) return null;
  const isStale = asked !== undefined && JSON.stringify(asked) !== JSON.stringify(query);
  return (
    <section className={styles.whatIf} aria-label={t('whatIf.title')}>
      <h2 className="h2">{t('whatIf.title')}</h2>
      <p className="t2 sm">{t('whatIf.about')}</p>
      <button type="button" className="btn d" disabled={isFetching} onClick={() => setAsked(query)}>
        {t('whatIf.ask')}
      </button>
      <div role="status">
        {isStale && !isFetching ? <p className="t2 sm">{t('whatIf.stale')}</p> : null}
        {error ? <p className="t2 sm">{error.message}</p> : null}
        {data && !error ? <Found found={data} /> : null}
      </div>
    </section>
  );
}

function Found({ found }: { found: WhatIf }) {
  const t = useT();
  const { looked, changed, vehicles, beforePaise, afterPaise, more, less, newly, gone, isCut, from, to } = found;
  const days = { from: formatDay(from), to: formatDay(to), looked: formatNumber(looked) };
  if (looked === 0) return <p>{t('whatIf.nothing', days)}</p>;
  const difference = afterPaise - beforePaise;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return (
    <>
      <p>{t('whatIf.looked', days)}</p>
      {isCut ? <p className="t2 sm">{t('whatIf.cut')}</p> : null}
      <dl className={styles.figures}>
        <Figure name={t('whatIf.changed')} value={formatNumber(changed)} />
        <Figure name={t('whatIf.vehicles')} value={formatNumber(vehicles)} />
        <Figure name={t('whatIf.more')} value={formatNumber(more)} />
        <Figure name={t('whatIf.less')} value={formatNumber(less)} />
        <Figure name={t('whatIf.newly')} value={formatNumber(newly)} />
        <Figure name={t('whatIf.gone')} value={formatNumber(gone)} />
        <Figure name={t('whatIf.before')} value={moneyText(beforePaise)} />
        <Figure
          name={t('whatIf.after')}
          value={`${moneyText(afterPaise)} (${sign}${moneyText(Math.abs(difference))})`}
        />
      </dl>
      {found.rows.length > 0 ? <Rows rows={found.rows} /> : null}
    </>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="t2 sm">{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
);

function Rows({ rows }: { rows: WhatIf['rows'] }) {
  const t = useT();
  const text = (asked: WhatIfAsked): string => {
    if (asked === null) return t('whatIf.noRule');
    if (asked.amountPaise !== null) return moneyText(asked.amountPaise);
    return challanActions.find(({ value }) => value === asked.action)?.label ?? asked.action;
  };
  return (
    <div className={styles.rows}>
      <table className="tbl plain">
        <caption className="sr">{t('whatIf.rows')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('whatIf.violation')}</th>
            <th scope="col">{t('whatIf.vehicle')}</th>
            <th scope="col" className="num">
              {t('whatIf.speed')}
            </th>
            <th scope="col" className="num">
              {t('whatIf.now')}
            </th>
            <th scope="col" className="num">
              {t('whatIf.then')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ violationId, at, plate, plateUse, speedKmh, limitKmh, before, after }) => (
            <tr key={violationId}>
              <td>
                <Link to={`/violation/${violationId}`}>
                  <bdi>{formatTime(at)}</bdi>
                </Link>
              </td>
              <td>
                <Plate no={plate} use={plateUse} />
              </td>
              <td className="num">
                <bdi>
                  {t('whatIf.kmh', { speed: formatNumber(Math.round(speedKmh)), limit: formatNumber(limitKmh) })}
                </bdi>
              </td>
              <td className="num">
                <bdi>{text(before)}</bdi>
              </td>
              <td className="num">
                <bdi>{text(after)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
