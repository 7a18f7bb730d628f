import type { AnyField } from '#kit/contract/fields.ts';
import { appUserPolicy } from '../policy/policy.contract.ts';
import { addOnsFor, fitsCover } from './cover-parts.rules.ts';

/** What an endorsement changes. The vehicle, the insurer and the number of a policy stay what they are. */
export const endorsable = [
  'appUserId',
  'odTo',
  'tpTo',
  'idvPaise',
  'addOns',
  'odPremiumPaise',
  'tpPremiumPaise',
  'paOwnerPaise',
  'addOnPremiumPaise',
  'discountPaise',
  'gstPaise',
  'totalPaise',
  'deductiblePaise',
  'nominee',
  'financier',
  'agent',
  'note',
] as const;

/** The fields of an endorsement of a policy: those that its cover has, with the add-ons that go with it or that it has. */
export const endorsableFields = (coverType: string, addOns: readonly string[]): Record<string, AnyField> =>
  Object.fromEntries(
    endorsable
      .filter((name) => fitsCover(coverType, name))
      .map((name): [string, AnyField] => {
        const field: AnyField = appUserPolicy.fields[name];
        if (name !== 'addOns' || field.kind !== 'choice') return [name, field];
        const fitting = addOnsFor(coverType).map(({ value }) => value as string);
        const choices = field.choices.filter(({ value }) => fitting.includes(value) || addOns.includes(value));
        return [name, { ...field, choices }];
      }),
  );
