import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import type { ActProps } from '#kit/web/ui/acts.tsx';
import { violationOf } from '../speeding.queries.ts';
import { lookedTrack } from './looked-track.web.ts';
import { fixText, ReviewChart } from './review-chart.tsx';

/** The recorded speed of a violation on the page of another area, with what each position says. */
export function EvidenceChart({ id }: ActProps) {
  const t = useT();
  const { data: violation, error } = useQuery(violationOf(id));
  const track = useMemo(() => (violation ? lookedTrack(violation) : undefined), [violation]);
  const [cursor, setCursor] = useState<number>();
  if (error && !violation) return null;
  if (!violation || !track) return <span className="sk" style={{ height: 260 }} aria-hidden="true" />;
  if (track.count === 0) return null;
  return (
    <figure style={{ margin: 0, minWidth: 0 }} aria-label={t('violations.recorded')}>
      <ReviewChart violation={violation} track={track} cursor={cursor} onCursor={setCursor} />
      <figcaption className="t2 sm" style={{ minHeight: 21 }}>
        <bdi>{cursor === undefined ? t('violations.recordedHelp') : fixText(track, cursor)}</bdi>
      </figcaption>
    </figure>
  );
}
