import * as z from 'zod/mini';

/** Where the number of a limit comes from. */
export const limitSources = ['RULE', 'STATE', 'ROAD_TYPE', 'STATUTORY', 'OSM_ADVISORY', 'GEOFENCE', 'NONE'] as const;
const directions = ['FORWARD', 'BACKWARD'] as const;

const limit = z.strictObject({
  limitKmh: z.nullable(z.int()),
  source: z.enum(limitSources),
  /** The version of the rule, road type or row of the law. */
  ruleId: z.nullable(z.string()),
  version: z.nullable(z.int()),
  /** A higher number would have applied, had this one not been below it. */
  capped: z.boolean(),
});

const place = {
  id: z.string(),
  name: z.string(),
  ref: z.nullable(z.string()),
  typeName: z.string(),
  state: z.string(),
  structure: z.string(),
  layer: z.int(),
  /** Metres along the line. */
  offsetM: z.number(),
  /** Metres from the point that was asked for; null where a place on the road was. */
  distanceM: z.nullable(z.number()),
  direction: z.enum(directions),
  /** By the heading or because traffic runs one way; else the limit of the other direction stands beside it. */
  isDirectionKnown: z.boolean(),
  limit,
  opposite: z.nullable(limit),
};

/** What GET /road/probe answers. */
export const probeAnswer = z.strictObject({
  at: z.string(),
  road: z.nullable(
    z.strictObject({
      ...place,
      /** Where on the line, degrees; null of a road without one. */
      lat: z.nullable(z.number()),
      lon: z.nullable(z.number()),
      /** Rules that hold here, the one that applies first. */
      rules: z.array(
        z.strictObject({
          id: z.string(),
          version: z.int(),
          limitKmh: z.int(),
          reasonCode: z.string(),
          orderNo: z.nullable(z.string()),
        }),
      ),
      /** For information: OpenStreetMap's figure, which decides nothing while there is another. */
      advisoryKmh: z.nullable(z.int()),
    }),
  ),
  /** Other roads within reach: where they have other limits, the place is ambiguous. */
  others: z.array(z.strictObject(place)),
  tolerance: z.strictObject({
    /** Of the law, per cent, and up to which speed it lets pass. */
    statutoryPct: z.int(),
    statutoryUptoKmh: z.nullable(z.number()),
    companyBufferKmh: z.int(),
    configuration: z.nullable(z.strictObject({ id: z.string(), name: z.string(), version: z.int() })),
  }),
  /** Of the speed that was asked for. */
  speed: z.nullable(
    z.strictObject({ kmh: z.number(), overLimit: z.boolean(), actionable: z.boolean(), beyondBuffer: z.boolean() }),
  ),
});
export type Probe = z.infer<typeof probeAnswer>;
