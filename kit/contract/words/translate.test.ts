import { expect, test } from 'vitest';
import { monthNames } from './months.ts';
import { translator } from './translate.ts';

const find = translator(
  {
    and: 'और',
    Documents: 'दस्तावेज़',
    Alarm: 'अलार्म',
    'Make and model': 'कंपनी और मॉडल',
    Name: 'नाम',
    'Chassis number': 'चेसिस नंबर',
    'Must be a number': 'संख्या होनी चाहिए',
    '{1} is required': '{1} ज़रूरी है',
    '{1} is required, or {2}': '{1} ज़रूरी है, या {2}',
    '{1} is {2}': '{1} {2} है',
    'Should be {1}': '{1} होना चाहिए',
    'Wrong: {1}': 'गलत: {1}',
    'Expired on {1}': '{1} को मियाद पूरी हुई',
    'Must be one of {1}': 'इनमें से एक: {1}',
    '{1} use it': 'इस्तेमाल में: {1}',
    '{1} belongs to {2}': '{2} का {1}',
    '{1}{2} is in use': '{1}{2} इस्तेमाल में है',
    'The bell is broken.': 'घंटी टूटी है।',
    'It was cancelled.{1}': 'इसे रद्द किया गया।{1}',
  },
  monthNames.hi,
);

test.each([
  ['Name', 'नाम'],
  ['Name is required', 'नाम ज़रूरी है'],
  ['Asha is required', 'Asha ज़रूरी है'],
  ['name is required', 'नाम ज़रूरी है'],
  ['Name, Chassis number is required', 'नाम, चेसिस नंबर ज़रूरी है'],
  ['Name is required, or chassis number', 'नाम ज़रूरी है, या चेसिस नंबर'],
  ['Expired on 27 Nov 2026', '27 नव॰ 2026 को मियाद पूरी हुई'],
  ['Expired on 5 Sept 2026, 10:42', '5 सित॰ 2026, 10:42 को मियाद पूरी हुई'],
  ['21 Nov 2026, 11:30', '21 नव॰ 2026, 11:30'],
  ['The bell belongs to Asha', 'Asha का The bell'],
  ['MH12AB1234 is in use', 'MH12AB1234 इस्तेमाल में है'],
  ['It was cancelled.', 'इसे रद्द किया गया।'],
  ['Asha Rao is Name', 'Asha Rao नाम है'],
  ['Should be PERSONAL', 'PERSONAL होना चाहिए'],
  ['Wrong: he came much too late', 'गलत: he came much too late'],
  ['It was cancelled. Name', 'इसे रद्द किया गया। Name'],
  // Lists of labels, with their numbers.
  ['7 documents use it', 'इस्तेमाल में: 7 दस्तावेज़'],
  ['1,234 documents and 1 alarm use it', 'इस्तेमाल में: 1,234 दस्तावेज़ और 1 अलार्म'],
  ['7 documents, 2 make and model and 1 alarm use it', 'इस्तेमाल में: 7 दस्तावेज़, 2 कंपनी और मॉडल और 1 अलार्म'],
  ['Name and chassis number use it', 'इस्तेमाल में: नाम और चेसिस नंबर'],
  ['Asha and Ravi use it', 'इस्तेमाल में: Asha and Ravi'],
  // Codes in small letters are no sentence.
  ['Must be one of en, hi', 'इनमें से एक: en, hi'],
  // Sentences that follow each other.
  ['The bell is broken. Expired on 27 Nov 2026', 'घंटी टूटी है। 27 नव॰ 2026 को मियाद पूरी हुई'],
  ['The bell is broken. The bell is broken.', 'घंटी टूटी है। घंटी टूटी है।'],
])('“%s” is found', (text, translated) => {
  expect(find(text)).toBe(translated);
});

test.each([
  '',
  'Names',
  'required',
  'Expired',
  'Must be a numbers',
  'constructor',
  '{1} is',
  'The bell is broken. Nobody heard it.',
  // Sentences that have no words of their own are not put into those that say little.
  'There is no position before',
  'Must be one of those that were, or none of them',
  'Should be an address on the public internet',
  `${'x'.repeat(2_000)} is required`,
])('there is no translation of “%s”', (text) => {
  expect(find(text)).toBeUndefined();
});

test('what stands in a hole is no pattern of its own, and the time grows with the text alone', () => {
  expect(find('{1} {2} $& is required')).toBe('{1} {2} $& ज़रूरी है');
  const hard = translator({ '{1} a {2} a {3} a {4} a {5} a {6}z': 'x' }, monthNames.hi);
  const began = performance.now();
  for (let round = 0; round < 100; round += 1) hard(` a${' a'.repeat(900)}`);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('reasons with semicolons between them are said one by one, behind a colon as well; what is not known leaves all of it as it is', () => {
  const say = translator(
    {
      '{1} is {2}': '{1} {2} है',
      '{1} cannot be assigned to {2}: {3}': '{2} को {1} नहीं: {3}',
      'Licence covers {1}; {2} needs {3}': 'लाइसेंस में {1}; {2} के लिए {3}',
      'The driver is on leave': 'ड्राइवर छुट्टी पर',
      'The driver is unfit until {1}': '{1} तक अयोग्य',
      'Goods, light': 'मालवाहक',
    },
    monthNames.hi,
  );
  const licence = 'Licence covers MCWG; Goods, light needs LMV';
  const inHindi = 'लाइसेंस में MCWG; मालवाहक के लिए LMV';
  expect(say(licence)).toBe(inHindi);
  expect(say(`The driver is on leave; ${licence}`)).toBe(`ड्राइवर छुट्टी पर; ${inHindi}`);
  expect(say(`${licence}; The driver is unfit until 2 Dec 2026`)).toBe(`${inHindi}; 2 दिस॰ 2026 तक अयोग्य`);
  expect(say(`MH12 cannot be assigned to Asha: The driver is on leave; ${licence}`)).toBe(
    `Asha को MH12 नहीं: ड्राइवर छुट्टी पर; ${inHindi}`,
  );
  // What people wrote behind a colon stays as they wrote it.
  expect(say('MH12 cannot be assigned to Asha: Her bus; it is late')).toBe('Asha को MH12 नहीं: Her bus; it is late');
});
