import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { ConsentStep, EmployerStep } from './consent-step.tsx';
import { useDrafts } from './drafts.web.ts';
import { FieldsStep } from './fields-step.tsx';
import { DocumentsStep } from './documents-step.tsx';
import { type Onboarding, type OnboardingStep, onboardingSteps } from './onboarding.contract.ts';
import type { SaveStep, StepProps } from './onboarding-step.web.ts';
import styles from '../people.module.css';

/** Five steps, of which one is open. What is done can be looked at again until the last one. */
export function OnboardingSteps(props: { data: Onboarding; save: SaveStep; isDriver: boolean }) {
  const drafts = useDrafts(props.data.driverId);
  return drafts ? <Steps {...props} drafts={drafts} /> : <span className="sk" style={{ height: 160 }} />;
}

function Steps({ data, save, isDriver, drafts }: Pick<StepProps, 'data' | 'save' | 'isDriver' | 'drafts'>) {
  const t = useT();
  const [chosen, setChosen] = useState<OnboardingStep>();
  const open = chosen ?? data.next;
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(open);
  useEffect(() => {
    // Whoever reads with the ears hears which step it is now; at first the page itself says where one is.
    if (last.current !== open) heading.current?.focus();
    last.current = open;
  }, [open]);
  const isFinished = data.finished;
  useEffect(() => {
    if (isFinished) drafts.clear();
  }, [isFinished, drafts]);
  if (data.finished || open === null)
    return (
      <section className="sheet sec col" style={{ gap: 8 }} aria-label={t('onboarding.title')}>
        <h2 className="h2">{t('onboarding.finished')}</h2>
        <p className="t2">{t(isDriver ? 'onboarding.finishedOwn' : 'onboarding.finishedText')}</p>
        <DoneSteps data={data} />
      </section>
    );
  const isOpen = (step: OnboardingStep) =>
    data.next === null || onboardingSteps.indexOf(step) <= onboardingSteps.indexOf(data.next);
  const props: StepProps = {
    data,
    step: open,
    save,
    isDriver,
    drafts,
    onSaved(answer) {
      toast.success(answer.message);
      setChosen(undefined);
    },
  };
  return (
    <>
      <nav aria-label={t('onboarding.title')}>
        <ol className={styles.steps}>
          {data.steps.map(({ key, doneAt }, at) => (
            <li key={key}>
              <button
                type="button"
                className="btn d sm"
                disabled={!isOpen(key)}
                aria-current={key === open ? 'step' : undefined}
                onClick={() => setChosen(key)}
              >
                {doneAt ? <IconCheck className="i s" aria-label={t('onboarding.done')} /> : <span>{at + 1}.</span>}
                {t(`onboarding.step.${key}`)}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <section className={`sheet sec col ${styles.onboarding}`} style={{ gap: 16 }} aria-labelledby="onboarding-step">
        <div>
          <h2 className="h2" id="onboarding-step" ref={heading} tabIndex={-1}>
            {t(`onboarding.step.${open}`)}
          </h2>
          <p className="t2">{t(`onboarding.about.${open}`)}</p>
        </div>
        <Step key={open} {...props} />
      </section>
    </>
  );
}

function Step(props: StepProps) {
  switch (props.step) {
    case 'identity':
    case 'licence':
      return <FieldsStep {...props} />;
    case 'documents':
      return <DocumentsStep {...props} />;
    case 'employer':
      return <EmployerStep {...props} />;
    case 'consent':
      return <ConsentStep {...props} />;
  }
}

function DoneSteps({ data }: { data: Onboarding }) {
  const t = useT();
  const done = data.steps.filter(({ doneAt }) => doneAt !== null);
  if (done.length === 0) return null;
  return (
    <ul className={styles['driver-lines']}>
      {done.map(({ key, doneAt }) => (
        <li key={key}>
          <span className="st ok">{t('onboarding.done')}</span>
          <span className={styles.what}>
            <span className="mid">{t(`onboarding.step.${key}`)}</span>
            <span className="t2 sm">
              <When at={doneAt as string} />
              {key === 'consent' && data.consentBy ? ` · ${t(`onboarding.by.${data.consentBy}`)}` : ''}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
