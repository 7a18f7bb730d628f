import type { Language } from '#kit/contract/words/languages.ts';
import { buttonOf, mailHtml } from './frame.contract.ts';

/** A hole of a template, written {{name}}. */
export interface TemplateVariable {
  name: string;
  /** What it stands for, for people who write templates. */
  about: string;
  /** What a preview shows in its place. Of a link: its path. */
  sample: string;
  /** A `link` leads into the product; a `secret` one lets whoever has it in. */
  kind: 'text' | 'link' | 'secret';
  /** Of a secret one: it is no link but six digits to type. */
  isCode?: boolean;
  /** Of a text: it has several lines, as a list has. */
  isLines?: boolean;
  /** Words of the button that a link becomes where it stands alone. */
  button?: string;
  /** The text is of no use without it. */
  needed?: boolean;
}
export interface TemplateText {
  /** One line. */
  subject: string;
  /** Paragraphs, with an empty line between two. */
  body: string;
}
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** What stands in the place of a secret link wherever a mail is shown or kept. */
export const secretPlace = '(secret link)';
export const templateLimits = { subject: 200, body: 10_000, value: 500, lines: 4_000 } as const;

const hole = /\{\{([a-z][A-Za-z0-9]*)\}\}/g;
const namesIn = (text: string): string[] => [...text.matchAll(hole)].map((found) => found[1] as string);
const written = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

/** What is wrong with a template's text, a message per field; nothing when it can be used. */
export function templateProblems(
  { subject, body }: TemplateText,
  variables: readonly TemplateVariable[],
): Partial<Record<keyof TemplateText, string>> {
  const known = variables.map(({ name }) => name);
  const secrets = variables.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
  const problemOf = (text: string): string | undefined => {
    const unknown = namesIn(text).filter((name) => !known.includes(name));
    if (unknown.length > 0)
      return `There is no ${written([...new Set(unknown)])} here. This template knows ${written(known)}`;
    if (/\{{3}|\}{3}/.test(text) || /\{\{|\}\}/.test(text.replace(hole, '')))
      return 'Write a variable as {{name}}, without spaces';
    return undefined;
  };
  const missing = variables.filter(({ name, needed }) => needed && !namesIn(body).includes(name));
  const secretInSubject = namesIn(subject).filter((name) => secrets.includes(name));
  const problems: Partial<Record<keyof TemplateText, string>> = {};
  const subjectProblem = !subject.trim()
    ? 'Subject is required'
    : subject.length > templateLimits.subject
      ? `Subject can have at most ${templateLimits.subject} characters`
      : /[\p{Cc}\u2028\u2029]/u.test(subject)
        ? 'Subject is one line'
        : secretInSubject.length > 0
          ? `A subject is read by too many: leave ${written(secretInSubject)} out`
          : problemOf(subject);
  const bodyProblem = !body.trim()
    ? 'Text is required'
    : body.length > templateLimits.body
      ? `Text can have at most ${templateLimits.body} characters`
      : (problemOf(body) ??
        (missing.length > 0 ? `The text needs ${written(missing.map(({ name }) => name))}` : undefined));
  if (subjectProblem) problems.subject = subjectProblem;
  if (bodyProblem) problems.body = bodyProblem;
  return problems;
}

/** One line without control characters: what comes from people must not begin a header, nor a line of its own. */
export const oneLine = (value: string): string => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * A mail out of a template. Values stand for themselves: what looks like a variable or like markup in them is text.
 * @param values one for each variable; of links their address, or anything else to show no link there.
 * @param place where the product is reached, for the foot of the mail.
 */
export function renderMail(
  template: TemplateText,
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, string>>,
  place: string,
  language: Language = 'en',
): RenderedMail {
  // A variable that is not there shows as it is written, in the preview of a text that cannot be saved like that.
  const valueOf = (name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : `{{${name}}}`;
    const isLines = variables.some((one) => one.name === name && one.isLines);
    return isLines ? value.split('\n').map(oneLine).join('\n') : oneLine(value);
  };
  const fill = (text: string) => text.replace(hole, (_, name: string) => valueOf(name));
  const subject = oneLine(fill(template.subject));
  const blocks = template.body
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/);
  const linkOf = (name: string) => variables.find((one) => one.name === name && one.kind !== 'text' && !one.isCode);
  const html = blocks.map((block) => {
    const alone = linkOf(/^\{\{(\w+)\}\}$/.exec(block.trim())?.[1] ?? '');
    if (alone) return { button: buttonOf(alone.button ?? 'Open', language), to: valueOf(alone.name) };
    // Split at the holes, which stand at every odd place.
    return block.split(hole).map((part, at) => {
      if (at % 2 === 0) return { text: part };
      return linkOf(part) ? { link: valueOf(part) } : { text: valueOf(part) };
    });
  });
  return {
    subject,
    text: `${blocks.map(fill).join('\n\n')}\n\n-- \nRoadkeeper\n${place}\n`,
    html: mailHtml(subject, html, place, language),
  };
}
