/** Words in names of files, by the code of the type that they speak of: all of one group together. The first type counts. */
const signs: readonly (readonly [code: string, ...groups: string[]])[] = [
  ['PHOTO_DRIVER', 'selfie', 'portrait', 'passport photo', 'driver photo'],
  ['PHOTO_REAR', 'photo rear', 'photo back', 'picture rear', 'vehicle rear', 'vehicle back', 'rear view'],
  ['PHOTO_FRONT', 'photo front', 'picture front', 'vehicle front', 'front view', 'front plate'],
  ['GST', 'gst', 'gstin'],
  ['PUC', 'puc', 'pucc', 'pollution', 'emission'],
  ['INSURANCE', 'insurance', 'policy'],
  ['FITNESS', 'fitness', 'fc'],
  ['PERMIT', 'permit'],
  ['TAX', 'tax'],
  ['NOC', 'noc', 'no objection'],
  ['POLICE_VERIFICATION', 'police'],
  ['DL', 'dl', 'licence', 'license'],
  ['AADHAAR', 'aadhaar', 'aadhar', 'adhaar', 'adhar'],
  ['PAN', 'pan'],
  ['RC', 'rc', 'registration', 'regn'],
];

/** Words of a file's name: 'MH12-insurancePolicy_2026.pdf' is 'mh12 insurance policy 2026'. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** What a file is by its name, of the types that are asked for; undefined where it does not say. */
export function guessType(name: string, types: readonly { code: string; label: string }[]): string | undefined {
  const words = wordsOf(name);
  const offered = new Set(types.map(({ code }) => code));
  const said = new Set(words.split(' '));
  const known = signs.find(
    ([code, ...groups]) => offered.has(code) && groups.some((group) => group.split(' ').every((one) => said.has(one))),
  )?.[0];
  // Types that somebody added are known by what they are called.
  return known ?? types.find((type) => ` ${words} `.includes(` ${wordsOf(type.label)} `))?.code;
}

/** The name says that it goes on from another file of the same document. */
export const isFurtherPage = (name: string): boolean =>
  /\b(?:back|reverse|(?:page|pg|p|side) ?[2-5])\b/.test(wordsOf(name));
