// Made from alarms-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.device-alarm.name': never;
    'notices.device-alarm.title': 'alarm' | 'at' | 'vehicle';
    'notices.device-alarm-urgent.name': never;
    'notices.device-alarm-urgent.title': 'alarm' | 'at' | 'vehicle';
  }
}
