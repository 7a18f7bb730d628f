/** What stands for the facts of a ticket in reply templates, as {{customer}}. */
export const placeholders = ['customer', 'ticket', 'plate', 'agent'] as const;
export type Placeholder = (typeof placeholders)[number];
/** What they are filled with; null or left out where the ticket has none. */
export type ReplyFacts = Readonly<Partial<Record<Placeholder, string | null>>>;

const inBraces = /\{\{([^{}]{0,80})\}\}/g;
const placeholderOf = (inside: string): Placeholder | undefined =>
  placeholders.find((one) => one === inside.trim().toLowerCase());
const written = (name: string) => `{{${name}}}`;
const known = `${placeholders.slice(0, -1).map(written).join(', ')} or ${written('agent')}`;

/** What is wrong with the placeholders of a template, in words. */
export function replyProblem(text: string): string | undefined {
  for (const [, inside = ''] of text.matchAll(inBraces))
    if (!placeholderOf(inside)) return `There is no placeholder ${written(inside.trim())}. Use ${known}`;
  const rest = text.replaceAll(inBraces, '');
  return rest.includes('{{') || rest.includes('}}')
    ? `A placeholder begins with two braces and ends with two, like ${written('customer')}`
    : undefined;
}

/** The template with what is known of the ticket. What is not known stays, so that it is seen, and is named in `missing`. */
export function fillReply(template: string, facts: ReplyFacts): { text: string; missing: Placeholder[] } {
  const missing = new Set<Placeholder>();
  const text = template.replaceAll(inBraces, (whole: string, inside: string) => {
    const name = placeholderOf(inside);
    if (!name) return whole;
    const value = facts[name]?.trim();
    if (value) return value;
    missing.add(name);
    return written(name);
  });
  return { text, missing: [...missing] };
}

/** Placeholders in a text that is about to be sent: it is not ready while there are any. */
export const unfilledIn = (text: string): Placeholder[] => [
  ...new Set([...text.matchAll(inBraces)].flatMap(([, inside = '']) => placeholderOf(inside) ?? [])),
];
