/** What somebody wrote, and what stands below it: what they answer to, and their signature. */
export interface SplitText {
  text: string;
  /** Empty: there is nothing else. */
  quoted: string;
}

/** Nobody writes more lines above what they answer to. */
const mostLines = 2_000;
/** More lines than this are no longer one sentence that says who wrote. */
const mostLinesOfIntroduction = 3;
/** How `On Friday, Asha wrote:` begins and ends, in the languages that mail programs speak here. */
const introductions: readonly [begins: RegExp, ends: RegExp][] = [
  [/^(?:>\s?)?On\s/i, /\bwrote:$/i],
  [/^(?:>\s?)?Le\s/i, /\ba écrit\s?:$/i],
  [/^(?:>\s?)?Am\s/i, /\bschrieb\b.{0,200}:$/i],
  [/^(?:>\s?)?El\s/i, /\bescribió:$/i],
  // Hindi, Marathi, Gujarati, Bengali: the sentence begins with the day.
  [/^(?:>\s?)?\S/, /(?:ने|नी)\s?(?:लिखा|लिहिले|लिखा है)\s?[:：।]?$/],
  [/^(?:>\s?)?\S/, /(?:એ લખ્યું|লিখেছেন|எழுதியது|రాశారు|ಬರೆದಿದ್ದಾರೆ|എഴുതി)\s?[:：]?$/],
];
const day = /[\d०-९૦-૯০-৯௦-௯౦-౯೦-೯൦-൯]{1,4}/;

const separators = [
  /^[-_*=\s]{2,20}(?:Original Message|Original Appointment|Reply message|Ursprüngliche Nachricht|Message d'origine)[-_*=\s]{2,20}$/i,
  /^[-_*=\s]{2,20}(?:मूल संदेश|मूल मैसेज|मूळ संदेश)[-_*=\s]{2,20}$/,
];
const fromLine = /^[*\s]{0,4}(?:From|प्रेषक|से|द्वारा)\s?:[*\s]{0,4}\S/i;
const furtherLine = /^[*\s]{0,4}(?:Sent|Date|To|Cc|Subject|भेजा गया|भेजा|दिनांक|तारीख|प्रति|विषय)\s?:/i;
const forwarded = /^(?:[-\s]{2,20}Forwarded message[-\s]{2,20}|Begin forwarded message:)$/i;
const signatureBegins = /^(?:--|—|__)\s?$/;
const sentFrom =
  /^(?:Sent from (?:my|the|Yahoo|Outlook|Mail|Samsung|Proton)\b.{0,80}|Get Outlook for \w{1,20}.{0,80}|Sent via .{1,60}|मेरे .{1,40} से भेजा गया.{0,20})$/i;

const isQuote = (line: string) => /^\s{0,3}>/.test(line);
const isEmpty = (line: string) => line.trim() === '';

/** The text of a mail with the line ends, spaces and invisible signs that every program writes otherwise as one form. */
export const evenText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    // Signs that nobody sees, and that turn the direction of what stands behind them.
    .replace(/[^\P{Cc}\n\t]|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Splits what is new in a mail from what it answers to and from its signature. Where nothing new would be left the whole is the
 * text: somebody who only quotes, or writes between the lines of what they quote, is read as they wrote.
 */
export function splitQuoted(given: string): SplitText {
  const whole = evenText(given);
  const lines = whole.split('\n');
  const at = quoteAt(lines);
  const [head, tail] = [lines.slice(0, at), lines.slice(at)];
  const answer = answerBelow(tail);
  if (answer === 'between') return { text: whole, quoted: '' };
  if (head.every(isEmpty) && answer !== undefined) return finish(tail.slice(answer), tail.slice(0, answer), whole);
  // Somebody answers both above and below: nothing of it may be lost.
  if (answer !== undefined) return { text: whole, quoted: '' };
  return finish(head, tail, whole);
}

/** Takes the signature off, and keeps it with what is quoted. */
function finish(own: readonly string[], quoted: readonly string[], whole: string): SplitText {
  const at = signatureAt(own);
  const text = own.slice(0, at).join('\n').trim();
  if (text === '') return { text: whole, quoted: '' };
  return {
    text,
    quoted: [...own.slice(at), ...quoted]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

function signatureAt(lines: readonly string[]): number {
  const dashes = lines.findLastIndex((line) => signatureBegins.test(line));
  // A signature is short: a line of dashes far above is a line of the text.
  if (dashes > 0 && lines.length - dashes <= 15) return dashes;
  const last = lines.findLastIndex((line) => !isEmpty(line));
  return last > 0 && sentFrom.test((lines[last] ?? '').trim()) ? last : lines.length;
}

/** The line where what is quoted begins; their number where nothing is. */
function quoteAt(lines: readonly string[]): number {
  const lastOwn = lines.findLastIndex((line) => !isEmpty(line) && !isQuote(line) && !sentFrom.test(line.trim()));
  for (const [at, line] of lines.slice(0, mostLines).entries()) {
    if (isEmpty(line)) continue;
    const trimmed = line.trim();
    // What somebody passes on is what they have to say.
    if (forwarded.test(trimmed)) return lines.length;
    if (separators.some((form) => form.test(trimmed))) return at;
    if (/^_{10,}$/.test(trimmed) && isHeaderBlock(lines, nextLine(lines, at))) return at;
    if (fromLine.test(trimmed) && isHeaderBlock(lines, at)) return at;
    if (isIntroduction(lines, at)) return at;
    // Nothing but quoted lines from here on.
    if (isQuote(line) && at > lastOwn) return at;
  }
  return lines.length;
}

const nextLine = (lines: readonly string[], at: number) => {
  const next = lines.findIndex((line, index) => index > at && !isEmpty(line));
  return next < 0 ? lines.length : next;
};

/** `From:` with two further lines of a header right below, as Outlook writes it. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!fromLine.test((lines[at] ?? '').trim())) return false;
  return lines.slice(at + 1, at + 7).filter((line) => furtherLine.test(line.trim())).length >= 2;
}

/** `On 21 Nov 2026, Asha <asha@example.in> wrote:`, perhaps broken into lines. */
function isIntroduction(lines: readonly string[], at: number): boolean {
  const first = (lines[at] ?? '').trim();
  for (const [begins, ends] of introductions) {
    if (!begins.test(first)) continue;
    let sentence = '';
    for (let n = 0; n < mostLinesOfIntroduction; n += 1) {
      const line = lines[at + n];
      if (line === undefined || isEmpty(line)) break;
      sentence = `${sentence} ${line.trim()}`.trim();
      if (sentence.length > 400) break;
      if (ends.test(sentence) && day.test(sentence)) return true;
    }
  }
  return false;
}

/**
 * Where below a quote the answer begins, for those who write below; `between` where they write into it.
 * Only quotes with a sign before each line tell where they end.
 */
function answerBelow(tail: readonly string[]): number | 'between' | undefined {
  const first = tail.findIndex(isQuote);
  if (first < 0 || first > mostLinesOfIntroduction + 1) return undefined;
  let end = first;
  let answer: number | undefined;
  for (let at = first; at < tail.length; at += 1) {
    const line = tail[at] as string;
    if (isEmpty(line)) continue;
    if (isQuote(line)) {
      if (answer !== undefined) return 'between';
      end = at;
    } else if (answer === undefined) answer = at;
  }
  if (answer === undefined || answer <= end) return undefined;
  const rest = tail.slice(answer);
  // A signature alone is no answer.
  return signatureBegins.test(rest[0] ?? '') || rest.every((line) => isEmpty(line) || sentFrom.test(line.trim()))
    ? undefined
    : answer;
}
