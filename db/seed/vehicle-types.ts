export interface VehicleTypeSeed {
  name: string;
  /** Tabler icon name in kebab case. */
  icon: string;
  /** 6 stands for six or more. */
  wheels: 2 | 3 | 4 | 6;
  /** Class of the speed table S.O. 1522(E), 6 April 2018. */
  speedClass: 'M1' | 'M2_M3' | 'N' | 'MOTORCYCLE' | 'QUADRICYCLE' | 'THREE_WHEELER';
}

type Row = readonly [
  name: string,
  icon: string,
  wheels: VehicleTypeSeed['wheels'],
  speed: VehicleTypeSeed['speedClass'],
];

// The speed table has no row for tractors, construction machines and fire tenders: they take the goods row, the lowest
// of the four-wheeled ones.
const rows: readonly Row[] = [
  ['Motorcycle', 'motorbike', 2, 'MOTORCYCLE'],
  ['Scooter', 'scooter', 2, 'MOTORCYCLE'],
  ['Moped', 'moped', 2, 'MOTORCYCLE'],
  ['Auto-rickshaw', 'scooter', 3, 'THREE_WHEELER'],
  ['E-rickshaw', 'scooter-electric', 3, 'THREE_WHEELER'],
  ['Three-wheeled carrier', 'truck-loading', 3, 'THREE_WHEELER'],
  ['E-cart', 'trolley', 3, 'THREE_WHEELER'],
  ['Quadricycle', 'car', 4, 'QUADRICYCLE'],
  ['Hatchback', 'car', 4, 'M1'],
  ['Sedan', 'car', 4, 'M1'],
  ['SUV', 'car-suv', 4, 'M1'],
  ['MPV', 'car-suv', 4, 'M1'],
  ['Coupe', 'car', 4, 'M1'],
  ['Convertible', 'car', 4, 'M1'],
  ['Double-cab pickup', 'car-off-road', 4, 'M1'],
  ['Ambulance', 'ambulance', 4, 'M1'],
  ['Tempo traveller', 'caravan', 4, 'M2_M3'],
  ['Minibus', 'bus', 4, 'M2_M3'],
  ['Bus', 'bus', 6, 'M2_M3'],
  ['Pickup truck', 'truck-delivery', 4, 'N'],
  ['Delivery van', 'truck-delivery', 4, 'N'],
  ['Light truck', 'truck', 4, 'N'],
  ['Truck', 'truck', 6, 'N'],
  ['Tipper', 'truck', 6, 'N'],
  ['Tanker', 'truck', 6, 'N'],
  ['Articulated truck', 'truck', 6, 'N'],
  ['Recovery vehicle', 'car-crane', 6, 'N'],
  ['Fire tender', 'firetruck', 6, 'N'],
  ['Tractor', 'tractor', 4, 'N'],
  ['Construction machine', 'backhoe', 4, 'N'],
];

/** Body types a vehicle is filed under. */
export const vehicleTypes: readonly VehicleTypeSeed[] = rows.map(([name, icon, wheels, speedClass]) => ({
  name,
  icon,
  wheels,
  speedClass,
}));
