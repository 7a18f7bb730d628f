import { useEffect, useRef } from 'react';
import type { FormPartProps } from '#kit/web/catalogue/form/form-part.ts';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { inRupees, paiseOf, useRenewal, useTariff } from '../policies.queries.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import type { RenewalAnswer } from './renewal.contract.ts';
import styles from '../policies.module.css';

const rupees = (paise: number | null) => (paise === null ? '' : String(paise / 100));
/** The amount of a field of the form; what is no amount yet counts as none. */
const typedPaise = (value: unknown): number | null => paiseOf(String(value ?? '')) ?? null;

/** Above the form of a policy: of a renewal the old policy beside the new one, of any the tariff for third-party cover. */
export function RenewalPart({ values: given, set, row }: FormPartProps) {
  const values: Typed = given;
  const previous = row ? undefined : String(values.previousPolicyId ?? '') || undefined;
  const { data, error } = useRenewal(previous);
  const filled = useRef<string>(undefined);
  useEffect(() => {
    if (!data || filled.current === data.policy.id) return;
    filled.current = data.policy.id;
    // Whoever came here with a vehicle chosen already has begun to type.
    for (const [name, value] of Object.entries(suggested(data))) set(name, value);
    // Once for each policy that is renewed: what is typed after that stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  return (
    <>
      {error && !data ? (
        <p className="alert bad" role="alert">
          <bdi>{error.message}</bdi>
        </p>
      ) : null}
      {previous && !data && !error ? <span className="sk" style={{ height: 260 }} aria-hidden="true" /> : null}
      {data ? <Compared renewal={data} values={values} set={set} /> : null}
      {data ? null : <Tariff values={values} />}
    </>
  );
}

const suggested = ({ policy, vehicle, next, listedPricePaise }: RenewalAnswer): Record<string, unknown> => ({
  vehicleId: vehicle.id,
  insurerId: policy.insurerId,
  coverType: next.coverType,
  issued: true,
  odFrom: next.odFrom ?? '',
  odTo: next.odTo ?? '',
  tpFrom: next.tpFrom ?? '',
  tpTo: next.tpTo ?? '',
  idvPaise: rupees(next.idvPaise),
  listedPricePaise: rupees(listedPricePaise),
  ncbPercent: next.ncbPercent === null ? '' : String(next.ncbPercent),
  addOns: next.addOns,
  tpPremiumPaise: rupees(next.tpPremiumPaise),
  paOwnerPaise: rupees(next.paOwnerPaise),
  addOnPremiumPaise: rupees(next.addOnPremiumPaise),
});

type Typed = Readonly<Partial<Record<keyof (typeof appUserPolicy)['fields'], unknown>>>;
interface Part {
  values: Typed;
  set: FormPartProps['set'];
}

function Compared({ renewal, values, set }: Part & { renewal: RenewalAnswer }) {
  const t = useT();
  const { old, next, ncb, idv, tariff, policy, vehicle, gapDays, renewedBy } = renewal;
  // On a telephone each value stands below the other, with the name of its column.
  const now = { 'data-of': t('policies.renewal.old') };
  const then = { 'data-of': t('policies.renewal.next') };
  const typed = (name: keyof Typed) => String(values[name] ?? '');
  const period = (from: string | null, to: string | null) =>
    from && to ? t('policies.renewal.period', { from: formatDay(from), to: formatDay(to) }) : '–';
  const days = (from: keyof Typed, to: keyof Typed) => period(typed(from) || null, typed(to) || null);
  const idvReason =
    idv.reason === 'BY_AGE'
      ? t('policies.renewal.idvReasons.BY_AGE', { percent: idv.percent ?? 0, months: idv.months ?? 0 })
      : t(`policies.renewal.idvReasons.${idv.reason}`);
  return (
    <section className={styles.renewal} aria-labelledby="renewal-title">
      <h2 className="h2" id="renewal-title">
        <bdi>{t('policies.renewal.title', { policy: policy.policyNo, vehicle: vehicle.label })}</bdi>
      </h2>
      {gapDays > 0 ? <p className="alert due">{t('policies.renewal.gap', { count: gapDays })}</p> : null}
      {renewedBy ? <p className="alert due">{t('policies.renewal.renewed', { policy: renewedBy.policyNo })}</p> : null}
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">{t('policies.renewal.field')}</th>
            <th scope="col">{t('policies.renewal.old')}</th>
            <th scope="col">{t('policies.renewal.next')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('policies.renewal.od')}</th>
            <td {...now}>
              <bdi>{period(old.odFrom, old.odTo)}</bdi>
            </td>
            <td {...then}>
              <bdi>{days('odFrom', 'odTo')}</bdi>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('policies.renewal.tp')}</th>
            <td {...now}>
              <bdi>{period(old.tpFrom, old.tpTo)}</bdi>
            </td>
            <td {...then}>
              <bdi>{days('tpFrom', 'tpTo')}</bdi>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('policies.renewal.ncb')}</th>
            <td {...now}>
              <bdi dir="ltr">{old.ncbPercent === null ? '–' : `${old.ncbPercent} %`}</bdi>
            </td>
            <td {...then}>
              <bdi dir="ltr">{typed('ncbPercent') === '' ? '–' : `${typed('ncbPercent')} %`}</bdi>
              <Suggestion
                value={`${ncb.percent} %`}
                reason={t(`policies.renewal.ncbReasons.${ncb.reason}`)}
                isTaken={typed('ncbPercent') === String(ncb.percent)}
                onUse={() => set('ncbPercent', String(ncb.percent))}
              />
            </td>
          </tr>
          <tr>
            <th scope="row">{t('policies.renewal.idv')}</th>
            <td {...now}>{inRupees(old.idvPaise)}</td>
            <td {...then}>
              {inRupees(typedPaise(values.idvPaise))}
              <Suggestion
                value={inRupees(idv.idvPaise)}
                reason={idvReason}
                isTaken={idv.idvPaise === null || typedPaise(values.idvPaise) === idv.idvPaise}
                onUse={() => set('idvPaise', rupees(idv.idvPaise))}
              />
            </td>
          </tr>
          <tr>
            <th scope="row">{t('policies.renewal.tpPremium')}</th>
            <td {...now}>{inRupees(old.tpPremiumPaise)}</td>
            <td {...then}>
              {inRupees(typedPaise(values.tpPremiumPaise))}
              {tariff ? (
                <Suggestion
                  value={inRupees(tariff.premiumPaise)}
                  reason={t('policies.renewal.tariff', { name: tariff.name })}
                  isTaken={typedPaise(values.tpPremiumPaise) === tariff.premiumPaise || next.tpFrom === null}
                  onUse={() => set('tpPremiumPaise', rupees(tariff.premiumPaise))}
                />
              ) : null}
            </td>
          </tr>
        </tbody>
      </table>
      <Offers renewal={renewal} values={values} set={set} />
    </section>
  );
}

/** What the rules say, why, and a button where something else was typed. */
function Suggestion(props: { value: string; reason: string; isTaken: boolean; onUse: () => void }) {
  const t = useT();
  return (
    <span className={styles.reason}>
      <bdi className="t2 sm">{props.reason}</bdi>
      {props.isTaken ? null : (
        <span className="row">
          <span className="sm">{t('policies.renewal.suggested', { value: props.value })}</span>
          <button type="button" className="btn d sm" onClick={props.onUse}>
            {t('policies.renewal.use')}
          </button>
        </span>
      )}
    </span>
  );
}

function Offers({ renewal, values, set }: Part & { renewal: RenewalAnswer }) {
  const t = useT();
  if (renewal.offers.length === 0) return null;
  return (
    <>
      <h3 className="h2">{t('policies.renewal.offers')}</h3>
      <ul className={styles.offers}>
        {renewal.offers.map(({ id, title, code, validTo, unfit }) => {
          const isApplied = values.offerId === id;
          return (
            <li key={id}>
              <span className="grow">
                <bdi className="mid">{title}</bdi>{' '}
                <span className="t2 sm">
                  {code} · {unfit ?? t('policies.renewal.offerUntil', { day: formatDay(validTo) })}
                </span>
              </span>
              {unfit ? null : (
                <button
                  type="button"
                  className="btn d sm"
                  aria-pressed={isApplied}
                  onClick={() => {
                    set('offerId', isApplied ? '' : id);
                    set('discountPaise', '');
                  }}
                >
                  {t(isApplied ? 'policies.renewal.remove' : 'policies.renewal.apply')}
                  <span className="sr"> {code}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The tariff for the third-party cover beside what was typed. */
function Tariff({ values }: Pick<Part, 'values'>) {
  const t = useT();
  const from = String(values.tpFrom ?? '');
  const to = String(values.tpTo ?? '');
  const hasDays = /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to);
  const years = hasDays
    ? Math.min(10, Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 31_557_600_000)))
    : 1;
  const { data } = useTariff(String(values.vehicleId ?? ''), hasDays ? from : undefined, years);
  if (!data) return null;
  const typed = typedPaise(values.tpPremiumPaise);
  const by = typed === null ? 0 : typed - data.premiumPaise;
  return (
    <p className={`alert ${by === 0 ? 'info' : 'due'}`} role="status">
      {t('policies.premium.tariff', { value: inRupees(data.premiumPaise), name: data.name })}{' '}
      {typed === null
        ? null
        : by === 0
          ? t('policies.premium.equal')
          : t('policies.premium.differs', { value: inRupees(Math.abs(by)) })}
    </p>
  );
}
