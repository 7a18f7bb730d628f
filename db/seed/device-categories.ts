/** Kinds of devices: code, name, protocol, what they can tell, usual interval in seconds. */
export const deviceCategories: readonly (readonly [
  code: string,
  name: string,
  protocol: string | null,
  capabilities: readonly string[],
  intervalS: number | null,
])[] = [
  ['GPS_TRACKER', 'GPS tracker', 'GT06', ['POSITION', 'IGNITION', 'POWER_CUT', 'IMMOBILISER'], 10],
  [
    'AIS140_VLTD',
    'AIS-140 tracking device',
    'AIS140',
    ['POSITION', 'IGNITION', 'SOS', 'TAMPER', 'POWER_CUT', 'ENFORCEMENT'],
    10,
  ],
  ['OBD2', 'OBD-II plug', 'TELTONIKA', ['POSITION', 'IGNITION', 'OBD', 'FUEL'], 10],
  ['DASHCAM', 'Dashboard camera', null, ['POSITION', 'VIDEO', 'SOS'], 30],
  ['CAN', 'CAN bus logger', 'TELTONIKA', ['POSITION', 'IGNITION', 'OBD', 'FUEL', 'TEMPERATURE'], 10],
  ['PHONE_APP', 'Telephone app', 'OSMAND', ['POSITION', 'SOS'], 15],
  ['ASSET', 'Asset tracker with battery', 'TELTONIKA', ['POSITION', 'TAMPER'], 3_600],
];
