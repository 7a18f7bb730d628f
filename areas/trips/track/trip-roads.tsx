import { Link } from '@tanstack/react-router';
import type { TripMatch } from '#areas/speeding/violation-answers.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Segments } from '#kit/web/ui/parts.tsx';
import { clockText, distanceText, durationText, overText } from '#kit/web/ui/units.ts';
import type { TripDetail } from '../trip-answers.contract.ts';
import styles from '../trips.module.css';

export type TripLine = 'reported' | 'matched';

/** Which line the map draws, and how far the trip went along roads; plainly, where it is not matched. */
export function RoadsBar(props: {
  trip: TripDetail;
  match: TripMatch | null | undefined;
  line: TripLine;
  onLine: (line: TripLine) => void;
}) {
  const { trip, match, line, onLine } = props;
  const t = useT();
  const isMatched = match !== null && match !== undefined && match.matchedFixes > 0;
  return (
    <div className={styles['roads-bar']}>
      {isMatched ? (
        <Segments<TripLine>
          label={t('trips.line')}
          name="trip-line"
          value={line}
          options={[
            { value: 'reported', label: t('trips.lines.reported') },
            { value: 'matched', label: t('trips.lines.matched') },
          ]}
          onChange={onLine}
        />
      ) : null}
      <p className="t2 sm">
        <bdi>
          {isMatched
            ? t('trips.matched', {
                distance: distanceText(match.distanceM),
                percent: Math.floor((100 * match.matchedFixes) / Math.max(1, match.fixes)),
                confidence: Math.floor(100 * (match.confidence ?? 0)),
              })
            : trip.state === 'LIVE'
              ? t('trips.matchedLater')
              : match === undefined
                ? ' '
                : t(match ? 'trips.noRoads' : 'trips.notMatched')}
        </bdi>
      </p>
    </div>
  );
}

/** Speeding on the trip, each with the way to its page. */
export function TripViolations({ match }: { match: TripMatch | null | undefined }) {
  const t = useT();
  const mayLook = useCan()('violation', 'view');
  if (!mayLook || !match || match.violations.length === 0) return null;
  return (
    <div className="sec">
      <h2 className="h2" style={{ marginBlockEnd: 6 }}>
        {t('trips.violations')}
      </h2>
      <ol className={styles['stop-list']}>
        {match.violations.toReversed().map((one) => (
          <li key={one.id}>
            <Link
              to={`/violation/${one.id}`}
              search={{ tripId: one.tripId, state: 'ALL' } as never}
              className={styles['stop-line']}
            >
              <span className="dot bad" aria-hidden="true" />
              <span className="grow">
                <bdi>{overText(one)}</bdi>
                <bdi className={styles.where}>{one.road}</bdi>
              </span>
              <bdi className="t2">
                {clockText(Date.parse(one.fromAt))}, {durationText(one.seconds)}
              </bdi>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
