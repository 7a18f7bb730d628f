import { verdicts } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { useCan } from '#kit/web/rights.ts';
import styles from '../livemap.module.css';
import { useGroups } from './console.queries.ts';
import { toneOf } from './status.tsx';
import { type Found, sorts, type Status, statuses } from './rows.web.ts';
import type { MapAddress } from './use-console.web.ts';

/** How many vehicles do what; each is a filter that is pressed and released. */
export function MotionFilter(props: {
  counts: Found['counts'];
  status: Status | undefined;
  onChange: (status: Status | undefined) => void;
  speeding: number;
  isSpeeding: boolean;
  onSpeeding: (is: boolean) => void;
}) {
  const { counts, status, onChange, speeding, isSpeeding, onSpeeding } = props;
  const t = useT();
  return (
    <div className={styles.motions} role="group" aria-label={t('livemap.status')}>
      {statuses
        .filter((one) => counts[one] > 0 || one === status)
        .map((one) => (
          <button
            key={one}
            type="button"
            className={`${styles.motion} st ${toneOf(one)}`}
            aria-pressed={one === status}
            onClick={() => onChange(one === status ? undefined : one)}
          >
            <bdi>
              {t('livemap.countOf', { motion: t(`livemap.motions.${one}`), number: formatNumber(counts[one]) })}
            </bdi>
          </button>
        ))}
      {speeding > 0 || isSpeeding ? (
        <button
          type="button"
          className={`${styles.motion} st bad`}
          aria-pressed={isSpeeding}
          onClick={() => onSpeeding(!isSpeeding)}
        >
          <bdi>{t('livemap.speedingOf', { number: formatNumber(speeding) })}</bdi>
        </button>
      ) : null}
    </div>
  );
}

/** What is asked for less often: the compliance status, and the group. */
export function Filters({ address }: { address: MapAddress }) {
  const t = useT();
  const groups = useGroups(useCan()('vehicle-group', 'view'));
  return (
    <div className={`record-filters ${styles.choices}`}>
      <SelectField
        label={t('livemap.compliance')}
        value={address.verdict ?? ''}
        options={verdicts.map(({ value, label }) => ({ value, label }))}
        onChange={(verdict) => address.ask({ verdict: verdict || undefined })}
      />
      {groups.length > 0 || address.group !== undefined ? (
        <SelectField
          label={t('livemap.group')}
          value={address.group ?? ''}
          options={groups.map(({ id, label }) => ({ value: id, label }))}
          onChange={(group) => address.ask({ group: group || undefined })}
        />
      ) : null}
    </div>
  );
}

/** The order of the list. */
export function Order({ address }: { address: MapAddress }) {
  const t = useT();
  return (
    <SelectField
      label={t('livemap.sort')}
      value={address.sort === 'status' ? '' : address.sort}
      options={sorts.slice(1).map((value) => ({ value, label: t(`livemap.sorts.${value}`) }))}
      any={t('livemap.sorts.status')}
      onChange={(sort) => address.ask({ sort: sort || undefined })}
    />
  );
}
