import { useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { useT } from '#kit/web/i18n.ts';
import type { insuranceOffer } from './offer.contract.ts';
import { offerTones } from './offer-tones.ts';
import { offerState } from './offers.rules.ts';

/** The state of an offer today, in a cell of the list. */
export function OfferStateCell({ row }: { row: AnyRow }) {
  const t = useT();
  const [today] = useState(() => indiaDay(new Date()));
  const state = offerState(row as RowOf<typeof insuranceOffer>, today);
  return <span className={`st ${offerTones[state]}`}>{t(`offers.states.${state}`)}</span>;
}
