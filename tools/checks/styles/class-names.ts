import { isNode, type Node, type Parsed, quasisOf, walk } from '../texts/syntax.ts';

/** Classes that code gives to an element as words, not through a module. */
export interface Words {
  at: number;
  text: string;
}

/** Stands for what a template puts in. */
const hole = '\0';

/** The words of an expression: itself, either side of a choice, a template with its holes. */
function* wordsOf(node: unknown): Generator<Words> {
  if (!isNode(node)) return;
  switch (node.type) {
    case 'Literal':
      if (typeof node['value'] === 'string') yield { at: node.start, text: node['value'] };
      return;
    case 'TemplateLiteral':
      yield {
        at: node.start,
        text: quasisOf(node)
          .map(({ value }) => value.raw)
          .join(hole),
      };
      for (const expression of node['expressions'] as Node[]) yield* wordsOf(expression);
      return;
    case 'JSXExpressionContainer':
      yield* wordsOf(node['expression']);
      return;
    case 'ConditionalExpression':
      yield* wordsOf(node['consequent']);
      yield* wordsOf(node['alternate']);
      return;
    case 'LogicalExpression':
      yield* wordsOf(node['left']);
      yield* wordsOf(node['right']);
      break;
    default:
  }
}

const isClassName = (node: Node): boolean => {
  const name = node.type === 'JSXAttribute' ? node['name'] : node.type === 'Property' ? node['key'] : undefined;
  return isNode(name) && name['name'] === 'className';
};

/** Classes in `className` that no stylesheet of all screens defines, and such as are put together of pieces. */
export function findUnknownWords({ path, program, lineOf }: Parsed, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const node of walk(program)) {
    if (!isClassName(node)) continue;
    for (const { at, text } of wordsOf(node['value']))
      for (const word of text.split(/\s+/)) {
        if (word === '' || word === hole || known.has(word)) continue;
        const shown = word.replaceAll(hole, '…');
        found.push(
          word.includes(hole)
            ? `${path}:${lineOf(at)} puts the class '${shown}' together: write whole names, so that they can be found`
            : `${path}:${lineOf(at)} has the class '${shown}', which no stylesheet of the kit defines`,
        );
      }
  }
  return found;
}
