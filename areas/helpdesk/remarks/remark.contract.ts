/** Who reads a remark: staff alone, or the customer as well. */
export const visibilities = ['INTERNAL', 'CUSTOMER'] as const;
export type Visibility = (typeof visibilities)[number];
