// Made from geofences-notices.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notices.geofence-alert.name': never;
    'notices.geofence-alert.title': 'at' | 'event' | 'geofence' | 'vehicle';
  }
}
