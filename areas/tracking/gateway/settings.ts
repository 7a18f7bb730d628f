/** Where devices of each protocol are expected, unless it is said otherwise. Teltonika's is listened to over TCP and UDP. */
export const usualPorts: Readonly<Record<string, number>> = {
  osmand: 5055,
  gt06: 5023,
  teltonika: 5027,
  h02: 5013,
  gps103: 5001,
  tk103: 5002,
  its: 5179,
  vlt: 5180,
};
