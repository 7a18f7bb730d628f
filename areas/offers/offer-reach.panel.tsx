import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import { Picture } from '#kit/web/catalogue/cells.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import type { insuranceOffer } from './offer.contract.ts';
import type { OfferReach as Reach } from './offers.contract.ts';
import { offerState } from './offers.rules.ts';
import { offerTones } from './offer-tones.ts';
import styles from './offers.module.css';

/** State of an offer, and who qualifies: to be looked at before it is activated. */
export function OfferReach({ row }: Pick<RecordTabProps, 'row'>) {
  const t = useT();
  const offer = row as RowOf<typeof insuranceOffer>;
  const [today] = useState(() => indiaDay(new Date()));
  const state = offerState(offer, today);
  const { categoryId, maxUses, uses } = offer;
  const { data } = useQuery({
    queryKey: ['vehicle', 'qualifying', categoryId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Reach>>('/vehicle/qualifying', { query: categoryId ? { categoryId } : {}, signal })).data,
  });
  return (
    <section className="sheet sec" aria-labelledby="offer-reach" aria-busy={!data}>
      <h2 className="h2" id="offer-reach">
        {t('offers.reach')}
      </h2>
      <p>
        <span className={`st ${offerTones[state]}`}>{t(`offers.states.${state}`)}</span>
      </p>
      {data ? (
        <p>
          {t('offers.vehicles', { count: data.vehicles })} {t('offers.organisations', { count: data.organisations })}
        </p>
      ) : (
        <span className="sk" style={{ height: 22 }} />
      )}
      <p className="t2 sm">
        {maxUses === null ? t('offers.unlimited') : t('offers.usesLeft', { count: Math.max(0, maxUses - uses) })}
      </p>
    </section>
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
