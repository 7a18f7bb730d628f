import type { FileField } from '#kit/contract/fields.ts';
import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { normalForm } from '#kit/contract/normal-form.ts';
import { Gathered } from '#kit/server/bounded/gather.ts';
import { refuse } from '#kit/server/refusals.ts';

export interface Upload {
  content: AsyncIterable<Uint8Array>;
  /** Bytes that it has at most, where that is known. */
  expected?: number | undefined;
  name: string;
  declaredMime: string;
  field: FileField;
  fieldName: string;
  /** Organisation whose file it is; null for files of everybody's records. */
  orgId: string | null;
  actorId: string | null;
}

/** Reads an upload up to its limit; more is refused before anything is decoded. */
export async function collect({ content, expected, field, fieldName }: Upload): Promise<Buffer> {
  const gathered = new Gathered(Math.min(expected ?? field.maxBytes, field.maxBytes));
  for await (const part of content) {
    if (gathered.length + part.length > field.maxBytes) {
      const limit =
        field.maxBytes >= 1_048_576
          ? `${Math.floor(field.maxBytes / 1_048_576)} MB`
          : `${Math.floor(field.maxBytes / 1_024)} KB`;
      throw refuse.tooLarge(`${field.label} can have at most ${limit}`, fieldName);
    }
    gathered.add(part);
  }
  return gathered.take();
}

/** The last part of a given name without anything a file system or a header could stumble over. */
export function safeName(given: string, extension: string): string {
  // No file system keeps more, and none of it is shown.
  const base = maskAadhaar(given.slice(-1_000).split(/[\\/]/).at(-1) ?? '');
  const stem = normalForm(base, 'NFC')
    .replace(/\.[^.]*$/, '')
    // oxlint-disable-next-line no-control-regex -- control characters and direction overrides are what must go
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069"<>:|?*]/g, '')
    .replace(/^[.\s]+/, '')
    .trimEnd()
    .slice(0, 100);
  return `${stem || 'file'}.${extension}`;
}
