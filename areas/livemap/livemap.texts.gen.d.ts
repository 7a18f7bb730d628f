// Made from livemap.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'livemap.title': never;
    'livemap.views.map': never;
    'livemap.views.table': never;
    'livemap.view': never;
    'livemap.label': 'count';
    'livemap.roads': never;
    'livemap.search': never;
    'livemap.count': '#count' | 'number';
    'livemap.live': never;
    'livemap.waiting': never;
    'livemap.motions.MOVING': never;
    'livemap.motions.IDLE': never;
    'livemap.motions.STOPPED': never;
    'livemap.motions.SILENT': never;
    'livemap.motions.NONE': never;
    'livemap.countOf': 'motion' | 'number';
    'livemap.alarm': never;
    'livemap.status': never;
    'livemap.compliance': never;
    'livemap.group': never;
    'livemap.sort': never;
    'livemap.sorts.status': never;
    'livemap.sorts.fix': never;
    'livemap.sorts.speed': never;
    'livemap.sorts.plate': never;
    'livemap.vehicle': never;
    'livemap.driver': never;
    'livemap.noDriver': never;
    'livemap.speed': never;
    'livemap.kmh': never;
    'livemap.place': never;
    'livemap.lastFix': never;
    'livemap.now': never;
    'livemap.none': never;
    'livemap.noneText': never;
    'livemap.noMatch': never;
    'livemap.grouped': never;
    'livemap.follow': never;
    'livemap.following': never;
    'livemap.replay': never;
    'livemap.openVehicle': never;
    'livemap.call': 'driver';
    'livemap.mayRun': never;
    'livemap.today': never;
    'livemap.todayText': 'distance' | 'trips';
    'livemap.close': never;
    'livemap.more': never;
    'livemap.tableLabel': never;
    'livemap.showOnMap': never;
    'livemap.failed': never;
  }
}
