// Made from offers.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'offers.reach': never;
    'offers.vehicles': '#count';
    'offers.organisations': '#count';
    'offers.byPolicy': never;
    'offers.usesLeft': '#count';
    'offers.unlimited': never;
    'offers.preview': never;
    'offers.state': never;
    'offers.until': 'day';
    'offers.off': 'value';
    'offers.states.SCHEDULED': never;
    'offers.states.LIVE': never;
    'offers.states.PAUSED': never;
    'offers.states.ENDED': never;
  }
}
