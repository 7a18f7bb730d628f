import { type FormEvent, useId, useState } from 'react';
import { driver } from '../drivers/driver.contract.ts';
import { file } from '#kit/contract/fields.ts';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { FieldsForm } from './fields-step.tsx';
import type { StepProps } from './onboarding-step.web.ts';

const paper = file({
  label: 'Signed consent',
  accept: ['image', 'pdf'],
  maxBytes: 10_485_760,
  maxPixels: 2_400,
  help: 'A photo or scan of the signed copy.',
});

/** Whom they work for, and since when. */
export function EmployerStep({ data, save, onSaved, drafts }: StepProps) {
  const t = useT();
  return (
    <>
      <p>
        <bdi>{t('onboarding.worksFor', { organisation: data.orgName })}</bdi>
        {data.vehicleNo ? (
          <>
            {' '}
            {t('onboarding.withVehicle')} <Code>{data.vehicleNo}</Code>
          </>
        ) : null}
      </p>
      <FieldsForm
        fields={[['joinedOn', driver.fields.joinedOn]]}
        start={data.values}
        step="employer"
        drafts={drafts}
        more={{ confirm: 'true' }}
        label={t('onboarding.confirm')}
        send={async (form) => onSaved(await save(form))}
      />
    </>
  );
}

/** Consent is the driver's own: ticked here, or signed on a paper that somebody else uploads. */
export function ConsentStep(props: StepProps) {
  const t = useT();
  const { save, onSaved, isDriver, drafts } = props;
  return (
    <>
      <div className="alert info">
        <bdi>{t('onboarding.consentText', { organisation: props.data.orgName })}</bdi>
      </div>
      {isDriver ? (
        <OwnConsent {...props} />
      ) : (
        <>
          <p className="t2">{t('onboarding.consentPaper')}</p>
          <FieldsForm
            fields={[['consentPaper', paper]]}
            start={{}}
            step="consent"
            drafts={drafts}
            label={t('onboarding.finish')}
            send={async (form) => onSaved(await save(form))}
          />
        </>
      )}
    </>
  );
}

function OwnConsent({ save, onSaved }: StepProps) {
  const t = useT();
  const id = useId();
  const [agreed, setAgreed] = useState(false);
  const submit = useSubmit();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const form = new FormData();
    form.append('step', 'consent');
    form.append('consent', String(agreed));
    const answer = await submit.run(() => save(form));
    if (!(answer instanceof ApiError)) onSaved(answer);
  };
  return (
    <form className="col" style={{ gap: 16 }} noValidate onSubmit={(event) => void send(event)}>
      <label className="check">
        <input
          type="checkbox"
          checked={agreed}
          aria-describedby={submit.failure ? `${id}-error` : undefined}
          aria-invalid={submit.failure ? true : undefined}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {t('onboarding.agree')}
      </label>
      {submit.failure ? (
        <span className="errm" id={`${id}-error`} role="alert">
          {submit.failure}
        </span>
      ) : null}
      <button type="submit" className="btn p" style={{ alignSelf: 'start' }} disabled={submit.busy}>
        {t('onboarding.finish')}
      </button>
    </form>
  );
}
