import { type ReactNode } from 'react';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { distanceText, exactClockText, placeText, speedText } from '#kit/web/ui/units.ts';
import { AlibiChart } from './alibi-chart.tsx';
import type { AlibiFacts, AlibiFixShown, Conclusion } from '../alibi.contract.ts';
import styles from './alibi.module.css';

/** How a conclusion is drawn: shape and colour. */
export const conclusionShapes: Record<Conclusion, 'ok' | 'bad' | 'due' | 'off' | 'info'> = {
  ELSEWHERE: 'ok',
  THERE: 'bad',
  NEAR: 'due',
  CANNOT_TELL: 'info',
  NO_DATA: 'off',
};

const mostKmh = 2_000;

/** What came of it, in words and figures. @param beside buttons at its head */
export function AlibiAnswer({ facts, beside, foot }: { facts: AlibiFacts; beside?: ReactNode; foot?: ReactNode }) {
  const t = useT();
  const [first, ...more] = facts.words;
  return (
    <>
      <section className={`sheet ${styles.answer}`} aria-label={t('alibi.answer')}>
        <div className={styles['answer-head']}>
          <h2 className="h2">
            <span className={`st ${conclusionShapes[facts.conclusion]}`}>
              {t(`alibi.conclusions.${facts.conclusion}`)}
            </span>
            {facts.mayBeCopied ? <span className="st due">{t('alibi.copied')}</span> : null}
          </h2>
          {beside ? <div className="acts">{beside}</div> : null}
        </div>
        {/* The sentences of the paper, as a court gets them: in English in every language. */}
        <p className={styles.first} lang="en">
          <bdi>{first}</bdi>
        </p>
        {more.map((words) => (
          <p key={words} className="t2" lang="en">
            <bdi>{words}</bdi>
          </p>
        ))}
        {facts.vehicleId === null ? null : <Figures facts={facts} />}
        {foot}
      </section>
      {facts.fixes.length > 0 ? (
        <>
          <section className={`sheet ${styles.picture}`} aria-label={t('alibi.chart')}>
            <h2 className="h2">{t('alibi.chart')}</h2>
            <AlibiChart facts={facts} />
          </section>
          <Positions fixes={nearestFixes(facts)} />
        </>
      ) : null}
    </>
  );
}

const mostRows = 40;
function nearestFixes({ fixes, asked }: AlibiFacts): AlibiFixShown[] {
  const middle = fixes.findIndex(({ at }) => at >= asked.from);
  const from = Math.max(0, Math.min((middle < 0 ? fixes.length : middle) - mostRows / 2, fixes.length - mostRows));
  return fixes.slice(from, from + mostRows);
}

function Figures({ facts }: { facts: AlibiFacts }) {
  const t = useT();
  const { distance, clearM, marginM, neededKmh, fastestKmh, clock, before, after, leftOut, installations } = facts;
  const fixText = (fix: AlibiFixShown | null) =>
    fix
      ? t('alibi.fixOf', {
          time: `${formatTime(fix.at)} (${exactClockText(Date.parse(fix.at))})`,
          distance: distanceText(fix.distanceM),
          uncertainty: distanceText(fix.uncertaintyM),
        })
      : t('alibi.none');
  const pairs: [string, string][] = [];
  if (distance)
    pairs.push([
      t('alibi.distance'),
      [
        t('alibi.atLeast', { distance: distanceText(distance.leastM) }),
        ...(distance.likelyM === null ? [] : [t('alibi.likely', { distance: distanceText(distance.likelyM) })]),
        ...(distance.mostM === null ? [] : [t('alibi.atMost', { distance: distanceText(distance.mostM) })]),
      ].join(', '),
    ]);
  if (clearM !== null && clearM > 0)
    pairs.push([t('alibi.clear'), t('alibi.clearOf', { distance: distanceText(clearM), margin: marginM })]);
  if (neededKmh !== null)
    pairs.push([
      t('alibi.needed'),
      neededKmh > mostKmh
        ? t('alibi.neededMuch', { fastest: fastestKmh })
        : t('alibi.neededOf', { needed: Math.round(neededKmh), fastest: fastestKmh }),
    ]);
  if (before || after)
    pairs.push([t('alibi.positionBefore'), fixText(before)], [t('alibi.positionAfter'), fixText(after)]);
  pairs.push([t('alibi.looked'), `${formatTime(facts.looked.from)} – ${formatTime(facts.looked.to)}`]);
  if (clock.allowedS > 0)
    pairs.push([
      t('alibi.clock'),
      clock.offsetS === null
        ? t('alibi.clockUnknown', { allowed: clock.allowedS })
        : t('alibi.clockKnown', { offset: clock.offsetS, allowed: clock.allowedS }),
    ]);
  pairs.push(
    [t('alibi.leftOut'), t('alibi.leftOutOf', leftOut)],
    [
      t('alibi.installed'),
      installations
        .map(({ device, from, to }) =>
          to === null
            ? t('alibi.installedFrom', { device, from: formatTime(from) })
            : t('alibi.installedTo', { device, from: formatTime(from), to: formatTime(to) }),
        )
        .join('; ') || t('alibi.none'),
    ],
  );
  return (
    <dl className={`facts ${styles.figures}`}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Positions({ fixes }: { fixes: readonly AlibiFixShown[] }) {
  const t = useT();
  const number = (key: string, head: string, text: (fix: AlibiFixShown) => string) => ({
    key,
    head,
    isNumber: true,
    render: (fix: AlibiFixShown) => <bdi>{text(fix)}</bdi>,
  });
  return (
    <section className={`sheet list ${styles.positions}`} aria-label={t('alibi.positions')}>
      <ListTable
        rows={fixes}
        keyOf={({ at, device }) => `${at} ${device}`}
        columns={[
          {
            key: 'at',
            head: t('alibi.positionTime'),
            render: ({ at }) => <bdi>{`${formatTime(at)} (${exactClockText(Date.parse(at))})`}</bdi>,
          },
          number('away', t('alibi.away'), ({ distanceM }) => distanceText(distanceM)),
          number('uncertain', t('alibi.uncertain'), ({ uncertaintyM }) => distanceText(uncertaintyM)),
          number('speed', t('alibi.speed'), ({ speedKmh }) => speedText(speedKmh)),
          number('place', t('alibi.coordinates'), ({ lat, lon }) => placeText(lat, lon)),
        ]}
      />
    </section>
  );
}
