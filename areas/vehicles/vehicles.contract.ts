import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, file, flag, integer, optional, ref, text } from '#kit/contract/fields.ts';
import { vehicleSpecification } from './catalogue/specification.contract.ts';
import { vehicleGroup } from './groups/group.contract.ts';
import { vehicle } from './vehicle/vehicle.contract.ts';

/** Speed classes of S.O. 1522(E) of 6 April 2018; limits are set per class. */
export const speedClasses = [
  { value: 'M1', label: 'Car, up to 8 passengers (M1)' },
  { value: 'M2_M3', label: 'Bus, 9 or more passengers (M2, M3)' },
  { value: 'N', label: 'Goods vehicle (N)' },
  { value: 'MOTORCYCLE', label: 'Motorcycle' },
  { value: 'QUADRICYCLE', label: 'Quadricycle' },
  { value: 'THREE_WHEELER', label: 'Three-wheeler' },
] as const;

/** Licence classes as Form 6 of the Central Motor Vehicles Rules names them. */
export const licenceClasses = [
  { value: 'MCWOG', label: 'Motorcycle without gear' },
  { value: 'MCWG', label: 'Motorcycle with gear' },
  { value: 'LMV', label: 'Light motor vehicle' },
  { value: 'LMV_TR', label: 'Light motor vehicle, transport' },
  { value: 'HMV', label: 'Heavy motor vehicle' },
  { value: 'HGMV', label: 'Heavy goods vehicle' },
  { value: 'HPMV', label: 'Heavy passenger vehicle' },
  { value: '3W', label: 'Three-wheeler' },
] as const;

const group = 'group-catalogues';

export const vehicleCategory = catalogue('vehicle-category', {
  one: 'Vehicle category',
  many: 'Vehicle categories',
  icon: 'category',
  group,
  about: 'Legal use of a vehicle: private or transport, and the licence required to drive it.',
  unique: [['name'], ['code']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    code: text({
      label: 'Code',
      letters: 'upper',
      max: 40,
      pattern: /^[A-Z0-9_]{2,40}$/,
      patternHint: 'Use capital letters, digits and underscores, like GOODS_LIGHT',
      code: true,
      list: true,
      search: true,
    }),
    isTransport: flag({ label: 'Use', words: ['Transport', 'Private'], list: true, filter: true }),
    licenceClasses: optional(
      choice(licenceClasses, { label: 'Licence classes allowed to drive it', many: true, list: true, filter: true }),
    ),
    speedClass: choice(speedClasses, { label: 'Speed class', list: true, filter: true }),
    isEmergency: optional(
      flag({
        label: 'Emergency vehicle',
        words: ['Emergency vehicle', 'Not an emergency vehicle'],
        filter: true,
        help: 'Ambulances and fire engines, for example: their speeding always needs review and is never evidence.',
      }),
    ),
    vahanClasses: optional(
      text({
        label: 'VAHAN classes',
        letters: 'upper',
        many: true,
        max: 60,
        search: false,
        help: 'Vehicle classes on registration certificates, as in VAHAN.',
      }),
    ),
    tpPremiumClass: optional(
      text({
        label: 'Third-party premium class',
        letters: 'upper',
        max: 40,
        pattern: /^[A-Z0-9_]{2,40}$/,
        patternHint: 'Use capital letters, digits and underscores',
        help: 'Line of the notified third-party tariff.',
      }),
    ),
  },
});

export const vehicleType = catalogue('vehicle-type', {
  one: 'Vehicle type',
  many: 'Vehicle types',
  icon: 'car-suv',
  group,
  about: 'Body type of a vehicle: car, bus, truck, auto. Determines the speed class.',
  unique: [['name']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    icon: optional(
      text({
        label: 'Icon',
        max: 40,
        pattern: /^[a-z0-9-]+$/,
        patternHint: 'Use the name of an icon, like truck',
        inline: true,
      }),
    ),
    wheels: integer({ label: 'Wheels', min: 2, max: 22, list: true, filter: true, inline: true }),
    speedClass: choice(speedClasses, { label: 'Speed class', list: true, filter: true }),
  },
});

export const vehicleBrand = catalogue('vehicle-brand', {
  one: 'Vehicle brand',
  many: 'Vehicle brands',
  icon: 'badge-tm',
  group,
  about: 'Vehicle makers. Each model belongs to a brand.',
  merge: true,
  sendsMultipart: true,
  unique: [['name']],
  fields: {
    logo: optional(file({ label: 'Logo', accept: ['image'], maxBytes: 1_048_576, maxPixels: 512, list: true })),
    name: text({ label: 'Name', min: 2, list: true, search: true, sounds: true }),
    country: optional(
      text({
        label: 'Country',
        letters: 'upper',
        max: 2,
        pattern: /^[A-Z]{2}$/,
        patternHint: 'Use the two-letter country code, like IN',
        help: 'Country of the maker, like IN or JP.',
        code: true,
        list: true,
        filter: true,
        inline: true,
      }),
    ),
  },
});

export const vehicleModel = catalogue('vehicle-model', {
  one: 'Vehicle model',
  many: 'Vehicle models',
  icon: 'car',
  group,
  about: 'Models of a brand. A vehicle gets its type and category from its model.',
  title: ['brandId', 'name'],
  sort: 'name',
  unique: [['brandId', 'name', 'variant']],
  ordered: [['yearFrom', 'yearTo']],
  clientTwin: true,
  merge: true,
  sendsMultipart: true,
  fields: {
    image: optional(file({ label: 'Picture', accept: ['image'], maxBytes: 5_242_880, maxPixels: 1600, list: true })),
    brandId: ref('vehicle-brand', { label: 'Brand', list: true, filter: true, search: true }),
    name: text({ label: 'Name', list: true, search: true, sounds: true }),
    variant: optional(text({ label: 'Variant', max: 100, list: true, search: true, inline: true })),
    typeId: ref('vehicle-type', { label: 'Type', list: true, filter: true }),
    categoryId: ref('vehicle-category', { label: 'Category', list: true, filter: true }),
    yearFrom: optional(
      integer({ label: 'Built from', min: 1900, max: 2100, plain: true, list: true, filter: true, inline: true }),
    ),
    yearTo: optional(
      integer({ label: 'Built until', min: 1900, max: 2100, plain: true, list: true, filter: true, inline: true }),
    ),
  },
});

export const contract: AreaContract = {
  name: 'vehicles',
  catalogues: [vehicleCategory, vehicleType, vehicleBrand, vehicleModel, vehicleSpecification, vehicle, vehicleGroup],
  pages: [
    {
      path: '/ownership-transfer',
      key: 'ownership-transfer',
      name: 'Ownership transfers',
      menu: { group: 'group-work', icon: 'transfer', order: 70, clientTabOf: 'vehicle' },
      actions: ['view', 'create', 'edit', 'approve'],
      clients: ['view', 'create', 'edit'],
      inClientMenu: true,
    },
    {
      path: '/model-request',
      key: 'model-request',
      name: 'Model requests',
      menu: { group: 'group-fleet', icon: 'message-question', order: 75, tabOf: 'vehicle' },
      actions: ['view', 'create', 'edit'],
      clients: ['view', 'create'],
      inClientMenu: true,
    },
  ],
};
