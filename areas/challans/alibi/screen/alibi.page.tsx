import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useAddressBelow } from '#kit/web/parts-below.ts';
import { useCan } from '#kit/web/rights.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { AlibiAnswer } from './alibi-answer.tsx';
import { AlibiForm } from './alibi-form.tsx';
import { AlibiMap } from './alibi-map.tsx';
import { AlibiTabs } from './alibi-tabs.tsx';
import { findAlibi, saveAlibi } from './alibi.queries.ts';
import { type AlibiFacts, alibiLimits } from '../alibi.contract.ts';
import { bodyOf, coordinatesIn, newQuestion, type Question } from './question.web.ts';
import styles from './alibi.module.css';

const SavedAlibis = lazyPage(async () => (await import('./saved-alibis.tsx')).SavedAlibis);
const SavedAlibi = lazyPage(async () => (await import('./saved-alibi.tsx')).SavedAlibi);

/** Finding an alibi, the saved ones, and one of them. */
export function AlibiSpace() {
  const allowed = useCan()('alibi', 'view');
  const { parts } = useAddressBelow('/alibi');
  const [part, ...more] = parts;
  useTurnAway(allowed);
  if (!allowed) return null;
  if (part === undefined) return <FindAlibi />;
  if (more.length > 0 || (part !== 'saved' && !isId(part))) return <NotFound />;
  return (
    <Suspense fallback={<span className="sk" aria-hidden="true" />}>
      {part === 'saved' ? <SavedAlibis /> : <SavedAlibi key={part} id={part} />}
    </Suspense>
  );
}

/** What was asked with the answer: what is changed in the form after it is no part of it. */
interface Answered {
  facts: AlibiFacts;
  body: object;
}

function FindAlibi() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const { search } = useAddressBelow('/alibi');
  const [question, setQuestion] = useState<Question>(() => newQuestion(search));
  const [answered, setAnswered] = useState<Answered>();
  const submit = useSubmit();
  const change = (more: Partial<Question>) => {
    setQuestion((last) => ({ ...last, ...more }));
    setAnswered(undefined);
  };
  const { radiusM } = alibiLimits;
  const place = useMemo(() => {
    const point = coordinatesIn(question.place);
    const radius = Number(question.radius);
    return point && Math.abs(point.lat) <= 85 && Math.abs(point.lon) <= 180
      ? { ...point, radiusM: radius >= radiusM.least && radius <= radiusM.most ? radius : radiusM.usual }
      : undefined;
  }, [question.place, question.radius, radiusM]);
  const find = async () => {
    const asked = bodyOf(question, t);
    if ('wrong' in asked) return submit.setFields(asked.wrong);
    const found = await submit.run(() => findAlibi(asked.body));
    setAnswered(found instanceof ApiError ? undefined : { facts: found, body: asked.body });
  };
  const save = async () => {
    if (!answered) return;
    const saved = await submit.run(() => saveAlibi(answered.body));
    if (!(saved instanceof ApiError)) void navigate({ to: `/alibi/${saved.id}` });
  };
  const maySave = answered && answered.facts.vehicleId !== null && can('alibi', 'create');
  const isOfField = Object.keys(submit.fields).length > 0;
  return (
    <>
      <PageTitle title={t('alibi.title')} sub={t('alibi.sub')} tabs={<AlibiTabs current="find" />} />
      <div className={styles.space}>
        <AlibiForm
          value={question}
          onChange={change}
          wrong={submit.fields}
          isBusy={submit.busy}
          onSend={() => void find()}
        />
        <div className={`sheet ${styles.map}`}>
          <AlibiMap
            place={place}
            facts={answered?.facts}
            onPress={(lat, lon) => change({ place: `${lat.toFixed(6)}, ${lon.toFixed(6)}` })}
          />
        </div>
      </div>
      {submit.failure && !isOfField ? (
        <p className="alert bad" role="alert">
          <bdi>{submit.failure}</bdi>
        </p>
      ) : null}
      <div className={styles.found} aria-live="polite" aria-busy={submit.busy}>
        {answered ? (
          <AlibiAnswer
            facts={answered.facts}
            beside={
              maySave ? (
                <button type="button" className="btn p" disabled={submit.busy} onClick={() => void save()}>
                  {t('alibi.save')}
                </button>
              ) : undefined
            }
            foot={maySave ? <p className="t2 sm">{t('alibi.saveHelp')}</p> : undefined}
          />
        ) : null}
      </div>
    </>
  );
}
