import DOMPurify from 'dompurify';
import { setMarkupCleaner } from '../markup.ts';

/** The elements the server lets through; here they are cut down once more before the browser reads them. */
const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'blockquote',
    'code',
    'a',
    'body',
  ],
  ALLOWED_ATTR: ['href', 'rel'],
  ALLOWED_URI_REGEXP: /^(?:https:|mailto:|tel:)/i,
};
export const cleanHtml = (html: string): string => DOMPurify.sanitize(html, allowed);
setMarkupCleaner(cleanHtml);

/** Formatted text as readers see it. */
export function RichText({ html }: { html: string }) {
  // Cleaned by the server when it was stored, and again by the page's policy for markup.
  return <div className="rich" dangerouslySetInnerHTML={{ __html: cleanHtml(html) }} />;
}
