/** What becomes of an alarm. */
export const treatments = [
  { value: 'ACKNOWLEDGE', label: 'Must be acknowledged' },
  { value: 'RECORD', label: 'Recorded only' },
  { value: 'IGNORE', label: 'Not recorded' },
] as const;
export type Treatment = (typeof treatments)[number]['value'];

/** How people are told. Everybody can choose other channels among their notifications. */
export const notifyWays = [
  { value: 'NOBODY', label: 'No one is notified' },
  { value: 'NORMAL', label: 'In the app' },
  { value: 'URGENT', label: 'Urgent: in the app and by email, also in quiet hours' },
] as const;
export type NotifyWay = (typeof notifyWays)[number]['value'];

/** What devices report, in the words of the people who read it. */
export const alarmKinds = [
  { value: 'SOS', label: 'SOS button' },
  { value: 'ACCIDENT', label: 'Accident' },
  { value: 'POWER_CUT', label: 'Power cut' },
  { value: 'TAMPER', label: 'Tampering' },
  { value: 'JAMMING', label: 'Signal jamming' },
  { value: 'TOW', label: 'Towing' },
  { value: 'FUEL_LEAK', label: 'Fuel leak' },
  { value: 'TEMPERATURE', label: 'Temperature' },
  { value: 'FATIGUE', label: 'Driver fatigue' },
  { value: 'LOW_BATTERY', label: 'Low battery' },
  { value: 'FAULT', label: 'Device fault' },
  { value: 'SHOCK', label: 'Shock' },
  { value: 'DOOR', label: 'Door' },
  { value: 'OVERSPEED', label: 'Overspeed by the device' },
  { value: 'BRAKING', label: 'Harsh braking' },
  { value: 'ACCELERATION', label: 'Harsh acceleration' },
  { value: 'CORNERING', label: 'Harsh cornering' },
] as const;
export type AlarmKind = (typeof alarmKinds)[number]['value'];

export const alarmStates = [
  { value: 'NEW', label: 'Not acknowledged', tone: 'bad' },
  { value: 'ACKNOWLEDGED', label: 'Acknowledged', tone: 'ok' },
  { value: 'RECORDED', label: 'Recorded', tone: 'off' },
  { value: 'EMERGENCY', label: 'Handled as an emergency', tone: 'info' },
] as const;
export type AlarmState = (typeof alarmStates)[number]['value'];
