const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

interface Block {
  tag: 'p' | 'ul' | 'ol';
  lines: string[];
}

/** How a line of a list begins: with a dash, or with a number. */
const starts = { ul: /^[-*•] /, ol: /^\d{1,2}[.)] / } as const;
const lineOf = (line: string): { tag: Block['tag']; words: string } => {
  const tag = starts.ul.test(line) ? 'ul' : starts.ol.test(line) ? 'ol' : 'p';
  return { tag, words: escaped(tag === 'p' ? line : line.slice(line.indexOf(' ')).trim()) };
};

const htmlOf = ({ tag, lines }: Block): string =>
  tag === 'p'
    ? `<p>${lines.join('<br>')}</p>`
    : `<${tag}>${lines.map((line) => `<li><p>${line}</p></li>`).join('')}</${tag}>`;

/**
 * A reply as formatted text: paragraphs where it has empty lines, lists where it has dashes or numbers.
 * @returns HTML of `p`, `br`, `ul`, `ol` and `li`, with everything else in it as words
 */
export function answerHtml(text: string): string {
  const blocks: Block[] = [];
  let isApart = true;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') {
      isApart = true;
      continue;
    }
    const { tag, words } = lineOf(line);
    const last = blocks.at(-1);
    // The items of a list belong together also where empty lines are between them.
    if (last?.tag === tag && (!isApart || tag !== 'p')) last.lines.push(words);
    else blocks.push({ tag, lines: [words] });
    isApart = false;
  }
  return blocks.map(htmlOf).join('');
}
