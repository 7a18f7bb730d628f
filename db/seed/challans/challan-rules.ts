import type { Row } from '../load.ts';
import { challanTypes, type ChallanTypeSeed } from '../challan-types.ts';

/** The day from which the amounts of the Motor Vehicles (Amendment) Act, 2019, are in force. */
const since = '2019-09-01';

type Fine = readonly [number | null, number | null];

/** Offences whose fine is counted for each of something, and rupees for each where they come on top. */
const perUnit: Readonly<Record<ChallanTypeSeed['basis'], number | null>> = {
  FIXED: null,
  PER_ALTERATION: 0,
  PER_EXCESS_PASSENGER: 0,
  PLUS_PER_TONNE: 2_000,
};

/** Section 183 tells light vehicles from medium and heavy ones. */
const speeding: Readonly<Record<string, string>> = { SPEED_LMV: 'LIGHT', SPEED_MHV: 'MEDIUM_OR_HEAVY' };

const isSame = (a: Fine, b: Fine) => a[0] === b[0] && a[1] === b[1];

/**
 * A rule for each offence of the Act that has a fine, as it holds where a State has notified nothing else; for the first time and for
 * repetition where they differ. Columns of its table, with the code of the offence and what the history calls it.
 */
export const challanRules: readonly { code: string; title: string; row: Row }[] = challanTypes.flatMap((type) => {
  const isSpeeding = speeding[type.code] !== undefined;
  // From the second time on speeding costs the licence as well.
  const isAlike = isSame(type.first, type.repeat) && !isSpeeding;
  const fines: readonly [offence: 'FIRST' | 'REPEATED' | null, fine: Fine][] = isAlike
    ? [[null, type.first]]
    : [
        ['FIRST', type.first],
        ['REPEATED', type.repeat],
      ];
  return fines.flatMap(([offence, [least, most]]) =>
    most === null ? [] : [{ code: type.code, title: type.name, row: ruleRow(type, offence, least, most) }],
  );
});

function ruleRow(type: ChallanTypeSeed, offence: string | null, least: number | null, most: number): Row {
  const size = speeding[type.code];
  const each = perUnit[type.basis];
  // What is counted alone has no amount besides.
  const isCounted = each === 0;
  const isFixed = least === most;
  return {
    offence,
    vehicle_size: size ?? null,
    over_unit: size === undefined ? null : 'KMH',
    over_from: size === undefined ? null : 0,
    action: size !== undefined && offence === 'REPEATED' ? 'IMPOUND_DL' : 'FINE',
    amount_paise: isFixed && !isCounted ? most * 100 : null,
    min_paise: isFixed || least === null ? null : least * 100,
    max_paise: isFixed ? null : most * 100,
    per_unit_paise: isCounted ? most * 100 : each === null ? null : each * 100,
    effective_from: since,
    source: `Section ${type.section}, Motor Vehicles Act, 1988`,
  };
}

/**
 * Deadlines as rule 167 of the Central Motor Vehicles Rules has them since its third amendment of 2026, and those of our own. Lengths in
 * days, months or percent, as their kind says.
 */
export const challanDeadlines: readonly (readonly [kind: string, amount: number, source: string])[] = [
  ['ANSWER_FIRST', 3, 'Our own: the driver is asked before a fine is issued'],
  ['NOTIFY_ELECTRONIC', 3, 'Rule 167, Central Motor Vehicles Rules, as amended by G.S.R. 48(E), 20 January 2026'],
  ['NOTIFY_POST', 15, 'Rule 167, Central Motor Vehicles Rules, as amended by G.S.R. 48(E), 20 January 2026'],
  ['PAY_OR_CONTEST', 45, 'Rule 167, Central Motor Vehicles Rules, as amended by G.S.R. 48(E), 20 January 2026'],
  ['PAY_AFTER', 30, 'Rule 167, Central Motor Vehicles Rules, as amended by G.S.R. 48(E), 20 January 2026'],
  ['DECIDE', 30, 'Rule 167, Central Motor Vehicles Rules, as amended by G.S.R. 48(E), 20 January 2026'],
  ['REPEAT_WITHIN', 12, 'Our own: offences of the last 12 months count'],
  ['COURT_DEPOSIT', 50, 'Rule 167, Central Motor Vehicles Rules, as amended by G.S.R. 48(E), 20 January 2026'],
];
/** The deadlines are seeded for days before the amendment as well: challans of those days are older than the product. */
export const deadlinesSince = since;
