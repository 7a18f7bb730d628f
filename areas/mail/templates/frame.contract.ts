import type { Language } from '#kit/contract/words/languages.ts';

/** A paragraph in pieces, or a link that stands alone. */
export type Block = readonly ({ text: string } | { link: string })[] | { button: string; to: string };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string);

const sentBy: Readonly<Record<Language, string>> = { en: 'Sent by Roadkeeper', hi: 'Roadkeeper ने भेजा' };
/** Words of the buttons of shipped templates in Hindi. */
const hindiButtons: Readonly<Record<string, string>> = {
  Open: 'खोलें',
  'Open API keys': 'API कुंजियाँ खोलें',
  'Open all': 'सब खोलें',
  'Open document': 'दस्तावेज़ खोलें',
  'Open invitation': 'निमंत्रण खोलें',
  'Open model requests': 'मॉडल के अनुरोध खोलें',
  'Open policy': 'पॉलिसी खोलें',
  'Open the alert': 'चेतावनी खोलें',
  'Open the invitation': 'निमंत्रण खोलें',
  'Open the report': 'रिपोर्ट खोलें',
  'Open the ticket': 'टिकट खोलें',
  'Open transfers': 'हस्तांतरण खोलें',
  'Open webhooks': 'वेबहुक खोलें',
  'Open vehicle': 'वाहन खोलें',
  'Set a new password': 'नया पासवर्ड बनाएँ',
  'Set your password': 'अपना पासवर्ड बनाएँ',
};
/** Words of a button in a language. */
export const buttonOf = (words: string, language: Language): string =>
  language === 'hi' ? (hindiButtons[words] ?? words) : words;

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text);
const font = "font-family:'Inter','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;";

/** Mail programs in the dark take these; the others keep the colours that stand at the elements. */
const dark = `@media (prefers-color-scheme:dark){
.rk-page{background:#0d1215!important}
.rk-sheet{background:#151b1f!important;border-color:#252f35!important}
.rk-text{color:#e9eef1!important}
.rk-quiet{color:#9aa7b0!important}
.rk-link{color:#63c7bd!important}
.rk-button{background:#15786f!important}
}`;

const linkHtml = (to: string) => {
  const shown = escapeHtml(to);
  return isAddress(to)
    ? `<a class="rk-link" href="${shown}" style="color:#0c615c;word-break:break-all">${shown}</a>`
    : `<span class="rk-quiet" style="color:#5d6a74">${shown}</span>`;
};

function blockHtml(block: Block): string {
  if (!('button' in block)) {
    const inner = block
      .map((piece) => ('link' in piece ? linkHtml(piece.link) : escapeHtml(piece.text).replaceAll('\n', '<br>')))
      .join('');
    return `<p class="rk-text" style="margin:0 0 16px;color:#12191e">${inner}</p>`;
  }
  const style =
    'display:inline-block;padding:11px 20px;border-radius:8px;background:#0c615c;color:#ffffff;font-weight:600;text-decoration:none';
  const words = escapeHtml(block.button);
  const button = isAddress(block.to)
    ? `<a class="rk-button" href="${escapeHtml(block.to)}" style="${style}">${words}</a>`
    : `<span class="rk-button" style="${style}">${words}</span>`;
  // Some programs show no button, and some people want to see where it leads.
  return `<p style="margin:4px 0 8px">${button}</p><p style="margin:0 0 18px;font-size:13px;line-height:19px">${linkHtml(block.to)}</p>`;
}

/**
 * The frame of every mail: one sheet, no pictures, nothing fetched from elsewhere. Styles stand at the elements, because many
 * mail programs read no others.
 */
export function mailHtml(subject: string, blocks: readonly Block[], place: string, language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${dark}</style></head>
<body class="rk-page" style="margin:0;padding:0;background:#f3f5f7">
<table class="rk-page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7"><tr><td align="center" style="padding:28px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="rk-link" style="${font}padding:0 4px 14px;font-size:17px;font-weight:700;letter-spacing:-0.2px;color:#0c615c">Roadkeeper</td></tr>
<tr><td class="rk-sheet" style="${font}padding:28px 28px 14px;background:#ffffff;border:1px solid #e2e7eb;border-radius:12px;font-size:15px;line-height:23px">
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="rk-quiet" style="${font}padding:16px 4px 0;font-size:12px;line-height:18px;color:#5d6a74">${sentBy[language]}, ${linkHtml(place)}</td></tr>
</table></td></tr></table>
</body></html>
`;
}
