import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Place } from '#kit/web/ui/place.tsx';
import { distanceText, exactDurationText, speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import { recalculationCauses } from '../recalculate/recalculation.contract.ts';
import { exactKmh } from '../speeding-words.web.ts';
import type { ViolationOne } from '../violation-answers.contract.ts';
import { SeverityWord } from '../violations/violation-rows.tsx';
import { barsOf } from './review-chart.tsx';
import { percentOf } from './review-table.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import styles from '../speeding.module.css';

/** Where what a limit comes from has its page. */
const sourcePaths = {
  RULE: 'road-speed-rule',
  STATE: 'statutory-speed-limit',
  STATUTORY: 'statutory-speed-limit',
  ROAD_TYPE: 'road-type',
  GEOFENCE: 'geofence',
  OSM_ADVISORY: undefined,
  NONE: undefined,
} as const;

/** A record by its name, with the way to it for those who may view it. */
function To({ path, id, search, children }: { path: string; id: string | null; search?: object; children: ReactNode }) {
  const can = useCan();
  return id !== null && can(path, 'view') ? (
    <Link to={`/${path}/${id}`} {...(search ? { search: search as never } : {})}>
      {children}
    </Link>
  ) : (
    children
  );
}

/** What speaks for it, by what it was measured, and whom it concerns. */
export function ReviewFacts({ violation }: { violation: ViolationOne }) {
  const t = useT();
  const { limitKmh, peakKmh, evidence } = violation;
  const overKmh = peakKmh - limitKmh;
  const className = speedClasses.find(({ value }) => value === violation.speedClass)?.label ?? violation.speedClass;
  return (
    <dl className={`facts sm ${styles.facts}`}>
      <dt>{t('violations.overBy')}</dt>
      <dd>
        <bdi className="mid">
          {t('violations.overText', {
            speed: speedText(overKmh),
            percent: formatNumber(Math.round((overKmh / limitKmh) * 100)),
          })}
        </bdi>{' '}
        <SeverityWord severity={violation.severity} />
      </dd>
      <dt>{t('violations.speeds')}</dt>
      <dd>
        <bdi>{t('violations.speedsText', { peak: Math.round(peakKmh), mean: Math.round(violation.meanKmh) })}</bdi>
      </dd>
      {evidence ? (
        <>
          <dt>{t('violations.proven')}</dt>
          <dd>
            <bdi>
              {t('violations.provenText', {
                corrected: Math.round(evidence.correctedMeanKmh),
                path: Math.round(evidence.pathKmh),
              })}
            </bdi>
          </dd>
        </>
      ) : null}
      <dt>{t('violations.lasted')}</dt>
      <dd>
        <bdi>
          {exactDurationText(violation.seconds)}, {distanceText(violation.lengthM)}
        </bdi>
      </dd>
      <LimitFacts violation={violation} />
      <dt>{t('violations.class')}</dt>
      <dd>
        <bdi>{className}</bdi>
      </dd>
      <dt>{t('violations.road')}</dt>
      <dd>
        <Segments violation={violation} />
      </dd>
      <dt>{t('violations.confidence')}</dt>
      <dd>
        <bdi>{t('violations.percent', { percent: percentOf(violation.confidence) })}</bdi>
      </dd>
      <dt>{t('violations.place')}</dt>
      <dd>
        <Place place={violation.place} lat={violation.lat} lon={violation.lon} />
      </dd>
      <dt>{t('violations.vehicle')}</dt>
      <dd>
        <To path="vehicle" id={violation.vehicleId} search={{ tab: 'violations' }}>
          <Plate no={violation.vehicle} use={violation.plateUse} />
        </To>
      </dd>
      <dt>{t('violations.driver')}</dt>
      <dd>
        {violation.driver === null ? (
          <span className="t3">{t('violations.nobody')}</span>
        ) : (
          <To path="drivers" id={violation.driverId} search={{ tab: 'violations' }}>
            <bdi>{violation.driver}</bdi>
          </To>
        )}
      </dd>
      <dt>{t('violations.owner')}</dt>
      <dd>
        <To path="organisation" id={violation.orgId}>
          <bdi>{violation.org}</bdi>
        </To>
      </dd>
      {violation.tripId === null ? null : (
        <>
          <dt>{t('violations.trip')}</dt>
          <dd>
            <To path="vehicle-trips" id={violation.tripId} search={{ at: violation.fromAt }}>
              {t('violations.onTrip')}
            </To>
          </dd>
        </>
      )}
    </dl>
  );
}

/** The limit, where it comes from in which version, and what the law and the company let pass, each for itself. */
function LimitFacts({ violation }: { violation: ViolationOne }) {
  const t = useT();
  const { limitKmh, limitSource, ruleId, ruleVersion, configuration, statutoryTolerancePct, companyBufferKmh } =
    violation;
  const { lawKmh, companyKmh } = barsOf(violation);
  const path = sourcePaths[limitSource];
  const source = t(`violations.sources.${limitSource}`);
  return (
    <>
      <dt>{t('violations.limit')}</dt>
      <dd>
        <bdi className="mid">{speedText(limitKmh)}</bdi>
      </dd>
      <dt>{t('violations.limitFrom')}</dt>
      <dd>
        {path ? (
          <To path={path} id={ruleId}>
            {source}
          </To>
        ) : (
          source
        )}
        {ruleVersion === null ? null : <span className="t2">{t('violations.version', { version: ruleVersion })}</span>}
      </dd>
      <dt>{t('violations.lawTolerance')}</dt>
      <dd>
        <bdi>{t('violations.lawText', { percent: statutoryTolerancePct, speed: exactKmh(lawKmh) })}</bdi>
      </dd>
      <dt>{t('violations.companyBuffer')}</dt>
      <dd>
        <bdi>
          {companyKmh === null
            ? t('violations.noBuffer')
            : t('violations.bufferText', { buffer: companyBufferKmh, speed: exactKmh(companyKmh) })}
        </bdi>
        {configuration ? (
          <span className={styles.under}>
            <To path="speed-configuration" id={configuration.id}>
              <bdi>{configuration.name}</bdi>
            </To>
            {t('violations.version', { version: configuration.version })}
          </span>
        ) : null}
      </dd>
    </>
  );
}

/** Roads that it went along, with metres along each. */
function Segments({ violation }: { violation: ViolationOne }) {
  const t = useT();
  return (
    <ul>
      {violation.segments.map(({ roadId, road, forward, fromM, toM }, at) => (
        <li key={`${at} ${roadId}`}>
          <To path="road" id={roadId}>
            <bdi>{road}</bdi>
          </To>
          <span className={styles.under}>
            {t(forward ? 'violations.forward' : 'violations.backward', {
              from: (Math.min(fromM, toM) / 1_000).toFixed(1),
              to: (Math.max(fromM, toM) / 1_000).toFixed(1),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What it was before it was judged anew, and the number by which the same is known anywhere. */
export function Revisions({ violation: { history, hash, revision } }: { violation: ViolationOne }) {
  const t = useT();
  return (
    <details className={styles.revisions}>
      <summary>{t('violations.revisions', { revision })}</summary>
      {history.length > 0 ? (
        <ul>
          {history.map((one) => (
            <li key={one.revision}>
              <span className="t2">
                {t('violations.revision', { revision: one.revision })} · <When at={one.at} />
              </span>
              <bdi>{one.summary}</bdi>
              <span className="t2">{t(`violations.why.${whyOf(one.why)}`)}</span>
              {one.becomes === null ? null : <bdi>{t('violations.becomes', { summary: one.becomes })}</bdi>}
              {one.title === null ? null : (
                <span className="t2">
                  {t(`recalculations.causes.${causeOf(one.cause)}`)}: <bdi>{one.title}</bdi>, <bdi>{one.byName}</bdi>
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="t2">{t('violations.neverRevised')}</p>
      )}
      <p className="t2">{t('violations.hash')}</p>
      <p>
        <bdi dir="ltr" className={`mono ${styles.hash}`}>
          {hash}
        </bdi>
      </p>
    </details>
  );
}

const causeOf = (cause: string | null): (typeof recalculationCauses)[number] =>
  recalculationCauses.find((one) => one === cause) ?? 'ROAD';
const whys = ['JUDGED_ANEW', 'FOUND_AGAIN', 'NOT_FOUND_ANY_MORE'] as const;
const whyOf = (why: string): (typeof whys)[number] => whys.find((one) => one === why) ?? 'JUDGED_ANEW';
