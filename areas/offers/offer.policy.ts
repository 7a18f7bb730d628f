import { indiaDay } from '#kit/contract/days.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { insuranceOffer } from './offer.contract.ts';
import { refreshOffers } from './offers.store.ts';

/** An offer gives one discount, a percentage or an amount; one that was used stays what it was, and can only be ended or extended. */
export const offerPolicy: RowPolicy<typeof insuranceOffer> = {
  async complete(_db, writer, drafts) {
    for (const { before, values, messages } of drafts) {
      const given = [values.discountPercent, values.discountPaise].filter((one) => (one ?? null) !== null);
      if (given.length !== 1) messages.discountPercent = 'Enter a percentage or an amount, not both';
      if (!before && values.validTo < indiaDay(writer.now)) messages.validTo = 'This day has passed';
      if (values.maxUses && before && values.maxUses < before.uses)
        messages.maxUses = `It has been used ${before.uses} times already`;
    }
  },
  async check(_db, _writer, { action, before, values }) {
    if (action !== 'update' || before.uses === 0) return;
    const fixed = ['code', 'insurerId', 'categoryId', 'discountPercent', 'discountPaise', 'minIdvPaise'] as const;
    const types = (of: readonly string[] | null | undefined) => [...(of ?? [])].sort().join();
    const changed =
      fixed.find((name) => (values[name] ?? null) !== (before[name] ?? null)) ??
      (types(values.coverTypes) === types(before.coverTypes) ? undefined : 'coverTypes');
    if (changed) throw refuse.badInput({ [changed]: 'This offer has been used: end it and make a new one' });
  },
  async afterMany(db, writer, _, rows) {
    await refreshOffers(
      db,
      writer,
      rows.map(({ id }) => id),
    );
  },
};
