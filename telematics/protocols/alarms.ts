/** What devices cry about, one name each in every protocol; the values are the words that support staff and exports see. */
export const alarmWords = {
  SOS: 'sos',
  POWER_CUT: 'powerCut',
  POWER_RESTORED: 'powerRestored',
  POWER_OFF: 'powerOff',
  POWER_ON: 'powerOn',
  LOW_POWER: 'lowPower',
  LOW_BATTERY: 'lowBattery',
  TAMPER: 'tampering',
  REMOVED: 'removing',
  VIBRATION: 'vibration',
  IGNITION_ON: 'ignitionOn',
  IGNITION_OFF: 'ignitionOff',
  OVERSPEED: 'overspeed',
  LOW_SPEED: 'lowSpeed',
  IDLE: 'idle',
  MOVEMENT: 'movement',
  FENCE: 'geofence',
  FENCE_ENTER: 'geofenceEnter',
  FENCE_EXIT: 'geofenceExit',
  TOW: 'tow',
  ACCELERATION: 'hardAcceleration',
  BRAKING: 'hardBraking',
  CORNERING: 'hardCornering',
  ACCIDENT: 'accident',
  FALL: 'fallDown',
  DOOR: 'door',
  JAMMING: 'jamming',
  FUEL_LEAK: 'fuelLeak',
  TEMPERATURE: 'temperature',
  FATIGUE: 'fatigueDriving',
  SHOCK: 'shock',
  FAULT: 'fault',
  BONNET: 'bonnet',
  FOOTBRAKE: 'footBrake',
  GPS_ANTENNA_CUT: 'gpsAntennaCut',
  GENERAL: 'general',
} as const;

export type AlarmName = keyof typeof alarmWords;

/** What apps cry, in lower case, by the words that other servers have for it. */
export const alarmsByWord: Readonly<Record<string, AlarmName>> = Object.fromEntries(
  Object.entries(alarmWords).map(([name, word]) => [word.toLowerCase(), name as AlarmName]),
);
