import { createRequire } from 'node:module';
import type Sanitize from 'sanitize-html';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';

let loaded: typeof Sanitize | undefined;
/** Fetched for the first formatted text: whoever starts the product need not wait for it. */
const sanitize: (...given: Parameters<typeof Sanitize>) => string = (...given) =>
  (loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof Sanitize)(...given);

/** Links of today are https; they say nothing to the page they lead to about where they stood. */
const secureLink: Sanitize.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: {
    ...(attribs['href'] ? { href: attribs['href'].replace(/^http:/i, 'https:') } : {}),
    rel: 'noopener noreferrer',
  },
});

/** What formatted texts may hold: structure and links, nothing that runs, loads or changes the page around it. */
const rules: Sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'code', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { a: secureLink, h1: 'h3', h2: 'h3' },
  enforceHtmlBoundary: true,
};

/** Formatted text as it may be stored: the allowed elements of what was sent, in balanced form. */
export const cleanHtml = (html: string): string => sanitize(html, rules).trim();

/**
 * Cleans the formatted texts of checked values in place.
 * @returns a message per field that holds no words once it is clean.
 */
export function cleanRichTexts(definition: AnyCatalogue, values: Record<string, unknown>): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const value = values[name];
    if (field.kind !== 'longText' || !field.rich || typeof value !== 'string') continue;
    const clean = cleanHtml(value);
    values[name] = clean;
    const most = field.max ?? 5_000;
    if (clean.length > most) messages[name] = `${field.label} can have at most ${most} characters, formatting included`;
    if (sanitize(clean, { allowedTags: [] }).trim() !== '') continue;
    if (field.optional) values[name] = null;
    else messages[name] = `${field.label} is required`;
  }
  return messages;
}
