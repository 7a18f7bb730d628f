import type { FastifyRequest } from 'fastify';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { isMany } from '#kit/contract/fields.ts';
import { aadhaarMessage, holdsAadhaar, lastFour } from '#kit/contract/formats/find-aadhaar.ts';
import { excessOf } from '#kit/server/http/body/excess.ts';
import { received } from '#kit/server/http/body/received.ts';
import { Refusal, refuse } from '#kit/server/refusals.ts';
import { createBreath } from '#kit/server/turns/breath.ts';
import type { FileStore } from './store.ts';

/** A multipart body: scalars by their field's kind, files already received. Unknown parts keep their names for the schema to refuse. */
export interface MultipartInput {
  values: Record<string, unknown>;
  files: Record<string, FileRef | null>;
}

/**
 * Reads a multipart create or update. An empty text part under a file field means "remove the stored file"; files that
 * were received before something else was refused stay un-attached and are swept.
 */
export async function readMultipart(
  request: FastifyRequest,
  definition: AnyCatalogue,
  store: FileStore,
  who: { orgId: string | null; actorId: string | null },
): Promise<MultipartInput> {
  const texts = new Map<string, string[]>();
  const messages: Record<string, string> = {};
  const files: Record<string, FileRef | null> = {};
  const breathe = createBreath();
  const fieldOf = (name: string): AnyField | undefined =>
    Object.hasOwn(definition.fields, name) ? (definition.fields[name] as AnyField) : undefined;
  const once = (name: string) => {
    if (Object.hasOwn(files, name)) throw refuse.badInput({ [name]: 'Send this file once' });
  };
  try {
    for await (const part of request.parts()) {
      const name = part.fieldname;
      const field = fieldOf(name);
      if (part.type === 'file') {
        if (field?.kind !== 'file') {
          part.file.resume();
          throw refuse.badInput({ [name]: field ? 'This field takes no file' : 'Not a field of this record' });
        }
        once(name);
        files[name] = await store.receive({
          content: received<Buffer>(part.file, who.actorId ?? request.bodySender),
          expected: Number(request.headers['content-length']) || undefined,
          name: part.filename ?? '',
          declaredMime: part.mimetype.toLowerCase(),
          field,
          fieldName: name,
          ...who,
        });
        continue;
      }
      const value = String(part.value ?? '');
      if (part.valueTruncated) throw refuse.tooLarge('A part of the form is too large', name);
      if (field?.kind === 'file') {
        if (value !== '') throw refuse.badInput({ [name]: `${field.label} must be sent as a file` });
        once(name);
        files[name] = null;
      } else {
        // Looked into as it comes: a form has room for millions of characters.
        await breathe();
        const excess = excessOf(value);
        if (excess !== undefined) throw refuse.badInput({ [name]: excess });
        const given = texts.get(name) ?? [];
        if (given.length > 0 && !(field && isMany(field))) throw refuse.badInput({ [name]: 'Send this field once' });
        texts.set(name, given);
        const rule = field?.kind === 'text' ? field.aadhaar : undefined;
        const kept = rule === 'last4' ? (lastFour(value) ?? value) : value;
        if (rule !== 'taken' && holdsAadhaar(kept)) messages[name] = aadhaarMessage;
        given.push(kept);
      }
    }
  } catch (error) {
    throw readable(error);
  }
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, given] of texts) values[name] = valueOf(fieldOf(name), given);
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  return { values: { ...values }, files };
}

function valueOf(field: AnyField | undefined, given: readonly string[]): unknown {
  if (field && isMany(field)) {
    const only = given.length === 1 ? (given[0] as string) : undefined;
    if (only?.startsWith('[')) return parseJson(only) ?? [only];
    return given.filter((one) => one !== '');
  }
  const value = given[0] as string;
  if (value === '') return null;
  switch (field?.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
    case 'flag':
      return /^(true|1|on)$/.test(value) ? true : /^(false|0|off)$/.test(value) ? false : value;
    case 'place':
      return parseJson(value) ?? value;
    default:
      return value;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the parser throws about a broken, cut or oversized body is the sender's doing. */
function readable(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(REQ_FILE_TOO_LARGE|PARTS_LIMIT|FILES_LIMIT|FIELDS_LIMIT)$/.test(code))
    return refuse.tooLarge('The upload is too large or has too many parts');
  if (
    code === 'FST_PROTO_VIOLATION' ||
    code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' ||
    /multipart|boundary|unexpected end|part terminated|premature|aborted/i.test(`${code} ${error.message}`)
  )
    return refuse.badInput({ '': 'The multipart body is broken' });
  return error;
}
