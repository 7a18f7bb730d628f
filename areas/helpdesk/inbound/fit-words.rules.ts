/** Bounds of what a ticket says: see its definition. */
const subjectBounds = { min: 5, max: 150 };
const textBounds = { min: 10, max: 5_000 };

/** Words that fit, and what did not. */
export interface Fitted {
  text: string;
  /** Empty: everything fitted. */
  rest: string;
}

/** The subject of a new ticket from that of a mail: without `Re:`, and never too short or too long. */
export function fitSubject(given: string): string {
  let subject = given.replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== subject; ) {
    before = subject;
    subject = subject.replace(/^(?:re|fwd?|aw|wg|उत्तर|अग्रेषित)\s?(?:\[\d{1,3}\])?\s?[:：]\s*/i, '');
  }
  if (subject === '') return 'No subject';
  if (subject.length < subjectBounds.min) return `${subject} (by email)`;
  return subject.length <= subjectBounds.max ? subject : `${cutAt(subject, subjectBounds.max - 2)} …`;
}

/** What a new ticket says, of the new words of a mail. */
export function fitDescription(given: string, hasFiles: boolean): Fitted {
  const text = given.trim();
  if (text === '') return { text: noWords(hasFiles), rest: '' };
  return text.length < textBounds.min ? { text: `${text}\n\n(sent by email)`, rest: '' } : cut(text);
}

/** What a reply says. */
export function fitReply(given: string, hasFiles: boolean): Fitted {
  const text = given.trim();
  return text === '' ? { text: noWords(hasFiles), rest: '' } : cut(text);
}

const noWords = (hasFiles: boolean) =>
  hasFiles ? 'The email has no text. See its attachments.' : 'The email has no text.';

function cut(text: string): Fitted {
  if (text.length <= textBounds.max) return { text, rest: '' };
  const head = cutAt(text, textBounds.max - 2);
  return { text: `${head} …`, rest: text.slice(head.length).trim() };
}

/** At a space near the end, and never through a sign that takes two places. */
function cutAt(text: string, max: number): string {
  const space = text.lastIndexOf(' ', max);
  const head = text.slice(0, space > max - 100 ? space : max);
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}
