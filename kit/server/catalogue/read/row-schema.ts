import * as z from 'zod/mini';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { refName, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField, Field } from '#kit/contract/fields.ts';
import { isMany, titlePlate } from '#kit/contract/fields.ts';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { actions } from '#kit/contract/rights.ts';
import type { Registry } from '../registry.ts';

const time = z.string();
const place = z.object({ lat: z.number(), lon: z.number() });
const fileRef = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});

function valueSchema(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'integer':
    case 'money':
      return z.int();
    case 'decimal':
      return z.number();
    case 'flag':
      return z.boolean();
    case 'choice':
      return field.numeric
        ? z.literal(field.choices.map((choice) => Number(choice.value)))
        : z.enum(field.choices.map((choice) => choice.value));
    case 'file':
      return fileRef;
    case 'place':
      return place;
    default:
      return z.string();
  }
}

/** The answered row of a catalogue as a schema: documentation, and the oracle of the conformance suite. */
export function rowSchema(registry: Registry, definition: AnyCatalogue): z.ZodMiniObject {
  const shape: Record<string, z.ZodMiniType> = { id: z.string(), title: z.string() };
  for (const [name, field] of Object.entries<AnyField>(shownFields(definition))) {
    const value = isMany(field) ? z.array(valueSchema(field)) : valueSchema(field);
    shape[name] = field.optional && !isMany(field) ? z.nullable(value) : value;
    if (field.kind === 'text' && field.plate === 'plateUse') shape[field.plate] = z.enum(plateUses);
    if (field.kind === 'ref') {
      const named = { id: z.string(), label: z.string(), status: z.int() };
      const isUsed = titlePlate(registry.get(field.to))?.plate === 'plateUse';
      shape[refName(name)] = z.nullable(z.object(isUsed ? { ...named, plateUse: z.enum(plateUses) } : named));
    }
  }
  return z.strictObject({
    ...shape,
    status: z.enum({ inactive: 0, active: 1 }),
    version: z.int(),
    createdAt: time,
    createdBy: z.nullable(z.string()),
    updatedAt: time,
    updatedBy: z.nullable(z.string()),
    deletedAt: z.nullable(time),
    ...(definition.guarded ? { rights: z.array(z.enum(actions)) } : {}),
  });
}
