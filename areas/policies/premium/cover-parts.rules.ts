import type { MessagesOf, RowOf, ValuesOf } from '#kit/contract/rows.ts';
import { addOns, type appUserPolicy } from '../policy/policy.contract.ts';
import { type CoverKind, coversOfType } from '../policy/policy-state.rules.ts';

type Values = ValuesOf<typeof appUserPolicy>;

/** What of a policy belongs to one of its covers. */
const coverOf: Readonly<Record<string, CoverKind>> = {
  odFrom: 'OD',
  odTo: 'OD',
  idvPaise: 'OD',
  odPremiumPaise: 'OD',
  deductiblePaise: 'OD',
  tpFrom: 'TP',
  tpTo: 'TP',
  tpPremiumPaise: 'TP',
};
/** Add-ons that are sold with third-party cover alone as well; the others add to own damage. */
const withEither: readonly string[] = ['RSA'];

/** Whether a policy with this type of cover has the field at all. */
export const fitsCover = (coverType: string, name: string): boolean => {
  const kind = coverOf[name];
  return kind === undefined || coversOfType[coverType]?.includes(kind) === true;
};
/** The add-ons that a type of cover can have. */
export const addOnsFor = (coverType: string) =>
  coversOfType[coverType]?.includes('OD') ? addOns : addOns.filter(({ value }) => withEither.includes(value));

/**
 * Parts of the premium, the value and add-ons that the type of cover does not have.
 * @param before the policy as it is: what was entered before is none of this change
 */
export function checkParts(
  values: Values,
  before: RowOf<typeof appUserPolicy> | null,
  messages: MessagesOf<typeof appUserPolicy>,
): void {
  const isSame = (name: 'idvPaise' | 'odPremiumPaise' | 'tpPremiumPaise') =>
    before?.coverType === values.coverType && before[name] === values[name];
  const said = {
    idvPaise: 'This type of cover has no IDV',
    odPremiumPaise: 'This type of cover has no own-damage premium',
    tpPremiumPaise: 'This type of cover has no third-party premium',
  } as const;
  for (const name of ['idvPaise', 'odPremiumPaise', 'tpPremiumPaise'] as const)
    if ((values[name] ?? 0) > 0 && !fitsCover(values.coverType, name) && !isSame(name)) messages[name] = said[name];
  const had: readonly string[] = before?.coverType === values.coverType ? before.addOns : [];
  const fitting = addOnsFor(values.coverType).map(({ value }) => value as string);
  const odd = (values.addOns ?? []).filter((one) => !fitting.includes(one) && !had.includes(one));
  if (odd.length > 0)
    messages.addOns = `Not without own-damage cover: ${odd.map((one) => addOns.find(({ value }) => value === one)?.label ?? one).join(', ')}`;
}
