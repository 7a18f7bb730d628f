// Made from duty.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'duty.rule.midnight': 'day';
    'duty.rule.held': 'day';
    'duty.rule.heldText': never;
    'duty.rule.vehicles': '#count' | 'number';
    'duty.rule.allVehicles': never;
    'duty.rule.everyDay': never;
    'duty.rule.wholeDay': never;
    'duty.rule.hours': 'from' | 'to';
  }
}
