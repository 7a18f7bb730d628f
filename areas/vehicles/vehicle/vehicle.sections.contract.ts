/** What belongs together among the facts of a vehicle. */
export const vehicleSections = [
  {
    title: 'Number and owner',
    fields: [
      'registrationNo',
      'orgId',
      'registrationKind',
      'registrationEndsOn',
      'rtoId',
      'registeredOn',
      'state',
      'nextDeadline',
    ],
  },
  {
    title: 'Vehicle',
    fields: [
      'modelId',
      'specificationId',
      'brandId',
      'unlistedModel',
      'typeId',
      'categoryId',
      'chassisNo',
      'engineNo',
      'fuelType',
      'emissionNorm',
      'colour',
      'seats',
      'gvwKg',
      'manufacturedOn',
    ],
  },
  {
    title: 'Ownership and use',
    fields: ['ownership', 'ownerSerial', 'financier', 'odometerKm', 'fastagId', 'blacklisted', 'photo'],
  },
] as const;
