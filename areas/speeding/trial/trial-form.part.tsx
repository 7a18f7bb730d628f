import { useId, useMemo, useState } from 'react';
import { roadSpeedRule } from '#areas/roads/rules/speed-rule.contract.ts';
import { roadType } from '#areas/roads/types/road-type.contract.ts';
import { statutoryLimit } from '#areas/roads/types/statutory-limit.contract.ts';
import { speedConfiguration } from '#areas/roads/types/speed-configuration.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, ref } from '#kit/contract/fields.ts';
import { ApiError } from '#kit/web/api.ts';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { toInput } from '#kit/web/catalogue/form/form-values.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { trialDays } from './rule-trial.contract.ts';
import { beginTrial, cancelTrial, useTrial } from './trial.queries.ts';
import { TrialProgress } from './trial-progress.tsx';
import styles from '../speeding.module.css';

export const RuleTrialPart = (props: FormPartProps) => <TrialPart {...props} definition={roadSpeedRule} what="rule" />;
export const ConfigurationTrialPart = (props: FormPartProps) => (
  <TrialPart {...props} definition={speedConfiguration} what="configuration" />
);
/** Of a type that is not saved yet there are no roads, and nothing to try. */
export const RoadTypeTrialPart = (props: FormPartProps) =>
  props.row ? <TrialPart {...props} definition={roadType} what="roadType" /> : null;
export const StatutoryTrialPart = (props: FormPartProps) => (
  <TrialPart {...props} definition={statutoryLimit} what="statutoryLimit" />
);

const spans = [7, trialDays.usual, 90];
const organisation = ref('organisation', { label: 'Organisation' });

interface Props extends FormPartProps {
  definition: AnyCatalogue;
  /** Under which name the call takes it. */
  what: 'rule' | 'configuration' | 'roadType' | 'statutoryLimit';
}

/** Tries what is entered on past trips before it is saved. The form stays as it is. */
function TrialPart({ definition, what, values, row }: Props) {
  const t = useT();
  const can = useCan();
  const id = useId();
  const [days, setDays] = useState<number>(trialDays.usual);
  const [orgId, setOrgId] = useState<string>();
  const [asked, setAsked] = useState<{ trialId: string; entered: string }>();
  const [refused, setRefused] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const { data: one } = useTrial(asked?.trialId);
  const entered = useMemo(() => {
    const fields = Object.entries(definition.fields as Record<string, AnyField>).filter(
      ([, { kind }]) => kind !== 'file',
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, toInput(field, values[name])]));
  }, [definition, values]);
  if (!can('rule-trial', 'create')) return null;
  const question = JSON.stringify([entered, days, orgId]);
  const isRunning = one?.state === 'RUNNING';
  const begin = async () => {
    setBusy(true);
    setRefused([]);
    try {
      const { data } = await beginTrial({ days, orgId: orgId ?? null, id: row?.id ?? null, [what]: entered });
      setAsked({ trialId: data.id, entered: question });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(messagesOf(error, definition));
    } finally {
      setBusy(false);
    }
  };
  const cancel = async (trialId: string) => {
    await cancelTrial(trialId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    await invalidate('rule-trial');
  };
  return (
    <section className={`sheet sec ${styles.trial}`} aria-labelledby={`${id}-title`}>
      <div>
        <h3 className="h2" id={`${id}-title`}>
          {t('trials.try')}
        </h3>
        <p className="t2 sm">{t('trials.about')}</p>
      </div>
      <div className={styles['trial-fields']}>
        <div className="fld">
          <label htmlFor={`${id}-days`}>{t('trials.days')}</label>
          <select
            id={`${id}-days`}
            className="inp"
            value={days}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {spans.map((span) => (
              <option key={span} value={span}>
                {t('trials.daysOf', { days: span })}
              </option>
            ))}
          </select>
        </div>
        {can('organisation', 'view') ? <RefFilter field={organisation} value={orgId} onChange={setOrgId} /> : null}
        {isRunning && asked ? (
          <button type="button" className="btn d" onClick={() => void cancel(asked.trialId)}>
            {t('trials.cancel')}
          </button>
        ) : (
          <button
            type="button"
            className="btn d"
            disabled={busy}
            // A field that is left says what is wrong with it, and would move the button from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void begin()}
          >
            {t(asked ? 'trials.tryAgain' : 'trials.try')}
          </button>
        )}
      </div>
      {refused.length > 0 ? (
        <ul className={`alert bad ${styles['trial-refused']}`} role="alert">
          {refused.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
      {one ? <TrialProgress one={one} /> : null}
      {one && !isRunning && asked?.entered !== question ? (
        <p className="alert due" role="status">
          {t('trials.stale')}
        </p>
      ) : null}
      {one && one.total !== 0 ? (
        <a className="link" href={`/rule-trial/${one.id}`} target="_blank" rel="noopener">
          {t('trials.details')} <span className="t2 sm">{t('trials.newTab')}</span>
        </a>
      ) : null}
    </section>
  );
}

/** Why it cannot be tried, with the names of the fields. */
function messagesOf(error: ApiError, definition: AnyCatalogue): string[] {
  const fields = Object.entries(error.fields ?? {});
  const labelOf = (name: string) => (definition.fields as Record<string, AnyField>)[name]?.label;
  return fields.length === 0
    ? [error.message]
    : fields.map(([name, message]) => {
        const label = labelOf(name);
        return label === undefined || message.includes(label) ? message : `${label}: ${message}`;
      });
}
