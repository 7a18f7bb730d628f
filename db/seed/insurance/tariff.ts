/** A class of the tariff: its bands are above (not included), up to (included), rupees; with what each passenger adds, by band. */
export interface TariffSeed {
  cls: string;
  years: number;
  by: 'cc' | 'kW' | 'gvw_kg' | 'flat';
  bands: readonly (readonly [above: number | null, upto: number | null, rupees: number])[];
  perPassenger?: readonly number[];
}

/** Motor Vehicles (Third Party Insurance Base Premium and Liability) Rules 2022, G.S.R. 394(E), in force from this day. */
export const tariffFrom = '2022-06-01';

export const tariff: readonly TariffSeed[] = [
  {
    cls: 'private_car',
    years: 1,
    by: 'cc',
    bands: [
      [null, 1_000, 2_094],
      [1_000, 1_500, 3_416],
      [1_500, null, 7_897],
    ],
  },
  {
    cls: 'private_car_ev',
    years: 1,
    by: 'kW',
    bands: [
      [null, 30, 1_780],
      [30, 65, 2_904],
      [65, null, 6_712],
    ],
  },
  {
    cls: 'two_wheeler',
    years: 1,
    by: 'cc',
    bands: [
      [null, 75, 538],
      [75, 150, 714],
      [150, 350, 1_366],
      [350, null, 2_804],
    ],
  },
  {
    cls: 'two_wheeler_ev',
    years: 1,
    by: 'kW',
    bands: [
      [null, 3, 457],
      [3, 7, 607],
      [7, 16, 1_161],
      [16, null, 2_383],
    ],
  },
  {
    cls: 'goods_carrying',
    years: 1,
    by: 'gvw_kg',
    bands: [
      [null, 7_500, 16_049],
      [7_500, 12_000, 27_186],
      [12_000, 20_000, 35_313],
      [20_000, 40_000, 43_950],
      [40_000, null, 44_242],
    ],
  },
  {
    cls: 'goods_carrying_ev',
    years: 1,
    by: 'gvw_kg',
    bands: [
      [null, 7_500, 13_642],
      [7_500, 12_000, 23_108],
      [12_000, 20_000, 30_016],
      [20_000, 40_000, 37_357],
      [40_000, null, 37_606],
    ],
  },
  { cls: 'goods_3w', years: 1, by: 'flat', bands: [[null, null, 4_492]] },
  { cls: 'goods_3w_ecart', years: 1, by: 'flat', bands: [[null, null, 3_139]] },
  {
    cls: 'taxi_upto_6',
    years: 1,
    by: 'cc',
    bands: [
      [null, 1_000, 6_040],
      [1_000, 1_500, 7_940],
      [1_500, null, 10_523],
    ],
    perPassenger: [1_162, 978, 1_117],
  },
  { cls: 'passenger_3w_upto_6', years: 1, by: 'flat', bands: [[null, null, 2_539]], perPassenger: [1_214] },
  { cls: 'passenger_3w_7_to_17', years: 1, by: 'flat', bands: [[null, null, 6_763]], perPassenger: [1_349] },
  { cls: 'bus_over_6', years: 1, by: 'flat', bands: [[null, null, 14_343]], perPassenger: [877] },
  { cls: 'school_bus', years: 1, by: 'flat', bands: [[null, null, 13_729]], perPassenger: [839] },
  {
    cls: 'private_car',
    years: 3,
    by: 'cc',
    bands: [
      [null, 1_000, 6_521],
      [1_000, 1_500, 10_640],
      [1_500, null, 24_596],
    ],
  },
  {
    cls: 'private_car_ev',
    years: 3,
    by: 'kW',
    bands: [
      [null, 30, 5_543],
      [30, 65, 9_044],
      [65, null, 20_907],
    ],
  },
  {
    cls: 'two_wheeler',
    years: 5,
    by: 'cc',
    bands: [
      [null, 75, 2_901],
      [75, 150, 3_851],
      [150, 350, 7_365],
      [350, null, 15_117],
    ],
  },
  {
    cls: 'two_wheeler_ev',
    years: 5,
    by: 'kW',
    bands: [
      [null, 3, 2_466],
      [3, 7, 3_273],
      [7, 16, 6_260],
      [16, null, 12_849],
    ],
  },
];
