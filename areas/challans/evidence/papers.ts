import type { Drawing } from '#kit/server/pdf/drawing.ts';
import { writePdf } from '#kit/server/pdf/paper.ts';
import { inIndia } from '#kit/server/india-time.ts';
import type { Episode } from '#telematics/speeding/episodes.ts';
import type { EventPart } from './event.ts';

// Papers of a bundle. Their words are in English, as the courts and the Act have them.

/** A moment of the clock of India to the second. */
export const toTheSecond = (at: number | string): string => {
  const india = new Date(new Date(at).getTime() + 330 * 60_000).toISOString();
  return `${india.slice(0, 10)} ${india.slice(11, 19)} IST`;
};
const kmh = (value: number): string => `${Math.round(value * 10) / 10} km/h`;

export interface PaperFacts {
  event: EventPart;
  episode: Episode;
  fixes: number;
  frames: number;
  missing: readonly { what: string; why: string }[];
  hashes: readonly { name: string; sha256: string }[];
}

/** What a bundle says, on a page or two. */
export function summaryPaper(
  { event, episode, fixes, frames, missing }: PaperFacts,
  plot: Drawing,
  map: Drawing,
): Promise<Buffer> {
  const { violation, vehicle, driver, device } = event;
  const { evidence, limit } = episode;
  return writePdf(
    {
      title: `Speeding of ${vehicle.registrationNo}`,
      subtitle: `${violation.road}, ${toTheSecond(violation.fromAt)}`,
      reference: `Violation ${violation.id}, revision ${violation.revision}`,
      madeAt: new Date(violation.decidedAt),
    },
    (paper) => {
      paper.facts([
        ['Vehicle', `${vehicle.registrationNo}, of ${vehicle.organisation}`],
        ['Driver assigned then', driver?.name ?? 'Nobody was assigned'],
        ['From', toTheSecond(violation.fromAt)],
        ['To', toTheSecond(violation.toAt)],
        ['Place', `${violation.road} (${violation.lat}, ${violation.lon})`],
        ['Limit', `${kmh(limit.limitKmh)}, by ${limit.source.toLowerCase().replaceAll('_', ' ')}`],
        ['To be passed', kmh(episode.thresholdKmh)],
        ['Measured', `up to ${kmh(episode.peakKmh)}, ${kmh(episode.meanKmh)} on the average of ${episode.fixes} fixes`],
        [
          'Evidence',
          evidence
            ? `${evidence.fixes} fixes passed every check: ${kmh(evidence.correctedMeanKmh)} after the correction in the driver's favour, ${kmh(evidence.pathKmh)} by way and time`
            : 'Not every check was passed; people have confirmed it',
        ],
        [
          'Confirmed',
          `${toTheSecond(violation.decidedAt)} by ${violation.decidedBy ?? 'the speed configuration, as every check was passed'}`,
        ],
      ]);
      paper.heading('Speed');
      paper.paragraph('Blue: measured speed. Red: the episode. Green: the limit, and dashed what had to be passed.');
      paper.drawing(plot, `Speed over time, up to ${kmh(episode.peakKmh)} where ${kmh(limit.limitKmh)} applied`);
      paper.heading('Map');
      paper.drawing(map, `The fixes on ${violation.road}, the episode in red`);
      paper.heading('Device');
      paper.facts([
        ['Device', `${device.identifier}${device.model ? `, ${device.model}` : ''}`],
        [
          'In the vehicle',
          device.installedFrom
            ? `from ${inIndia(device.installedFrom)}${device.installedTo ? ` to ${inIndia(device.installedTo)}` : ', still'}`
            : 'Not known',
        ],
        [
          'Certificate',
          device.certificateNo
            ? `${device.certificateNo}, valid until ${device.certificateUpto ?? 'no day that is noted'}`
            : 'None noted',
        ],
        [
          'Clock',
          device.clockOffsetMs === null
            ? 'Its offset was not noted'
            : `at most ${device.clockOffsetMs} ms from the server's`,
        ],
      ]);
      paper.heading('In this bundle');
      paper.paragraph(
        `${fixes} fixes of the minute before to the minute after, and ${frames} frames as the device sent them. manifest.json names each part with its SHA-256; signature.json signs the manifest. Anybody can check it: npm run evidence:verify FILE.`,
      );
      for (const { what, why } of missing) paper.paragraph(`Not in it: ${what}. ${why}`);
      paper.paragraph(`Hash of the judgement: ${episode.hash}`);
    },
  );
}

const blank = '______________________________';

/** The certificate of section 63(4) of the Bharatiya Sakshya Adhiniyam, 2023, both parts, with what the product knows filled in. */
export function certificatePaper({ event, hashes }: PaperFacts): Promise<Buffer> {
  const { violation, device } = event;
  const source = 'Server [x]   Storage media [ ]   Mobile [ ]   Cloud [ ]   Other [ ]';
  return writePdf(
    {
      title: 'Certificate under section 63(4)(c)',
      subtitle:
        'Bharatiya Sakshya Adhiniyam, 2023. To be read against the Schedule, completed and signed; unsigned it certifies nothing.',
      reference: `Violation ${violation.id}, revision ${violation.revision}`,
      madeAt: new Date(violation.decidedAt),
    },
    async (paper) => {
      const record = () => {
        paper.facts([
          ['Name', blank],
          ['Son, daughter or spouse of', blank],
          ['Residing or employed at', blank],
        ]);
        paper.paragraph('do hereby solemnly affirm and sincerely state and submit as follows:');
        paper.paragraph(
          'I have produced the electronic record, or output of the digital record, listed in the hash report below, taken from the following device or digital record source:',
        );
        paper.facts([
          ['Source', source],
          ['Make and model', blank],
          ['Serial number', blank],
          [
            'Identifier',
            `Tracking device ${device.identifier}${device.model ? ` (${device.model})` : ''}, whose positions the server stores`,
          ],
          [
            'Other information',
            `Violation ${violation.id}, ${toTheSecond(violation.fromAt)} to ${toTheSecond(violation.toAt)}`,
          ],
        ]);
      };
      const hash = () =>
        paper.paragraph(
          'I state that the hash values of the electronic records are those of the hash report below, obtained through the following algorithm: SHA1 [ ]   SHA256 [x]   MD5 [ ]   Other [ ]',
        );
      const sign = (who: string) =>
        paper.facts([
          [who, blank],
          ['Date (DD/MM/YYYY)', blank],
          ['Time (IST), 24 hours', blank],
          ['Place', blank],
        ]);
      paper.heading('Part A: by the party');
      record();
      paper.paragraph(
        'The digital device or the digital record source was under the lawful control for regularly creating, storing or processing information for the purposes of carrying out regular activities, and during this period the computer or the communication device was working properly and the relevant information was regularly fed into it during the ordinary course of business. If it was at any time not working properly or out of operation, that has not affected the electronic record or its accuracy. The device or the source of the record is:',
      );
      paper.paragraph('Owned [ ]   Maintained [ ]   Managed [ ]   Operated [ ]   by me');
      hash();
      sign('Name and signature');
      paper.heading('Part B: by the expert');
      record();
      hash();
      sign('Name, designation, signature');
      paper.heading('Hash report');
      await paper.table(
        [
          { name: 'Part of the bundle', share: 2 },
          { name: 'SHA-256', share: 6 },
        ],
        rowsOf(hashes.map(({ name, sha256 }) => [name, sha256])),
      );
    },
  );
}

async function* rowsOf(rows: (readonly string[])[]) {
  yield rows;
}
