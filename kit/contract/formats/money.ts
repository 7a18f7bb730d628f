const inRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Paise as people read them: ₹12,34,567.50, or −₹1.00 with a sign that is no hyphen. */
export const moneyText = (paise: number): string => inRupees.format(paise / 100).replace('-', '−');
