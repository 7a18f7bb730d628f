// Made from dashboard.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'dashboard.title': never;
    'dashboard.asOf': 'day' | 'time';
    'dashboard.work': never;
    'dashboard.urgent': never;
    'dashboard.openOne': 'one';
    'dashboard.devices': never;
    'dashboard.workDone': never;
    'dashboard.workDoneText': never;
    'dashboard.nothingIn': never;
    'dashboard.lists': never;
    'dashboard.changedLast': never;
    'dashboard.inactive': 'count';
    'dashboard.nothing': never;
    'dashboard.nothingText': never;
    'dashboard.fleet': never;
    'dashboard.onMap': never;
    'dashboard.mapOf': '#count';
    'dashboard.alsoIn': never;
    'dashboard.onTrip': never;
    'dashboard.latestTrips': never;
    'dashboard.allTrips': never;
    'dashboard.tripFacts': 'distance' | 'duration';
    'dashboard.changes': never;
    'dashboard.noChanges': never;
    'dashboard.noChangesText': never;
    'dashboard.many': 'count' | 'records';
    'dashboard.charts': never;
    'dashboard.chart.asTable': never;
    'dashboard.chart.day': never;
    'dashboard.chart.week': never;
    'dashboard.chart.span': 'from' | 'to';
    'dashboard.chart.summary': 'most' | 'total' | 'value';
    'dashboard.first.title': never;
    'dashboard.first.done': 'count' | 'done';
    'dashboard.first.hide': never;
    'dashboard.first.isDone': never;
    'dashboard.first.steps.vehicle': never;
    'dashboard.first.steps.vehicle-kyc-doc': never;
    'dashboard.first.steps.drivers': never;
    'dashboard.first.steps.geofence': never;
    'dashboard.first.steps.app-user': never;
    'dashboard.first.why.vehicle': never;
    'dashboard.first.why.vehicle-kyc-doc': never;
    'dashboard.first.why.drivers': never;
    'dashboard.first.why.geofence': never;
    'dashboard.first.why.app-user': never;
  }
}
