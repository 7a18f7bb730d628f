import { attributesOf, type Tags } from './road-tags.ts';
import { type At, faultOf, type Found } from './road-feature.ts';
import { type Line, turned } from './road-line.ts';

/** A way or feature that is a road for vehicles by its tags. */
export interface Candidate extends At {
  no: number;
  key: string;
  osmWayIds: readonly string[];
  tags: Tags;
  line: number | null;
}

/** Puts line and tags together: a road and what there is to say of it, or why it is none. */
export function* takeRoad({ key, osmWayIds, tags, ...at }: Candidate, line: Line): Generator<Found> {
  if ('fault' in line) {
    yield faultOf(line.fault, at, line.detail);
    return;
  }
  const { isBackwards, absurdLimit, unsureClass, ...attributes } = attributesOf(tags);
  if (line.isOutside) yield faultOf('outside-india', at);
  if (absurdLimit !== null) yield faultOf('max-speed', at, absurdLimit);
  if (unsureClass !== null) yield faultOf('class-unsure', at, unsureClass);
  yield {
    road: {
      no: at.no,
      line: at.line,
      key,
      osmWayIds,
      ...attributes,
      lengthM: line.lengthM,
      points: isBackwards ? turned(line.points) : line.points,
    },
  };
}
