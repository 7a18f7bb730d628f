// Made from what-if.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'whatIf.title': never;
    'whatIf.about': never;
    'whatIf.ask': never;
    'whatIf.stale': never;
    'whatIf.nothing': 'from' | 'to';
    'whatIf.looked': 'from' | 'looked' | 'to';
    'whatIf.cut': never;
    'whatIf.changed': never;
    'whatIf.vehicles': never;
    'whatIf.more': never;
    'whatIf.less': never;
    'whatIf.newly': never;
    'whatIf.gone': never;
    'whatIf.before': never;
    'whatIf.after': never;
    'whatIf.rows': never;
    'whatIf.violation': never;
    'whatIf.vehicle': never;
    'whatIf.speed': never;
    'whatIf.kmh': 'limit' | 'speed';
    'whatIf.now': never;
    'whatIf.then': never;
    'whatIf.noRule': never;
  }
}
