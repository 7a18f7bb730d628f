import { svgOf } from '#kit/server/pdf/drawing.ts';
import type { KeptFrame } from '#areas/gateway/gateway.server.ts';
import type { JudgedAgain } from '#areas/speeding/speeding.server.ts';
import type { Episode } from '#telematics/speeding/episodes.ts';
import { framesPart, judgedPartsOf, windowOf } from './bundle-parts.ts';
import { writeZip } from '../bundle/bundle-zip.ts';
import { canonicalBytes } from '../bundle/canonical-json.ts';
import type { EventPart } from './event.ts';
import { thresholdsPart, verdictFrom, verdictPart } from '../bundle/judged-parts.ts';
import { manifestName, manifestOf, sha256Of, signatureName } from '../bundle/manifest.ts';
import { certificatePaper, summaryPaper } from './papers.ts';
import { mapSketch, speedPlot } from './pictures.ts';
import { type PublishedKey, signManifest } from '../bundle/signing.ts';

/** A road near the episode: its lines there, longitude and latitude in degrees. */
export interface NearRoad {
  id: string;
  name: string;
  ref: string | null;
  lines: readonly (readonly (readonly [number, number])[])[];
}

export interface BundleFacts {
  event: EventPart;
  version: number;
  again: JudgedAgain;
  episode: Episode;
  frames: readonly KeptFrame[];
  roads: readonly NearRoad[];
}

const e7 = (degrees: number): number => Math.round(degrees * 1e7);

/** The bytes of a bundle: the same facts and the same key give the same. @throws Error where its own parts do not lead to its verdict */
export async function buildBundle(facts: BundleFacts, key: PublishedKey & { privateKey: string }): Promise<Buffer> {
  const { event, version, again, episode, frames, roads } = facts;
  const window = windowOf(again.positions, episode);
  const { fixes, match, limits } = judgedPartsOf(again, window);
  const shown = again.judged.fixes.slice(...window);
  const touched = new Set(match.roadIds);
  const near = roads.map(({ id, name, ref, lines }) => ({
    id,
    name: [ref, name].filter(Boolean).join(' '),
    /** Of the roads that the fixes were matched to, or may have been. */
    isJudged: touched.has(id),
    lines: lines.map((line) => line.flatMap(([lon, lat]) => [e7(lat), e7(lon)])),
  }));
  const [plot, map] = [
    speedPlot(shown, episode),
    mapSketch(
      shown,
      episode,
      event.violation.road,
      near.flatMap(({ lines }) => lines),
    ),
  ];
  const missing = missingOf(facts, window);
  const parts = new Map<string, Buffer>([
    ['event.json', canonicalBytes(event)],
    ['frames.json', canonicalBytes(framesPart(frames))],
    ['fixes.json', canonicalBytes(fixes)],
    ['match.json', canonicalBytes(match)],
    ['limits.json', canonicalBytes(limits)],
    ['network.json', canonicalBytes({ roads: near })],
    ['thresholds.json', thresholdsPart(again.judged, event.product.version)],
    ['verdict.json', verdictPart(episode, again.judged)],
    ['speed.svg', Buffer.from(svgOf(plot, 'Speed over time'), 'utf8')],
    ['map.svg', Buffer.from(svgOf(map, 'Where it was'), 'utf8')],
  ]);
  if (!verdictFrom(parts)?.equals(parts.get('verdict.json') as Buffer))
    throw new Error(`The parts of the bundle of violation ${event.violation.id} do not lead to its verdict`);
  const paper = {
    event,
    episode,
    fixes: fixes.fixes.length,
    frames: frames.length,
    missing,
    hashes: [...parts].map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) })),
  };
  parts.set('summary.pdf', await summaryPaper(paper, plot, map));
  parts.set('certificate.pdf', await certificatePaper(paper));
  const { id: violationId, revision } = event.violation;
  const written = manifestOf({ violationId, revision, version, keyId: key.keyId, missing }, parts);
  parts.set(manifestName, written);
  parts.set(signatureName, canonicalBytes(signManifest(written, key)));
  return writeZip(parts);
}

function missingOf({ again, frames }: BundleFacts, [from, to]: readonly [number, number]) {
  const batches = new Set(again.positions.slice(from, to).map(({ receivedAt }) => receivedAt));
  for (const { receivedAt } of frames) batches.delete(receivedAt);
  return batches.size === 0
    ? []
    : [
        {
          what: 'Frames as the device sent them',
          why: `Those of ${batches.size} of the batches in which the fixes came are not stored: either they were older than frames are kept, or the fixes did not come over a connection`,
        },
      ];
}
