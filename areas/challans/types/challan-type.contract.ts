import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, flag, integer, longText, money, optional, text } from '#kit/contract/fields.ts';

const fine = (label: string, list = false) => optional(money({ label, max: 100_000_000, list, filter: list }));

/** Offences with the section that names them. Amounts are those of the Act; States notify what they compound for. */
export const challanType = catalogue('challan-type', {
  one: 'Challan type',
  many: 'Challan types',
  icon: 'gavel',
  group: 'group-catalogues',
  about: 'Offences of the Motor Vehicles Act and of company policy, with section and fines.',
  sort: 'actSection',
  unique: [['code'], ['name']],
  ordered: [
    ['firstFineMinPaise', 'firstFineMaxPaise'],
    ['repeatFineMinPaise', 'repeatFineMaxPaise'],
  ],
  fields: {
    code: text({
      label: 'Code',
      letters: 'upper',
      max: 40,
      pattern: /^[A-Z0-9_]{2,40}$/,
      patternHint: 'Use capital letters, digits and underscores, like NO_HELMET',
      code: true,
      list: true,
      search: true,
    }),
    name: text({ label: 'Offence', spoken: 'names', min: 3, max: 200, list: true, search: true }),
    actSection: text({
      label: 'Section',
      max: 20,
      pattern: /^\d{1,3}[A-Z]{0,2}(\([0-9A-Za-z]{1,4}\)){0,3}$/,
      patternHint: 'Write the section as the Act does, like 183(1)(i) or 194D',
      list: true,
      filter: true,
      search: true,
    }),
    firstFineMinPaise: fine('First offence, at least'),
    firstFineMaxPaise: fine('First offence, up to', true),
    repeatFineMinPaise: fine('Repeated, at least'),
    repeatFineMaxPaise: fine('Repeated, up to', true),
    fineBasis: choice(
      [
        { value: 'FIXED', label: 'A fixed amount' },
        { value: 'PER_ALTERATION', label: 'For each alteration' },
        { value: 'PER_EXCESS_PASSENGER', label: 'For each excess passenger' },
        { value: 'PLUS_PER_TONNE', label: 'Fixed, plus 2,000 for each excess tonne' },
      ],
      { label: 'Fine type', filter: true },
    ),
    firstImprisonmentMonths: optional(integer({ label: 'Imprisonment, first time', unit: 'months', min: 0, max: 240 })),
    repeatImprisonmentMonths: optional(integer({ label: 'Imprisonment, repeated', unit: 'months', min: 0, max: 240 })),
    isCompoundable: optional(flag({ label: 'May be compounded', list: true, filter: true })),
    detectableBy: choice(
      [
        { value: 'GPS', label: 'Positions' },
        { value: 'MANUAL', label: 'Staff' },
        { value: 'IMPORT', label: 'Government challan' },
      ],
      { label: 'Detected by', many: true, list: true, filter: true },
    ),
    legalSource: choice(
      [
        { value: 'ACT', label: 'Act' },
        { value: 'RULE', label: 'Rule' },
        { value: 'COMPANY_POLICY', label: 'Company policy' },
      ],
      { label: 'Source', list: true, filter: true },
    ),
    appliesTo: optional(
      text({ label: 'Concerns', spoken: 'names', max: 100, help: 'What the section applies to, like goods vehicles.' }),
    ),
    otherPenalty: optional(longText({ label: 'Other consequences', spoken: 'names', max: 1_000 })),
    note: optional(longText({ label: 'Note', spoken: 'names', max: 1_000 })),
  },
});
