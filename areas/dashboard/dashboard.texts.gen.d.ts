// Made from dashboard.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'dashboard.title': never;
    'dashboard.asOf': 'day' | 'time';
    'dashboard.work': never;
    'dashboard.workDone': never;
    'dashboard.workDoneText': never;
    'dashboard.nothingIn': never;
    'dashboard.lists': never;
    'dashboard.changedLast': never;
    'dashboard.inactive': 'count';
    'dashboard.nothing': never;
    'dashboard.nothingText': never;
    'dashboard.fleet': never;
    'dashboard.onTrip': never;
    'dashboard.latestTrips': never;
    'dashboard.allTrips': never;
    'dashboard.tripFacts': 'distance' | 'duration';
    'dashboard.changes': never;
    'dashboard.noChanges': never;
    'dashboard.noChangesText': never;
    'dashboard.many': 'count' | 'records';
  }
}
