/*
 * Who and what the demo's fleets are made of. Nobody here is anybody: names are put together from common first and last names,
 * mobile numbers begin with 70000 0, which no operator gives out, plates are of the ZZ series, chassis numbers of a maker that
 * does not exist, licence numbers of a count that no office reaches, and every paper says SPECIMEN.
 */

/** What a haulage firm of western India drives, most of them several times: [brand, model, fuel, category, colour]. */
export type FleetModel = readonly [brand: string, model: string, fuel: string, category: string, colour: string];

export const haulerModels: readonly FleetModel[] = [
  ['Tata', 'Signa 4825.T', 'DIESEL', 'GOODS_HEAVY', 'White'],
  ['Ashok Leyland', 'AVTR 5525 TT', 'DIESEL', 'ARTICULATED_VEHICLE', 'Blue'],
  ['Tata', 'Intra V30', 'DIESEL', 'GOODS_LIGHT', 'White'],
  ['Eicher', 'Pro 6028', 'DIESEL', 'GOODS_HEAVY', 'White'],
  ['Mahindra', 'Bolero Pik-Up 1.7T', 'DIESEL', 'GOODS_LIGHT', 'White'],
  ['BharatBenz', '2823R', 'DIESEL', 'GOODS_HEAVY', 'Grey'],
  ['Tata', 'Ace Gold', 'DIESEL', 'GOODS_LIGHT', 'White'],
  ['Ashok Leyland', 'Bada Dost i4', 'DIESEL', 'GOODS_LIGHT', 'Silver'],
  ['Tata', 'Ace EV', 'ELECTRIC', 'GOODS_LIGHT', 'Blue'],
  ['Tata', 'LPT 1512', 'DIESEL', 'GOODS_HEAVY', 'Yellow'],
  ['Ashok Leyland', 'AVTR 3520', 'DIESEL', 'GOODS_HEAVY', 'White'],
  ['Eicher', 'Pro 2049', 'DIESEL', 'GOODS_LIGHT', 'White'],
  ['Tata', 'Signa 5530.S', 'DIESEL', 'ARTICULATED_VEHICLE', 'White'],
  ['Mahindra', 'Blazo X 35', 'DIESEL', 'GOODS_HEAVY', 'Red'],
  ['Maruti Suzuki', 'Super Carry', 'CNG', 'GOODS_LIGHT', 'White'],
  ['Tata', 'LPT 1109', 'DIESEL', 'GOODS_MEDIUM', 'White'],
  ['Mahindra', 'Treo Zor', 'ELECTRIC', 'THREE_WHEELER_GOODS', 'Blue'],
  ['Tata', 'Signa 2825.K', 'DIESEL', 'GOODS_HEAVY', 'Yellow'],
  ['Toyota', 'Innova Crysta', 'DIESEL', 'MOTOR_CAR', 'Grey'],
  ['Hero', 'Splendor Plus', 'PETROL', 'TWO_WHEELER', 'Black'],
];
export const coldChainModels: readonly FleetModel[] = [
  ['Ashok Leyland', 'Bada Dost i4', 'DIESEL', 'GOODS_LIGHT', 'White'],
  ['Tata', '407 Gold SFC', 'DIESEL', 'GOODS_LIGHT', 'White'],
  ['Eicher', 'Pro 3019', 'DIESEL', 'GOODS_HEAVY', 'White'],
  ['Mahindra', 'Bolero Pik-Up 1.5T', 'DIESEL', 'GOODS_LIGHT', 'White'],
];
export const familyModels: readonly FleetModel[] = [
  ['Maruti Suzuki', 'Swift', 'PETROL', 'MOTOR_CAR', 'Red'],
  ['Hyundai', 'Creta', 'PETROL', 'MOTOR_CAR', 'White'],
  ['Honda', 'Activa 6G', 'PETROL', 'TWO_WHEELER_GEARLESS', 'Grey'],
];
export const personModels: readonly FleetModel[] = [['Tata', 'Tiago EV', 'ELECTRIC', 'MOTOR_CAR', 'Blue']];

export const firstNames = [
  'Ganesh',
  'Salim',
  'Prakash',
  'Suresh',
  'Anita',
  'Vijay',
  'Rajesh',
  'Irfan',
  'Balu',
  'Deepak',
  'Sandeep',
  'Kiran',
  'Mohan',
  'Yusuf',
  'Nilesh',
  'Ravi',
  'Santosh',
  'Lata',
  'Dinesh',
  'Amol',
];
/** Every first name meets another last name each time round. */
export const lastNames = [
  'Pawar',
  'Ansari',
  'Jadhav',
  'Shinde',
  'Gaikwad',
  'More',
  'Chavan',
  'Sheikh',
  'Kamble',
  'Patil',
  'Yadav',
  'Naik',
  'Kale',
  'Pathan',
  'Bhosale',
  'Salunkhe',
  'Mane',
  'Waghmare',
  'Rathod',
  'Thorat',
  'Gupta',
  'Solanki',
  'Nair',
];

/** [name, speciality, hospital, state, district, medical council, latitude, longitude] */
export const doctors: readonly (readonly [string, string, string, string, string, string, number, number])[] = [
  ['Dr Anjali Gokhale', 'General medicine', 'Nigdi Drivers’ Clinic', 'MH', 'Pune', 'Maharashtra', 18.65, 73.77],
  ['Dr Vivek Sathe', 'Occupational health', 'Chakan Health Post', 'MH', 'Pune', 'Maharashtra', 18.76, 73.86],
  ['Dr Farhan Qureshi', 'General medicine', 'Bhiwandi Road Clinic', 'MH', 'Thane', 'Maharashtra', 19.3, 73.06],
  ['Dr Sneha Kulkarni', 'Ophthalmology', 'Nashik Eye Room', 'MH', 'Nashik', 'Maharashtra', 19.99, 73.79],
  ['Dr Ramesh Hegde', 'General medicine', 'Peenya Clinic', 'KA', 'Bengaluru Urban', 'Karnataka', 13.03, 77.52],
  ['Dr Shobha Rao', 'Occupational health', 'Hubballi Health Post', 'KA', 'Dharwad', 'Karnataka', 15.36, 75.12],
  ['Dr Hetal Shah', 'General medicine', 'Narol Clinic', 'GJ', 'Ahmedabad', 'Gujarat', 22.97, 72.6],
  ['Dr Jignesh Parmar', 'ENT', 'Surat Hearing Room', 'GJ', 'Surat', 'Gujarat', 21.17, 72.83],
  ['Dr Padma Reddy', 'General medicine', 'Sanath Nagar Clinic', 'TS', 'Hyderabad', 'Telangana', 17.45, 78.44],
  ['Dr Naveen Goud', 'Occupational health', 'Patancheru Health Post', 'TS', 'Sangareddy', 'Telangana', 17.53, 78.26],
  ['Dr Meena Sundaram', 'General medicine', 'Madhavaram Clinic', 'TN', 'Chennai', 'Tamil Nadu', 13.15, 80.23],
  ['Dr Karthik Raman', 'Ophthalmology', 'Hosur Eye Room', 'TN', 'Krishnagiri', 'Tamil Nadu', 12.74, 77.83],
];
