/** A drawn page, as it is stored. */
export interface Page {
  content: Buffer;
  mime: string;
  width: number;
  height: number;
}
/** What stands on it, line by line: label and value. */
export type Lines = readonly (readonly [label: string, value: string])[];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tints: Readonly<Record<string, string>> = {
  RC: '#e7f0e4',
  INSURANCE: '#e6edf7',
  PUC: '#eef5ec',
  FITNESS: '#f6efe2',
  PERMIT: '#f4e8ea',
  TAX: '#efeaf6',
  DL: '#e9f2f5',
  MEDICAL_1A: '#f7f0e6',
};
const width = 900;
const height = 620;

/** A page that looks like a paper and says that it is none. */
export function drawPaper(code: string, title: string, lines: Lines): Promise<Page> {
  const rows = lines.map(
    ([label, value], at) =>
      `<text x="60" y="${210 + at * 62}" font-size="20" fill="#5b6470">${escaped(label)}</text>
       <text x="330" y="${210 + at * 62}" font-size="28" font-weight="600" fill="#1d2430">${escaped(value)}</text>`,
  );
  return draw(`<rect width="${width}" height="${height}" fill="${tints[code] ?? '#f2f2ee'}"/>
    <rect x="24" y="24" width="${width - 48}" height="${height - 48}" fill="none" stroke="#8d97a3" stroke-width="2"/>
    <text x="60" y="90" font-size="38" font-weight="700" fill="#1d2430">${escaped(title)}</text>
    <text x="60" y="130" font-size="20" fill="#5b6470">Drawn for a demonstration. Nobody issued it</text>
    ${rows.join('')}
    <text x="${width / 2}" y="${height / 2 + 90}" font-size="150" font-weight="700" fill="#b3261e" fill-opacity="0.16" text-anchor="middle"
      transform="rotate(-24 ${width / 2} ${height / 2})">SPECIMEN</text>`);
}

/** A vehicle from the front, with its plate. */
export const drawVehicle = (plate: string): Promise<Page> =>
  draw(`<rect width="${width}" height="${height}" fill="#cfd8df"/><rect y="470" width="${width}" height="150" fill="#6f7780"/>
    <path d="M250 200 h400 l60 130 v170 h-520 v-170 z" fill="#3c5a78"/><path d="M280 220 h340 l40 100 h-420 z" fill="#a9c4d8"/>
    <circle cx="255" cy="405" r="30" fill="#f4f1d0"/><circle cx="645" cy="405" r="30" fill="#f4f1d0"/>
    <rect x="210" y="490" width="80" height="60" rx="10" fill="#22262b"/><rect x="610" y="490" width="80" height="60" rx="10" fill="#22262b"/>
    <rect x="330" y="420" width="240" height="56" rx="6" fill="#fff" stroke="#22262b" stroke-width="3"/>
    <text x="450" y="460" font-size="34" font-weight="700" fill="#111" text-anchor="middle">${escaped(plate)}</text>
    <text x="450" y="90" font-size="44" fill="#39434d" text-anchor="middle">SPECIMEN</text>`);

/** Somebody's outline. */
export const drawPerson = (): Promise<Page> =>
  draw(`<rect width="${width}" height="${height}" fill="#dfe5ea"/><circle cx="450" cy="230" r="110" fill="#8796a5"/>
    <path d="M240 620 c0 -170 90 -240 210 -240 s210 70 210 240 z" fill="#5f7183"/>
    <text x="450" y="70" font-size="44" fill="#39434d" text-anchor="middle">SPECIMEN</text>`);

async function draw(inside: string): Promise<Page> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">${inside}</svg>`;
  // A demo that is there already draws nothing, and starts without it.
  const { default: sharp } = await import('sharp');
  const content = await sharp(Buffer.from(svg)).webp({ quality: 72, effort: 2 }).toBuffer();
  return { content, mime: 'image/webp', width, height };
}
