// Made from alarms.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'alarms.acknowledge': never;
    'alarms.acknowledgeOne': 'vehicle' | 'what';
    'alarms.acknowledgeMany': '#count';
    'alarms.acknowledgeText': never;
    'alarms.note': never;
    'alarms.work.title': never;
    'alarms.work.unit': never;
    'alarms.mapOf': 'what';
    'alarms.offDuty': never;
  }
}
