/** A plate by which nobody finds the vehicle: its state and its last two characters, `MH••••••21`. */
export const maskedPlate = (plate: string): string =>
  plate.length <= 4
    ? '•'.repeat(plate.length)
    : `${plate.slice(0, 2)}${'•'.repeat(plate.length - 4)}${plate.slice(-2)}`;
