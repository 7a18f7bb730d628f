import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { queryClient } from '#kit/web/queries.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { refreshPeople, useOnboarding } from '../people.queries.ts';
import type { Onboarding } from './onboarding.contract.ts';
import { OnboardingSteps } from './onboarding-steps.tsx';
import type { SaveStep } from './onboarding-step.web.ts';

/** Onboarding progress of a driver; whoever may edit drivers fills in what the driver does not. */
export function DriverOnboarding({ row }: RecordTabProps) {
  const t = useT();
  const mayEdit = useCan()('drivers', 'edit', row);
  const { data, error, refetch } = useOnboarding(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" style={{ height: 160 }} />;
  const save: SaveStep = async (form) => {
    form.append('driverId', row.id);
    const answer = await api.post<Answer<Onboarding>>('/client/driver-on-boarding', { form, quiet: true });
    queryClient.setQueryData(['onboarding', row.id], answer.data);
    void refreshPeople();
    return answer;
  };
  const isClosed = data.state === 'EXITED' || data.state === 'SUSPENDED';
  return (
    <div className="col" style={{ gap: 16 }}>
      {data.warnings.map((warning) => (
        <p key={warning} className="alert due">
          {warning}
        </p>
      ))}
      {mayEdit && !isClosed ? (
        <OnboardingSteps data={data} save={save} isDriver={false} />
      ) : (
        <section className="sheet sec" aria-label={t('onboarding.title')}>
          <p className="t2">{t(data.finished ? 'onboarding.finished' : 'onboarding.notNow')}</p>
        </section>
      )}
    </div>
  );
}
