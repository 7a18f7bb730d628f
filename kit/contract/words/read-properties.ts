/**
 * Properties of definitions whose words people read. The browser puts the words of another language in their place, and the check of texts
 * looks for the words in that language: neither may know of one more than the other.
 */
export const readProperties: readonly string[] = [
  'about',
  'help',
  'label',
  'many',
  'counted',
  'newText',
  'offText',
  'one',
  'patternHint',
  'removeText',
  'searchHint',
  'short',
  'title',
  'unit',
  'whenEmpty',
];
