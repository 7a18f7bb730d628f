import { cleanMarkup } from '#kit/web/markup.ts';

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string; createHTML(html: string): string },
  ): unknown;
}

/** The page's content policy asks for trusted types. Scripts and workers of this origin pass; nothing else does. */
export function installTrustedTypes(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  factory?.createPolicy('default', {
    // The component library fills its style elements this way: text without a single tag passes. Markup is cleaned, where
    // a page that shows formatted text has brought what cleans it; everywhere else it is refused.
    createHTML(html) {
      if (!html.includes('<')) return html;
      const clean = cleanMarkup(html);
      if (clean === undefined) throw new TypeError('Markup from text refused');
      return clean;
    },
    createScriptURL(url) {
      if (new URL(url, location.href).origin === location.origin || url.startsWith('blob:')) return url;
      throw new TypeError('Script of another origin refused');
    },
  });
}
