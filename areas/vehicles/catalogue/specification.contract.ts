import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, decimal, integer, money, optional, ref, text } from '#kit/contract/fields.ts';

/** What drives a vehicle, as registration papers tell it apart. */
export const fuelTypes = [
  { value: 'PETROL', label: 'Petrol' },
  { value: 'DIESEL', label: 'Diesel' },
  { value: 'CNG', label: 'CNG' },
  { value: 'LPG', label: 'LPG' },
  { value: 'LNG', label: 'LNG' },
  { value: 'PETROL_CNG', label: 'Petrol and CNG' },
  { value: 'ELECTRIC', label: 'Electric' },
  { value: 'HYBRID', label: 'Hybrid' },
  { value: 'FLEX_FUEL', label: 'Flex-fuel' },
  { value: 'HYDROGEN', label: 'Hydrogen' },
] as const;
export const transmissions = [
  { value: 'MANUAL', label: 'Manual' },
  { value: 'AUTOMATIC', label: 'Automatic' },
  { value: 'AMT', label: 'Automated manual' },
  { value: 'CVT', label: 'Continuously variable' },
  { value: 'DCT', label: 'Dual clutch' },
  { value: 'SINGLE_SPEED', label: 'Single speed' },
] as const;
/** Exhaust standards of the Central Motor Vehicles Rules. */
export const emissionNorms = [
  { value: 'BS_III', label: 'BS-III' },
  { value: 'BS_IV', label: 'BS-IV' },
  { value: 'BS_VI', label: 'BS-VI' },
] as const;

export const vehicleSpecification = catalogue('vehicle-specification', {
  one: 'Vehicle specification',
  many: 'Vehicle specifications',
  icon: 'engine',
  group: 'group-catalogues',
  about: 'The builds a model comes in: fuel, engine, seats and price. A vehicle takes its technical facts from one.',
  title: ['modelId', 'name'],
  sort: 'modelId',
  unique: [['modelId', 'name']],
  ordered: [
    ['ulwKg', 'gvwKg'],
    ['exShowroomPaise', 'exShowroomToPaise'],
  ],
  fields: {
    modelId: ref('vehicle-model', { label: 'Model', list: true, filter: true, search: true }),
    name: text({
      label: 'Name',
      spoken: 'names',
      help: 'What distinguishes it from others of the model, like Petrol 1197 cc.',
      list: true,
      search: true,
    }),
    fuelType: choice(fuelTypes, { label: 'Fuel', list: true, filter: true }),
    bodyType: optional(text({ label: 'Body', spoken: 'names', max: 60, list: true, filter: true, inline: true })),
    engineCc: optional(integer({ label: 'Engine', unit: 'cc', min: 10, max: 30_000, list: true, filter: true })),
    motorKw: optional(decimal({ label: 'Motor', unit: 'kW', min: 0.05, max: 2_000, list: true, filter: true })),
    transmission: optional(choice(transmissions, { label: 'Transmission', filter: true, inline: true })),
    seats: optional(integer({ label: 'Seats', min: 1, max: 100, list: true, filter: true, inline: true })),
    gvwKg: optional(integer({ label: 'Gross weight', unit: 'kg', min: 50, max: 200_000, filter: true })),
    ulwKg: optional(integer({ label: 'Unladen weight', unit: 'kg', min: 20, max: 200_000 })),
    tankL: optional(decimal({ label: 'Tank', unit: 'l', min: 0.5, max: 2_000, inline: true })),
    batteryKwh: optional(decimal({ label: 'Battery', unit: 'kWh', min: 0.1, max: 2_000, inline: true })),
    emissionNorm: optional(choice(emissionNorms, { label: 'Emission norm', filter: true })),
    exShowroomPaise: optional(money({ label: 'Ex-showroom price from', list: true, filter: true })),
    exShowroomToPaise: optional(money({ label: 'Ex-showroom price to', help: 'Highest price of this specification.' })),
  },
});
