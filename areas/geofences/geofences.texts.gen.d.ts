// Made from geofences.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'geofences.title': never;
    'geofences.alerts': never;
    'geofences.count': '#count' | 'number';
    'geofences.search': never;
    'geofences.event': never;
    'geofences.events.ENTER': never;
    'geofences.events.EXIT': never;
    'geofences.events.DWELL': never;
    'geofences.events.SPEEDING': never;
    'geofences.events.CROSSED': never;
    'geofences.happened.ENTER': 'geofence' | 'vehicle';
    'geofences.happened.EXIT': 'geofence' | 'vehicle';
    'geofences.happened.DWELL': 'geofence' | 'vehicle';
    'geofences.happened.SPEEDING': 'geofence' | 'vehicle';
    'geofences.happened.CROSSED': 'geofence' | 'vehicle';
    'geofences.many': 'count';
    'geofences.show': never;
    'geofences.allVisits': never;
    'geofences.geofence': never;
    'geofences.time': never;
    'geofences.place': never;
    'geofences.speed': never;
    'geofences.none': never;
    'geofences.noneText': never;
    'geofences.noMatchText': never;
    'geofences.map': never;
    'geofences.onMap': never;
    'geofences.showAlerts': never;
    'geofences.points': never;
    'geofences.draw': never;
    'geofences.drawAgain': never;
    'geofences.movePoints': never;
    'geofences.done': never;
    'geofences.import': never;
    'geofences.noShapes': never;
    'geofences.shapeOfFile': never;
    'geofences.shapeNumber': 'number';
    'geofences.keyboard': never;
    'geofences.how.CIRCLE': never;
    'geofences.how.POLYGON': never;
    'geofences.how.CORRIDOR': never;
    'geofences.how.POINTS': never;
    'geofences.test': never;
    'geofences.chooseTrip': never;
    'geofences.runTest': never;
    'geofences.wouldRaise': '#count';
    'geofences.notRaised': never;
    'geofences.cut': never;
  }
}
