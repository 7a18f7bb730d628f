import { useId, useState } from 'react';
import { states } from '#areas/offices/states.contract.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { optional, ref } from '#kit/contract/fields.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { DateInput } from '#kit/web/ui/date/date-input.tsx';
import styles from '../challans.module.css';
import { useRuleTest } from '../challans.queries.ts';
import { vehicleSizes } from './challan-rule.contract.ts';
import { RuleAnswer } from './rule-answer.tsx';

const offence = ref('challan-type', { label: 'Offence' });
const office = optional(ref('rto', { label: 'RTO' }));
const category = optional(ref('vehicle-category', { label: 'Vehicle category' }));

interface Case {
  isSpeeding: boolean;
  challanTypeId: string;
  speedKmh: string;
  limitKmh: string;
  seconds: string;
  units: string;
  on: string;
  state: string;
  rtoId: string;
  vehicleSize: string;
  class: string;
  categoryId: string;
  offenceNo: string;
}
const first: Omit<Case, 'on'> = {
  isSpeeding: true,
  challanTypeId: '',
  speedKmh: '92',
  limitKmh: '80',
  seconds: '60',
  units: '',
  state: '',
  rtoId: '',
  vehicleSize: 'LIGHT',
  class: 'M1',
  categoryId: '',
  offenceNo: '1',
};

const isAbove0 = (text: string) => text.trim() !== '' && Number(text) > 0;

/** Which challan rule applies to a case that somebody makes up, and why. */
export function RuleTestView() {
  const t = useT();
  const id = useId();
  const [of, setOf] = useState<Case>(() => ({ ...first, on: indiaDay(new Date()) }));
  const change = (over: Partial<Case>) => setOf({ ...of, ...over });
  const isAsked = of.isSpeeding ? isAbove0(of.speedKmh) && isAbove0(of.limitKmh) : of.challanTypeId !== '';
  const { data, error, isFetching } = useRuleTest(queryOf(of), isAsked && isDay(of.on));
  const select = (name: 'state' | 'vehicleSize' | 'class', label: string, offered: Offered, none: string) => (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <select
        id={`${id}-${name}`}
        className="inp"
        value={of[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      >
        <option value="">{none}</option>
        {offered.map(({ value, label: shown }) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
  const number = (name: 'speedKmh' | 'limitKmh' | 'seconds' | 'units' | 'offenceNo', label: string) => (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        className="inp"
        inputMode="decimal"
        dir="ltr"
        value={of[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  );
  return (
    <>
      <p className="t2">{t('fines.about')}</p>
      <div className={styles.test}>
        <section className="sheet sec">
          <fieldset className={styles.fields}>
            <legend className="h2">{t('fines.what')}</legend>
            <div className={`fld ${styles.wide}`}>
              <label htmlFor={`${id}-what`}>{t('fines.offence')}</label>
              <select
                id={`${id}-what`}
                className="inp"
                value={of.isSpeeding ? 'speeding' : 'other'}
                onChange={(event) => change({ isSpeeding: event.currentTarget.value === 'speeding' })}
              >
                <option value="speeding">{t('fines.speeding')}</option>
                <option value="other">{t('fines.other')}</option>
              </select>
            </div>
            {of.isSpeeding ? (
              <>
                {number('speedKmh', t('fines.speed'))}
                {number('limitKmh', t('fines.limit'))}
                {number('seconds', t('fines.seconds'))}
              </>
            ) : (
              <>
                <div className={styles.wide}>
                  <RecordField
                    label={t('fines.other')}
                    field={offence}
                    value={of.challanTypeId}
                    error={undefined}
                    narrow={{ status: '1' }}
                    onChange={(challanTypeId) => change({ challanTypeId })}
                  />
                </div>
                {number('units', t('fines.units'))}
              </>
            )}
            {number('offenceNo', t('fines.offenceNo'))}
            <div className="fld">
              <label htmlFor={`${id}-day`}>{t('fines.day')}</label>
              <DateInput id={`${id}-day`} value={of.on} onChange={(on) => change({ on })} />
            </div>
            {select('state', t('fines.state'), states, t('fines.anyState'))}
            {select('vehicleSize', t('fines.size'), vehicleSizes, t('fines.none'))}
            {select('class', t('fines.class'), speedClasses, t('fines.none'))}
            <RecordField
              label={t('fines.category')}
              field={category}
              value={of.categoryId}
              error={undefined}
              onChange={(categoryId) => change({ categoryId })}
            />
            <RecordField
              label={t('fines.rto')}
              field={office}
              value={of.rtoId}
              error={undefined}
              onChange={(rtoId) => change({ rtoId })}
            />
          </fieldset>
        </section>
        <section
          className={`sheet sec ${styles.answer}`}
          aria-label={t('fines.answer')}
          aria-live="polite"
          aria-busy={isFetching}
        >
          {!isAsked ? (
            <p className="t2">{t(of.isSpeeding ? 'fines.enter' : 'fines.choose')}</p>
          ) : of.isSpeeding && Number(of.speedKmh) <= Number(of.limitKmh) ? (
            <p className="t2">{t('fines.notOver')}</p>
          ) : (
            <RuleAnswer data={data} error={error} />
          )}
        </section>
      </div>
    </>
  );
}

type Offered = readonly { value: string; label: string }[];

/** The case as the call takes it. */
function queryOf({ isSpeeding, challanTypeId, speedKmh, limitKmh, seconds, units, ...rest }: Case) {
  const about = isSpeeding ? { speedKmh, limitKmh, seconds } : { challanTypeId, units };
  return Object.fromEntries(Object.entries({ ...about, ...rest }).filter(([, value]) => value !== ''));
}
