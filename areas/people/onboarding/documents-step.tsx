import { useState } from 'react';
import { documentStates, vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { asked, type Fields, FieldsForm } from './fields-step.tsx';
import type { StepProps } from './onboarding-step.web.ts';
import type { Onboarding } from './onboarding.contract.ts';
import styles from '../people.module.css';

type Paper = Onboarding['papers'][number];
const fieldsOf = ({ hasExpiry, taken }: Paper): Fields => {
  const all = ['number', 'issuedOn', ...(hasExpiry ? ['validFrom', 'validUpto'] : []), 'front', 'back'];
  const known: readonly string[] = taken;
  // What was typed in an earlier step is not asked again; a photo may still be another one.
  return all
    .filter((name) => name === 'front' || !known.includes(name))
    .map((name) => {
      const field = (vehicleKycDoc.fields as Readonly<Record<string, AnyField>>)[name] as AnyField;
      return [name, asked(field, name === 'front' || name === 'validUpto')];
    });
};
const isWanting = ({ state }: Paper) => state === null || state === 'REJECTED' || state === 'RESUBMISSION_ASKED';

/** Papers, one after the other; each is sent by itself, so that nothing is lost when the connection is. */
export function DocumentsStep({ data, save, onSaved, drafts }: StepProps) {
  const t = useT();
  const [open, setOpen] = useState<string>();
  // A form that was opened keeps what was typed while another one is shown.
  const [begun, setBegun] = useState<ReadonlySet<string>>(new Set());
  const show = (typeId: string) => {
    setOpen(typeId);
    setBegun(new Set([...begun, typeId]));
  };
  const submit = useSubmit();
  const finish = async () => {
    const form = new FormData();
    form.append('step', 'documents');
    form.append('done', 'true');
    const answer = await submit.run(() => save(form));
    if (!(answer instanceof ApiError)) onSaved(answer);
  };
  return (
    <>
      {submit.failure ? (
        <div className="alert bad" role="alert">
          {submit.failure}
        </div>
      ) : null}
      <ul className={styles['paper-lines']}>
        {data.papers.map((paper) => (
          <li key={paper.typeId}>
            <div className="row wrap">
              <span className="grow">
                <span className="mid">{paper.name}</span>{' '}
                {paper.mandatory ? null : <span className="opt">{t('form.optional')}</span>}
              </span>
              <State paper={paper} />
              {isWanting(paper) && open !== paper.typeId ? (
                <button type="button" className="btn d sm" onClick={() => show(paper.typeId)}>
                  {t(paper.taken.includes('front') ? 'onboarding.otherPhoto' : 'onboarding.addPaper')}
                  <span className="sr"> {paper.name}</span>
                </button>
              ) : null}
            </div>
            {paper.taken.includes('front') ? <p className="t2 sm">{t('onboarding.fromIdentity')}</p> : null}
            {paper.taken.includes('number') && isWanting(paper) ? (
              <p className="t2 sm">{t('onboarding.fromLicence')}</p>
            ) : null}
            {paper.reason ? <bdi className="t2 sm">{paper.reason}</bdi> : null}
            {begun.has(paper.typeId) && isWanting(paper) ? (
              <div hidden={open !== paper.typeId}>
                <FieldsForm
                  fields={fieldsOf(paper)}
                  start={{}}
                  step="documents"
                  drafts={drafts}
                  draft={paper.typeId}
                  more={{ typeId: paper.typeId }}
                  label={t('onboarding.sendPaper')}
                  send={async (form) => {
                    toast.success((await save(form)).message);
                    // Another may have been opened meanwhile.
                    setOpen((now) => (now === paper.typeId ? undefined : now));
                  }}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn p"
        style={{ alignSelf: 'start' }}
        disabled={submit.busy}
        onClick={() => void finish()}
      >
        {t('onboarding.papersDone')}
      </button>
    </>
  );
}

function State({ paper }: { paper: Paper }) {
  const t = useT();
  if (paper.taken.includes('front')) return <span className="st ok">{t('onboarding.provided')}</span>;
  if (paper.state === null) return <span className="st off">{t('onboarding.notSent')}</span>;
  const tone = isWanting(paper) ? 'bad' : paper.state === 'PENDING' || paper.state === 'UNDER_REVIEW' ? 'due' : 'ok';
  return <span className={`st ${tone}`}>{documentStates.find(({ value }) => value === paper.state)?.label}</span>;
}
