import type { Choice } from '#kit/contract/fields.ts';

/** The 28 states and 8 union territories by their registration code (CMVR rule 50 plates carry these letters). */
export const states = [
  { value: 'AN', label: 'Andaman and Nicobar Islands' },
  { value: 'AP', label: 'Andhra Pradesh' },
  { value: 'AR', label: 'Arunachal Pradesh' },
  { value: 'AS', label: 'Assam' },
  { value: 'BR', label: 'Bihar' },
  { value: 'CG', label: 'Chhattisgarh' },
  { value: 'CH', label: 'Chandigarh' },
  { value: 'DD', label: 'Dadra and Nagar Haveli and Daman and Diu' },
  { value: 'DL', label: 'Delhi' },
  { value: 'GA', label: 'Goa' },
  { value: 'GJ', label: 'Gujarat' },
  { value: 'HP', label: 'Himachal Pradesh' },
  { value: 'HR', label: 'Haryana' },
  { value: 'JH', label: 'Jharkhand' },
  { value: 'JK', label: 'Jammu and Kashmir' },
  { value: 'KA', label: 'Karnataka' },
  { value: 'KL', label: 'Kerala' },
  { value: 'LA', label: 'Ladakh' },
  { value: 'LD', label: 'Lakshadweep' },
  { value: 'MH', label: 'Maharashtra' },
  { value: 'ML', label: 'Meghalaya' },
  { value: 'MN', label: 'Manipur' },
  { value: 'MP', label: 'Madhya Pradesh' },
  { value: 'MZ', label: 'Mizoram' },
  { value: 'NL', label: 'Nagaland' },
  { value: 'OD', label: 'Odisha' },
  { value: 'PB', label: 'Punjab' },
  { value: 'PY', label: 'Puducherry' },
  { value: 'RJ', label: 'Rajasthan' },
  { value: 'SK', label: 'Sikkim' },
  { value: 'TN', label: 'Tamil Nadu' },
  { value: 'TR', label: 'Tripura' },
  { value: 'TS', label: 'Telangana' },
  { value: 'UK', label: 'Uttarakhand' },
  { value: 'UP', label: 'Uttar Pradesh' },
  { value: 'WB', label: 'West Bengal' },
] as const satisfies readonly Choice[];

/** The code of a state by its name, as places have it. */
export const stateOf = (name: string | undefined): string | null =>
  name === undefined || name === ''
    ? null
    : (states.find(({ label }) => label === name || label.startsWith(`${name} `))?.value ?? null);
