// What a variable of a shipped template is: `name` in the text, said to people who write templates by `about` and `sample`.
export const text = <Name extends string>(name: Name, about: string, sample: string) =>
  ({ name, about, sample, kind: 'text' }) as const;
/** A text of several lines, as a list. */
export const lines = <Name extends string>(name: Name, about: string, sample: string) =>
  ({ name, about, sample, kind: 'text', isLines: true }) as const;
/** A link that lets whoever has it in: it is never shown nor kept in clear. At most one in a template. */
export const secretLink = <Name extends string>(name: Name, about: string, sample: string, button: string) =>
  ({ name, about, sample, kind: 'secret', button, needed: true }) as const;
/** A link into the product, for whoever may sign in. */
export const link = <Name extends string>(name: Name, about: string, sample: string, button: string) =>
  ({ name, about, sample, kind: 'link', button }) as const;
/** A code that lets whoever has it in; see secretLink. */
export const secretCode = <Name extends string>(name: Name, about: string, sample: string) =>
  ({ name, about, sample, kind: 'secret', isCode: true, needed: true }) as const;

export const name = text('name', 'Name of the recipient', 'Asha Menon');
export const time = text('time', 'Day and hour in India', '21 Nov 2026, 11:30');
