import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { toInput } from '#kit/web/catalogue/form/form-values.ts';
import { Picture } from '#kit/web/catalogue/cells.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { insuranceOffer } from './offer.contract.ts';
import type { OfferReach as Reach } from './offer-answers.contract.ts';
import { offerState } from './offers.rules.ts';
import { offerTones } from './offer-tones.ts';
import styles from './offers.module.css';

/** State of an offer, and who qualifies: to be looked at before it is activated. */
export function OfferReach({ row }: Pick<RecordTabProps, 'row'>) {
  const t = useT();
  const offer = row as RowOf<typeof insuranceOffer>;
  const [today] = useState(() => indiaDay(new Date()));
  const state = offerState(offer, today);
  const { maxUses, uses } = offer;
  return (
    <section className="sheet sec" aria-labelledby="offer-reach">
      <h2 className="h2" id="offer-reach">
        {t('offers.reach')}
      </h2>
      <p>
        <span className={`st ${offerTones[state]}`}>{t(`offers.states.${state}`)}</span>
      </p>
      <Counted conditions={conditionsOf((name) => offer[name])} />
      <p className="t2 sm">
        {maxUses === null ? t('offers.unlimited') : t('offers.usesLeft', { count: Math.max(0, maxUses - uses) })}
      </p>
    </section>
  );
}

/** Below the form: who qualifies by what is entered, before it is saved. */
export function OfferReachPart({ values }: Pick<FormPartProps, 'values'>) {
  const t = useT();
  const entered = conditionsOf((name) => toInput(insuranceOffer.fields[name], values[name]));
  const text = JSON.stringify(entered);
  const [asked, setAsked] = useState(text);
  // An amount is asked about once it is typed, not letter by letter.
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), 400);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <section className="alert info" aria-labelledby="offer-reach-entered">
      <div className="grow">
        <h3 className="mid" id="offer-reach-entered">
          {t('offers.reach')}
        </h3>
        <Counted conditions={JSON.parse(asked) as Conditions} />
      </div>
    </section>
  );
}

type Conditions = Readonly<Record<string, string>>;
const conditionNames = ['insurerId', 'coverTypes', 'categoryId', 'minIdvPaise'] as const;

/** What an offer asks of vehicles and their policies; what is left empty, or is not right yet, asks nothing. */
function conditionsOf(read: (name: (typeof conditionNames)[number]) => unknown): Conditions {
  const given = conditionNames.map((name) => {
    const value = read(name);
    if (name === 'minIdvPaise') return [name, Number.isInteger(value) ? String(value) : ''];
    return [name, Array.isArray(value) ? value.join(',') : String(value ?? '')];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== '')) as Conditions;
}

function Counted({ conditions }: { conditions: Conditions }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['vehicle', 'qualifying', conditions],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Reach>>('/vehicle/qualifying', { query: conditions, signal })).data,
    placeholderData: keepPreviousData,
  });
  const isByPolicy = Object.keys(conditions).some((name) => name !== 'categoryId');
  if (!data) return <span className="sk" style={{ height: 22 }} />;
  return (
    <>
      <p role="status">
        {t('offers.vehicles', { count: data.vehicles })} {t('offers.organisations', { count: data.organisations })}
      </p>
      {isByPolicy ? <p className="t2 sm">{t('offers.byPolicy')}</p> : null}
    </>
  );
}

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });

/** The offer as a client sees it on a phone. */
export function OfferPreview({ row }: Pick<RecordTabProps, 'row'>) {
  const t = useT();
  const offer = row as RowOf<typeof insuranceOffer>;
  const { banner } = offer;
  const value = offer.discountPaise === null ? `${offer.discountPercent} %` : money.format(offer.discountPaise / 100);
  return (
    <section className="sheet sec" aria-labelledby="offer-preview">
      <h2 className="h2" id="offer-preview">
        {t('offers.preview')}
      </h2>
      <div className={styles.phone}>
        {banner ? <Picture file={banner} size={512} alt="" /> : null}
        <p className="mid">
          <bdi>{offer.title}</bdi>
        </p>
        <p className={styles.value}>{t('offers.off', { value })}</p>
        <p>
          <bdi dir="ltr" className="code">
            {offer.code}
          </bdi>
        </p>
        <p className="t2 sm">{t('offers.until', { day: formatDay(offer.validTo) })}</p>
        {offer.terms ? (
          <p className="t2 sm">
            <bdi>{offer.terms}</bdi>
          </p>
        ) : null}
      </div>
    </section>
  );
}
