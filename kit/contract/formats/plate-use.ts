/** What a vehicle is used for, as the colour of its registration plate says it. */
export const plateUses = ['PRIVATE', 'COMMERCIAL', 'ELECTRIC', 'ELECTRIC_COMMERCIAL'] as const;
export type PlateUse = (typeof plateUses)[number];
