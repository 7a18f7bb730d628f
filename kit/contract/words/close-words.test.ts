import { expect, test } from 'vitest';
import { errorsAgainst, typingErrors, wordsIn } from './close-words.ts';

test('letters that are missing, too many, others or turned round are one error each', () => {
  expect(
    ['gupta', 'gutpa', 'gupa', 'guptaa', 'gubta', 'ugpta', 'tgupa'].map((typed) => typingErrors(typed, 'gupta', 3)),
  ).toEqual([0, 1, 1, 1, 1, 1, 2]);
  expect(typingErrors('', 'rao', 3)).toBe(3);
  expect(typingErrors('rao', '', 2)).toBe(3);
  expect(typingErrors('kulkarni', 'sharma', 2)).toBe(3);
  expect(typingErrors('कुलकरणी', 'कुलकर्णी', 2)).toBe(1);
});

test('each word that was typed is held against the closest one, and short ones must be right', () => {
  expect(errorsAgainst('Amol Gutpa', 'Amol Gupta')).toBe(1);
  expect(errorsAgainst('gutpa amol', 'Amol Gupta')).toBe(1);
  expect(errorsAgainst('chalan', 'Challans')).toBe(2);
  expect(errorsAgainst('rao', 'Ramesh Rai')).toBeUndefined();
  expect(errorsAgainst('rao', 'Ramesh Rai', () => 1)).toBe(1);
  expect(errorsAgainst('amol sharma', 'Amol Gupta')).toBeUndefined();
  expect(errorsAgainst('gutpa', '')).toBeUndefined();
  expect(errorsAgainst('👍 %', 'Amol Gupta')).toBeUndefined();
});

test('words are what stands between spaces and signs, with the vowel signs of Hindi', () => {
  expect(wordsIn('  Ravi-Kumar, कुलकर्णी 2 👍')).toEqual(['ravi', 'kumar', 'कुलकर्णी', '2']);
});
