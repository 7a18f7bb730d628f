/** event.json: who, what, when and where, as it was known when the bundle was made. Times are ISO UTC. */
export interface EventPart {
  violation: {
    id: string;
    revision: number;
    hash: string;
    tier: string;
    severity: string;
    fromAt: string;
    toAt: string;
    road: string;
    lat: number;
    lon: number;
    decidedAt: string;
    /** Null: the speed configuration did, since every check was passed. */
    decidedBy: string | null;
    note: string | null;
  };
  vehicle: { id: string; registrationNo: string; organisationId: string; organisation: string; speedClass: string };
  /** Who was assigned to the vehicle at that instant. */
  driver: { id: string; name: string } | null;
  device: {
    id: string;
    identifier: string;
    model: string | null;
    /** Of the period in which it was in the vehicle at that instant. */
    installationId: string | null;
    installedFrom: string | null;
    installedTo: string | null;
    certificateNo: string | null;
    certificateUpto: string | null;
    /** The greatest offset of its clock from the server’s during the trip, milliseconds; null where it was not noted. */
    clockOffsetMs: number | null;
  };
  product: { name: string; version: string };
}
