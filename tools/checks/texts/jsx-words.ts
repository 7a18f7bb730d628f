import { isNode, type Node, type Parsed, quasisOf, walk } from './syntax.ts';

/** Properties whose value people read or hear. */
const read = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'help',
  'label',
  'placeholder',
  'sub',
  'text',
  'title',
]);
/** The product's name is the same in every language. */
const productName = /\bRoadkeeper\b/g;
/** A unit behind a number: '{{km}} km' has its Hindi in the language files. */
const unit = /^ (?:km(?:\/h)?|kg|min|hours?|days?)(?![\p{L}\d-])/u;
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(productName, ''));

/** Elements of what is typed: keys of the keyboard and settings are called the same in every language. */
const typed = new Set(['kbd', 'code', 'Key', 'Code']);
function isTyped(element: Node): boolean {
  if (element.type !== 'JSXElement') return false;
  const { name, attributes } = element['openingElement'] as Node & { name: Node; attributes: Node[] };
  return (
    typed.has(String(name['name'])) ||
    attributes.some(
      ({ name, value }) =>
        isNode(name) && name['name'] === 'className' && isNode(value) && /\bkbd\b/.test(String(value['value'])),
    )
  );
}

/** Pieces of text that an expression puts on the screen: itself, either side of a choice, the fixed parts of a template. */
function* shown(node: unknown): Generator<{ at: number; text: string }> {
  if (!isNode(node)) return;
  switch (node.type) {
    case 'JSXText':
    case 'Literal':
      if (typeof node['value'] === 'string') yield { at: node.start, text: node['value'] };
      return;
    case 'TemplateLiteral':
      for (const quasi of quasisOf(node)) yield { at: quasi.start, text: quasi.value.raw };
      for (const expression of node['expressions'] as Node[]) yield* shown(expression);
      return;
    case 'JSXExpressionContainer':
      yield* shown(node['expression']);
      return;
    case 'ConditionalExpression':
      yield* shown(node['consequent']);
      yield* shown(node['alternate']);
      return;
    case 'LogicalExpression':
      yield* shown(node['left']);
      yield* shown(node['right']);
      return;
    case 'BinaryExpression':
      if (node['operator'] !== '+') return;
      yield* shown(node['left']);
      yield* shown(node['right']);
      break;
    default:
  }
}

/** Words that a file shows from JSX and not from a language file: between tags, in properties that people read, and units behind numbers. */
export function findWords({ path, program, lineOf }: Parsed): string[] {
  const found: string[] = [];
  const look = (node: unknown) => {
    for (const { at, text } of shown(node))
      if (hasWords(text))
        found.push(`${path}:${lineOf(at + text.search(/\S/))} shows '${text.trim()}': put it into a language file`);
  };
  for (const node of walk(program)) {
    if (node.type === 'TemplateLiteral')
      for (const { start, value } of quasisOf(node).slice(1))
        if (unit.test(value.raw))
          found.push(`${path}:${lineOf(start + 1)} shows '${value.raw.trim()}': put it into a language file`);
    if ((node.type === 'JSXElement' || node.type === 'JSXFragment') && !isTyped(node))
      (node['children'] as Node[]).forEach(look);
    if (node.type === 'JSXAttribute') {
      const name = node['name'] as Node;
      if (name.type === 'JSXIdentifier' && read.has(String(name['name']))) look(node['value']);
    }
  }
  return [...new Set(found)];
}
