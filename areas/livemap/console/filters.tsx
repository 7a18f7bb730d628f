import { verdicts } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { useCan } from '#kit/web/rights.ts';
import styles from '../livemap.module.css';
import { useGroups } from './console.queries.ts';
import { toneOf } from './status.tsx';
import { ages, type Found, sorts, type Status, statuses } from './rows.web.ts';
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

/** Words to look for, and behind a button what is asked for less often: the compliance status, the group, and how old positions are. */
export function Filters({ address }: { address: MapAddress }) {
  const t = useT();
  const groups = useGroups(useCan()('vehicle-group', 'view'));
  const { verdict, group, age, ask } = address;
  const isSet = Object.entries({ verdict, group, age }).filter(([, value]) => value !== undefined);
  return (
    <div className={styles.choices}>
      <SearchField label={t('livemap.search')} value={address.q} onChange={(q) => ask({ q })} />
      <FilterBar
        filters={Object.fromEntries(isSet)}
        onClear={() => ask({ verdict: undefined, group: undefined, age: undefined })}
        isFolded
      >
        <SelectField
          label={t('livemap.compliance')}
          value={verdict ?? ''}
          options={verdicts.map(({ value, label }) => ({ value, label }))}
          onChange={(next) => ask({ verdict: next || undefined })}
        />
        {groups.length > 0 || group !== undefined ? (
          <SelectField
            label={t('livemap.group')}
            value={group ?? ''}
            options={groups.map(({ id, label }) => ({ value: id, label }))}
            onChange={(next) => ask({ group: next || undefined })}
          />
        ) : null}
        <SelectField
          label={t('livemap.age')}
          value={age ?? ''}
          options={ages.map((value) => ({ value, label: t(`livemap.ages.${value}`) }))}
          onChange={(next) => ask({ age: next || undefined })}
        />
      </FilterBar>
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
