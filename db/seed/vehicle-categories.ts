import type { VehicleTypeSeed } from './vehicle-types.ts';

export interface VehicleCategorySeed {
  name: string;
  code: string;
  /** Transport vehicle in the sense of S.O. 451(E), 19 June 1992: permit, fitness and a transport licence are asked for. */
  isTransport: boolean;
  /** Any one of these licence classes suffices to drive it. */
  licenceClasses: readonly ('MCWOG' | 'MCWG' | 'LMV' | 'LMV_TR' | 'HMV' | 'HGMV' | 'HPMV' | '3W')[];
  speedClass: VehicleTypeSeed['speedClass'];
  /** A value of `tpPremiumClasses`. */
  tpPremiumClass: string;
}

/** Tables of the third-party premium tariff; electric vehicles take the reduced table of their own class. */
export const tpPremiumClasses: readonly { value: string; label: string }[] = [
  { value: 'TWO_WHEELER', label: 'Two-wheeler' },
  { value: 'PRIVATE_CAR', label: 'Private car' },
  { value: 'TAXI_UPTO_6', label: 'Taxi, up to 6 passengers' },
  { value: 'BUS_OVER_6', label: 'Passenger vehicle, over 6 passengers' },
  { value: 'SCHOOL_BUS', label: 'School bus' },
  { value: 'GOODS_CARRYING', label: 'Goods carrier' },
  { value: 'GOODS_3W', label: 'Goods three-wheeler' },
  { value: 'GOODS_3W_ECART', label: 'E-cart' },
  { value: 'PASSENGER_3W_UPTO_6', label: 'Passenger three-wheeler, up to 6 passengers' },
  { value: 'PASSENGER_3W_7_TO_17', label: 'Passenger three-wheeler, 7 to 17 passengers' },
  { value: 'MISCELLANEOUS', label: 'Miscellaneous and special vehicle (rate by quotation)' },
];

type Row = readonly [
  code: string,
  name: string,
  licences: VehicleCategorySeed['licenceClasses'],
  speedClass: VehicleCategorySeed['speedClass'],
  tpPremiumClass: string,
];

const expand =
  (isTransport: boolean) =>
  ([code, name, licenceClasses, speedClass, tpPremiumClass]: Row): VehicleCategorySeed => ({
    name,
    code,
    isTransport,
    licenceClasses,
    speedClass,
    tpPremiumClass,
  });

const light: Row[2] = ['LMV', 'LMV_TR'];
const heavyGoods: Row[2] = ['HGMV', 'HMV'];
const heavyPassenger: Row[2] = ['HPMV', 'HMV'];
// A plain LMV licence covers light transport up to 7,500 kg gross (Supreme Court, Bajaj Allianz v. Rambha Devi, 2024),
// but not e-rickshaws and e-carts, which need their own authorisation.
const threeWheeler: Row[2] = ['3W', 'LMV', 'LMV_TR'];

const nonTransport: readonly Row[] = [
  ['TWO_WHEELER', 'Two-wheeler with gears (private)', ['MCWG'], 'MOTORCYCLE', 'TWO_WHEELER'],
  ['TWO_WHEELER_GEARLESS', 'Two-wheeler without gears (private)', ['MCWOG', 'MCWG'], 'MOTORCYCLE', 'TWO_WHEELER'],
  ['MOTOR_CAR', 'Motor car (private)', light, 'M1', 'PRIVATE_CAR'],
  ['QUADRICYCLE', 'Quadricycle (private)', light, 'QUADRICYCLE', 'PRIVATE_CAR'],
  ['TRACTOR_AGRICULTURAL', 'Agricultural tractor', light, 'N', 'MISCELLANEOUS'],
  ['CONSTRUCTION_EQUIPMENT', 'Construction equipment vehicle', heavyGoods, 'N', 'MISCELLANEOUS'],
  ['THREE_WHEELER_PRIVATE', 'Three-wheeler (private)', threeWheeler, 'THREE_WHEELER', 'PASSENGER_3W_UPTO_6'],
  ['OMNIBUS_PRIVATE', 'Omnibus (private)', heavyPassenger, 'M2_M3', 'BUS_OVER_6'],
  ['TRAILER_PRIVATE', 'Trailer (private)', light, 'N', 'MISCELLANEOUS'],
  ['SPECIAL_PRIVATE', 'Special vehicle (private)', light, 'N', 'MISCELLANEOUS'],
  ['RECOVERY_VEHICLE', 'Breakdown and recovery vehicle', heavyGoods, 'N', 'MISCELLANEOUS'],
];

const transport: readonly Row[] = [
  ['TWO_WHEELER_HIRE', 'Two-wheeler for hire', ['MCWG'], 'MOTORCYCLE', 'TWO_WHEELER'],
  ['E_RICKSHAW', 'E-rickshaw', ['3W'], 'THREE_WHEELER', 'PASSENGER_3W_UPTO_6'],
  ['E_CART', 'E-cart', ['3W'], 'THREE_WHEELER', 'GOODS_3W_ECART'],
  [
    'THREE_WHEELER_PASSENGER',
    'Three-wheeler, up to 6 passengers',
    threeWheeler,
    'THREE_WHEELER',
    'PASSENGER_3W_UPTO_6',
  ],
  ['THREE_WHEELER_LARGE', 'Three-wheeler, 7 or more passengers', threeWheeler, 'THREE_WHEELER', 'PASSENGER_3W_7_TO_17'],
  ['THREE_WHEELER_GOODS', 'Three-wheeler (goods)', threeWheeler, 'THREE_WHEELER', 'GOODS_3W'],
  ['QUADRICYCLE_HIRE', 'Quadricycle (commercial)', light, 'QUADRICYCLE', 'TAXI_UPTO_6'],
  ['MOTOR_CAB', 'Motor cab, up to 6 passengers', light, 'M1', 'TAXI_UPTO_6'],
  ['LUXURY_CAB', 'Luxury cab', light, 'M1', 'TAXI_UPTO_6'],
  // 7 to 12 passengers: those with 7 or 8 are M1 by seats and take the lower row here.
  ['MAXI_CAB', 'Maxi cab, 7 to 12 passengers', light, 'M2_M3', 'BUS_OVER_6'],
  ['BUS', 'Bus', heavyPassenger, 'M2_M3', 'BUS_OVER_6'],
  ['SCHOOL_BUS', 'School bus', heavyPassenger, 'M2_M3', 'SCHOOL_BUS'],
  ['PRIVATE_SERVICE_VEHICLE', 'Private service vehicle (staff bus)', heavyPassenger, 'M2_M3', 'BUS_OVER_6'],
  ['GOODS_LIGHT', 'Goods carriage, light (up to 7,500 kg)', light, 'N', 'GOODS_CARRYING'],
  ['GOODS_MEDIUM', 'Goods carriage, medium (7,501 to 12,000 kg)', heavyGoods, 'N', 'GOODS_CARRYING'],
  ['GOODS_HEAVY', 'Goods carriage, heavy (over 12,000 kg)', heavyGoods, 'N', 'GOODS_CARRYING'],
  ['ARTICULATED_VEHICLE', 'Articulated vehicle', heavyGoods, 'N', 'GOODS_CARRYING'],
  ['TRACTOR_COMMERCIAL', 'Tractor (commercial)', light, 'N', 'MISCELLANEOUS'],
  ['TRAILER_COMMERCIAL', 'Trailer (commercial)', heavyGoods, 'N', 'GOODS_CARRYING'],
  ['CONSTRUCTION_COMMERCIAL', 'Construction equipment vehicle (commercial)', heavyGoods, 'N', 'MISCELLANEOUS'],
  ['SPECIAL_TRANSPORT', 'Special vehicle (transport)', light, 'N', 'MISCELLANEOUS'],
  ['AMBULANCE', 'Ambulance', light, 'M1', 'MISCELLANEOUS'],
  ['FIRE_TENDER', 'Fire tender', heavyGoods, 'N', 'MISCELLANEOUS'],
  ['CASH_VAN', 'Cash van', light, 'N', 'MISCELLANEOUS'],
];

/** Legal uses of a vehicle, after S.O. 451(E) and the VAHAN classes. */
export const vehicleCategories: readonly VehicleCategorySeed[] = [
  ...nonTransport.map(expand(false)),
  ...transport.map(expand(true)),
];
