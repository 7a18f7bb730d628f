/** Ladders of the Indian Motor Tariff: depreciation of the insured value by age in months, and the no-claim bonus by claim-free years. */
export const ladders: readonly (readonly [
  name: string,
  ladder: 'IDV' | 'NCB' | 'GST',
  step: number,
  percent: number,
])[] = [
  ['IDV: up to 6 months', 'IDV', 6, 5],
  ['IDV: up to 1 year', 'IDV', 12, 15],
  ['IDV: up to 2 years', 'IDV', 24, 20],
  ['IDV: up to 3 years', 'IDV', 36, 30],
  ['IDV: up to 4 years', 'IDV', 48, 40],
  ['IDV: up to 5 years', 'IDV', 60, 50],
  ['NCB: no claim-free year', 'NCB', 0, 0],
  ['NCB: 1 claim-free year', 'NCB', 1, 20],
  ['NCB: 2 claim-free years', 'NCB', 2, 25],
  ['NCB: 3 claim-free years', 'NCB', 3, 35],
  ['NCB: 4 claim-free years', 'NCB', 4, 45],
  ['NCB: 5 claim-free years', 'NCB', 5, 50],
  ['GST', 'GST', 0, 18],
  ['GST: third-party cover of goods carriers', 'GST', 1, 12],
];
export const laddersFrom = '2017-07-01';
