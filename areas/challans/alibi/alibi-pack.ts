import { inIst } from '#kit/server/india-time.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { alibiPaper, placeText, timeText } from './alibi-paper.ts';
import type { StoredAlibi } from './alibi-rows.store.ts';
import { factsIn } from './alibi-rows.store.ts';
import { kmhText, metresText } from './alibi-words.rules.ts';
import type { AlibiFacts, AlibiRow } from './alibi.contract.ts';
import { zipOf } from './zip.ts';

/** Everything that a contest needs, as one zip: the paper, what it was made from, the positions, and a letter to begin with. */
export async function contestPack(stored: StoredAlibi, places: Geocoder): Promise<Buffer> {
  const { row, canonical } = stored;
  const facts = factsIn(canonical);
  const text = (name: string, words: string) => ({ name, bytes: Buffer.from(words, 'utf8') });
  return zipOf([
    { name: 'alibi.pdf', bytes: await alibiPaper(row, facts, places) },
    text('alibi.json', canonical),
    text('positions.csv', positionsCsv(facts)),
    text('letter.txt', letterOf(row, facts, places)),
    text('alibi.json.sha256', `${row.sha256}  alibi.json\n`),
  ]);
}

export function positionsCsv({ fixes }: AlibiFacts): string {
  const heads = [
    'Time (UTC)',
    'Time (IST)',
    'Latitude',
    'Longitude',
    'Speed (km/h)',
    'Uncertain by (m)',
    'From the place (m)',
    'Device',
  ];
  const lines = fixes.map(({ at, lat, lon, speedKmh, uncertaintyM, distanceM, device }) =>
    csvLine([at, inIst(at), lat, lon, speedKmh, uncertaintyM, distanceM, device]),
  );
  return `\uFEFF${[csvLine(heads), ...lines].map((line) => `${line}\r\n`).join('')}`;
}

/** What a letter may say of each conclusion: no more than the positions do. */
function pleaOf({ ref, plate, conclusion }: AlibiRow, facts: AlibiFacts): string {
  const { distance, neededKmh } = facts;
  if (conclusion === 'ELSEWHERE')
    return `Our vehicle ${plate} was not there. By the positions that its tracking device recorded, it was at least ${metresText(distance?.leastM ?? 0)} away at that time${neededKmh === null ? '' : `, and would have needed ${kmhText(neededKmh)} to be at the place`}. The registration plate may have been copied, or misread.\n\nWe ask that the challan be withdrawn, and that the photograph or the record on which it is based be shown to us. The positions, the calculation and its hash are enclosed (reference ${ref}).`;
  if (conclusion === 'THERE')
    return `By the positions of its tracking device, our vehicle ${plate} was at the place at that time. They do not support a contest on the ground that it was elsewhere (reference ${ref}).`;
  return `The positions of our vehicle ${plate} neither prove nor exclude that it was at the place at that time (reference ${ref}). They are enclosed as they are:\n\n${facts.words.join('\n')}`;
}

/** A letter to begin with: whoever signs it reads and completes it. */
export function letterOf(row: AlibiRow, facts: AlibiFacts, places: Geocoder): string {
  const { asked } = facts;
  const line = (name: string, value: string | null) => `${name}: ${value ?? '[to be filled in]'}`;
  return `[DRAFT. Read it, complete what stands in brackets, and sign it.]

${row.organisation}
${dayInWords(indiaDay(new Date(row.madeAt)))}

To: [authority that issued the challan]

Subject: Contest of challan ${asked.noticeNo ?? '[number]'} for ${row.plate}

${line('Challan number', asked.noticeNo)}
${line('Section', asked.section)}
${line('Place', placeText(asked, places))}
${line('Time', timeText(asked))}

Sir or Madam,

${pleaOf(row, facts)}

Enclosed: alibi.pdf (facts, sketch and positions), alibi.json (all figures; SHA-256 ${row.sha256}), positions.csv.

[Name and signature]
`;
}
