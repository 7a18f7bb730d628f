/** The colour that a plate has in India: green for electric, yellow for transport, white for private vehicles. */
export function plateUse(fuelType: string | null, isTransport = false): 'private' | 'transport' | 'electric' {
  if (fuelType === 'ELECTRIC') return 'electric';
  return isTransport ? 'transport' : 'private';
}
