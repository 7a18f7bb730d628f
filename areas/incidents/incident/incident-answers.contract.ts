import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';

/** A line of what happened in an incident. */
export const incidentEntry = z.strictObject({
  no: z.int(),
  at: z.string(),
  kind: z.enum([
    'RAISED',
    'REPEATED',
    'ESCALATED',
    'ACKNOWLEDGED',
    'CALLED',
    'EMAILED',
    'RESPONDER_SENT',
    'NOTE',
    'MOVED',
    'RESOLVED',
    'FALSE_ALARM',
  ]),
  /** Who was called, written to or sent; null for clients where staff called somebody else. */
  person: z.nullable(z.string()),
  number: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** Empty for clients where staff did it. */
  actor: z.string(),
  byStaff: z.boolean(),
  staffOnly: z.boolean(),
});

const contact = z.strictObject({
  /** Null where it is no record of its own: the contact that a driver named. */
  id: z.nullable(z.string()),
  name: z.string(),
  /** Whose contact it is. */
  person: z.string(),
  relation: z.nullable(z.string()),
  numbers: z.array(z.string()),
  email: z.nullable(z.string()),
  /** The day they agreed to be called; null: nobody noted that. */
  consentOn: z.nullable(z.string()),
  /** Whether they may be written to: they agreed, have an address and chose it. */
  mayBeEmailed: z.boolean(),
});
export type IncidentContact = z.infer<typeof contact>;

/** Whom to call about an incident, the first one first. */
export const incidentCard = z.strictObject({
  driver: z.nullable(z.strictObject({ name: z.string(), mobile: z.nullable(z.string()) })),
  contacts: z.array(contact),
  /** Emergency numbers of the state where it is, and of all of India. */
  numbers: z.array(
    z.strictObject({ name: z.string(), number: z.string(), kind: z.string(), state: z.nullable(z.string()) }),
  ),
});
export type IncidentCard = z.infer<typeof incidentCard>;

/** An incident as screens show it that is open everywhere. */
export const openIncident = z.strictObject({
  id: z.string(),
  version: z.int(),
  incidentNo: z.string(),
  incidentState: z.enum(['RAISED', 'ACKNOWLEDGED', 'CONTACTED', 'RESPONDER_SENT']),
  isTest: z.boolean(),
  what: z.string(),
  vehicleId: z.nullable(z.string()),
  vehicle: z.nullable(z.string()),
  plateUse: z.nullable(z.enum(plateUses)),
  driver: z.nullable(z.string()),
  organisation: z.string(),
  place: z.nullable(z.string()),
  raisedAt: z.string(),
  heardAt: z.string(),
  repeats: z.int(),
  escalation: z.int(),
});
export type OpenIncident = z.infer<typeof openIncident>;
