export const usualBody = 256 * 1024;
/** Most characters of a text that a call looks into. */
const longestText = 40_000;

const number = '234123412346';
/** Texts that cost those who look into them most: each as long as asked for. */
export const fillers: Readonly<Record<string, (length: number) => string>> = {
  'letters before a number': (length) => number.padStart(length, 'a'),
  'numbers of one digit': (length) => '2 '.repeat(length / 2),
  'an address that never ends': (length) => `a@${'a.'.repeat(length / 2 - 2)}@`,
  spaces: (length) => `x${' '.repeat(length - 2)}x`,
  'marks on one letter': (length) => `a${'\u0301'.repeat(length / 4)}${'\u0316'.repeat(length / 4)}${number}`,
  'one sign that is eighteen': (length) => '\uFDFA'.repeat(length / 3),
  'tokens and braces': (length) => '-eyJaaaaaaaa{{a,,\n'.repeat(length / 18),
};

export type Shape = { [key: string]: unknown };
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const kindsOf = (schema: Shape): Shape[] => [
  schema,
  ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => ((schema[key] as Shape[] | undefined) ?? []).flatMap(kindsOf)),
];

/** A value of a schema in which every text is `text`, and every list is as long as it may be, or `most`. */
function filled(schema: Shape, text: string, most: number): unknown {
  const kinds = kindsOf(schema);
  const list = kinds.find((one) => one['type'] === 'array');
  if (list) {
    const one = filled((list['items'] as Shape | undefined) ?? {}, text, 1);
    return Array.from({ length: Math.min(most, (list['maxItems'] as number | undefined) ?? most) }, () => one);
  }
  const object = kinds.find((one) => one['type'] === 'object');
  if (object) {
    const { properties, additionalProperties: others } = object;
    const named = Object.entries((properties as Record<string, Shape> | undefined) ?? {});
    const free = isShape(others)
      ? Array.from({ length: Math.min(most, 20) }, (_, at) => [`k${at}`, others] as const)
      : [];
    return Object.fromEntries([...named, ...free].map(([name, one]) => [name, filled(one, text, most)]));
  }
  const chosen = kinds.find((one) => Array.isArray(one['enum']));
  if (chosen) return (chosen['enum'] as unknown[])[0];
  const plain = kinds.find((one) => one['type'] === 'integer' || one['type'] === 'number' || one['type'] === 'boolean');
  if (plain) return plain['type'] === 'boolean' ? true : ((plain['minimum'] as number | undefined) ?? 1);
  return text;
}

/** Bodies of a call at its limit: of few long texts, and of lists of many short ones. */
export function bodiesOf(schema: Shape, bodyLimit: number, fill: (length: number) => string): string[] {
  const texts = JSON.stringify(filled(schema, '\u0001', 1)).split('\\u0001').length - 1;
  if (texts === 0) return [];
  const room = bodyLimit - Math.min(20_000, bodyLimit / 4);
  const length = Math.min(longestText, Math.floor(room / texts / 24) * 12);
  const perRow = JSON.stringify(filled(schema, fill(36), 1)).length;
  return [
    JSON.stringify(filled(schema, fill(length), 1)),
    JSON.stringify(filled(schema, fill(36), Math.floor(room / perRow))),
  ].filter((one) => Buffer.byteLength(one) <= bodyLimit);
}

/** Bodies of a call at its limit of which nothing is right: more names than any call knows, and lists of what they do not hold. */
export function strangeBodiesOf(schema: Shape, bodyLimit = usualBody): Record<string, string> {
  const names = (head: string, tail: string) => {
    const parts = [head];
    for (let at = 0, size = head.length + 100; size < bodyLimit; at += 1) {
      const part = `${at ? ',' : ''}"f${at}":"1"`;
      size += part.length;
      parts.push(part);
    }
    return [...parts, tail].join('');
  };
  const list = (head: string, one: string, tail: string) =>
    `${head}${Array.from({ length: Math.floor((bodyLimit - 100) / (one.length + 1)) }, () => one).join()}${tail}`;
  const bodies: Record<string, string> = { 'names that are none': names('{', '}') };
  const object = kindsOf(schema).find((one) => one['type'] === 'object');
  for (const [name, one] of Object.entries((object?.['properties'] as Record<string, Shape> | undefined) ?? {})) {
    const head = `{${JSON.stringify(name)}:`;
    const kinds = kindsOf(one).map(({ type }) => type);
    if (kinds.includes('object')) bodies[`${name}: names`] = names(`${head}{`, '}}');
    if (kinds.includes('array'))
      for (const value of ['0', '{}']) bodies[`${name}: a list of ${value}`] = list(`${head}[`, value, ']}');
  }
  return bodies;
}

/** Bodies at a limit that are of no call's form at all. */
export const shapelessBodies = (bodyLimit = usualBody): Record<string, string> => ({
  'lists in lists': '['.repeat(bodyLimit / 2) + ']'.repeat(bodyLimit / 2),
  'objects in objects': `${'{"a":'.repeat(bodyLimit / 7)}1${'}'.repeat(bodyLimit / 7)}`,
  'a list of nothing': `[${'0,'.repeat(bodyLimit / 2 - 2)}0]`,
  'a list of objects': `[${'{"a":0},'.repeat(bodyLimit / 8 - 2)}0]`,
});

/** Forms with as many texts as they may have, each as long as it may be, under some names. */
export function* formsOf(names: readonly string[]): Generator<readonly [string, Buffer]> {
  const form = (nameAt: (at: number) => string, text: string) =>
    Buffer.from(
      [
        ...Array.from(
          { length: 100 },
          (_, at) => `--${boundary}\r\ncontent-disposition: form-data; name="${nameAt(at)}"\r\n\r\n${text}\r\n`,
        ),
        `--${boundary}--\r\n`,
      ].join(''),
    );
  for (const [name, fill] of Object.entries({
    ...fillers,
    'groups of four': (most: number) => '2341 '.repeat(most / 5),
  }))
    for (const [length, nameAt] of [
      [99_000, (at: number) => `f${at}`],
      [longestText / 2, (at: number) => `f${at}`],
      [longestText / 2, (at: number) => names[at] ?? `f${at}`],
    ] as const)
      yield [`${name}, ${nameAt(0)}`, form(nameAt, fill(Math.floor((length * 72) / Buffer.byteLength(fill(72)))))];
}
export const boundary = 'one-part-and-another';
