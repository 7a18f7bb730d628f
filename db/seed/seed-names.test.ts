import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestProduct } from '#apps/server/testing.ts';
import { catalogues } from '#areas/areas.ts';
import { columnOf, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { readWords } from '#kit/server/words/words.ts';
import { faqs } from './faqs.ts';
import { hindiFaqs } from './faqs-hindi.ts';

const same = new Set(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../tools/checks/texts/words/same.json'), 'utf8'),
  ) as readonly string[],
);
// A name is said as a whole: what only fits a sentence with holes is no name of it.
const words = readWords(join(import.meta.dirname, '../..'), 'hi');
const abbreviation = /^[A-Z]{2,4}$/;
/** Builds of models are called by fuel and size: “Petrol 1197 cc”. */
const technical = new Set(['vehicle-specification.name']);

test('every name that comes with the product has its Hindi, where lists show it in the language of their reader', async () => {
  const product = await startTestProduct();
  const missing: string[] = [];
  let seen = 0;
  for (const definition of catalogues)
    for (const [name, field] of Object.entries<AnyField>(shownFields(definition))) {
      if (!('spoken' in field) || field.spoken !== 'names' || technical.has(`${definition.path}.${name}`)) continue;
      const rows = await transact(product.product.db, everything, (db) =>
        db.query<{ text: string }>(
          `select distinct t.${columnOf(name)} as text from ${definition.table} t
           join history h on h.module = $1 and h.record_id = t.id and h.source = 'seed' where t.${columnOf(name)} ~ '[A-Za-z]{2}'`,
          [definition.path],
        ),
      );
      seen += rows.length;
      for (const { text } of rows)
        if (!same.has(text) && !abbreviation.test(text) && !Object.hasOwn(words, text))
          missing.push(`${definition.path}.${name}: ${text}`);
    }
  expect(missing).toEqual([]);
  expect(seen).toBeGreaterThan(250);
  await product.close();
});

test('every help text that comes with the product is there in Hindi, for the same readers', () => {
  const shape = ({ category, audience, answer }: (typeof faqs)[number]) => ({
    category,
    audience,
    elements: answer.match(/<\/?\w+>/g),
  });
  expect(hindiFaqs.map(shape)).toEqual(faqs.map(shape));
  expect(hindiFaqs.filter(({ question }) => !/\p{Script=Devanagari}/u.test(question))).toEqual([]);
});
