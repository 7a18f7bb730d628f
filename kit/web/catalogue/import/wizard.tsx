import { IconChevronRight } from '@tabler/icons-react';
import { Link, useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import type { ImportBatch, ImportRow } from '#kit/contract/import.ts';
import { useT } from '../../i18n.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { PageTitle } from '../../ui/parts.tsx';
import { Stay } from '../form/stay.tsx';
import { Mapping } from './mapping.tsx';
import { Outcome } from './outcome.tsx';
import { Review } from './review.tsx';
import type { Plan, ReadSheet } from './sheet.ts';
import { Upload } from './upload.tsx';
import '../catalogue.css';
import './import.css';

const steps = ['upload', 'map', 'review', 'outcome'] as const;

/** Bringing a file in: choose it, say which column is what, mend what is wrong, see what came of it. */
export function ImportWizard({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  const [sheet, setSheet] = useState<ReadSheet>();
  const [rows, setRows] = useState<ImportRow[]>();
  const [batch, setBatch] = useState<ImportBatch>();
  const [plan, setPlan] = useState<Plan>({ mode: 'create', key: ['id'], partial: true });
  const step = batch ? 'outcome' : rows ? 'review' : sheet ? 'map' : 'upload';
  const isOpen = step === 'review';
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isOpen && current.pathname !== next.pathname,
    enableBeforeUnload: () => isOpen,
    withResolver: true,
  });
  const [edited, setEdited] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const back = () => {
    setEdited(false);
    setLeaving(false);
    setRows(undefined);
  };
  const first = useRef(true);
  useEffect(() => {
    // A step takes the place of the one before, and with it whatever had the focus.
    if (!first.current) focusHeading();
    first.current = false;
  }, [step]);
  const restart = () => {
    setEdited(false);
    setSheet(undefined);
    setRows(undefined);
    setBatch(undefined);
  };
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to={`/${definition.path}`}>{definition.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        {t('import.title')}
      </nav>
      <PageTitle title={t('import.heading', { many: inSentence(definition.counted) })} />
      <ol className="steps" aria-label={t('import.steps')}>
        {steps.map((one, at) => (
          <li key={one} aria-current={one === step ? 'step' : undefined}>
            <span className="at">{at + 1}</span>
            {t(`import.step.${one}`)}
          </li>
        ))}
      </ol>
      {step === 'upload' ? <Upload definition={definition} onRead={setSheet} /> : null}
      {step === 'map' && sheet ? (
        <Mapping definition={definition} sheet={sheet} plan={plan} onPlan={setPlan} onBack={restart} onRows={setRows} />
      ) : null}
      {step === 'review' && rows && sheet ? (
        <Review
          definition={definition}
          fileName={sheet.name}
          rows={rows}
          plan={plan}
          onRows={(next) => {
            setRows(next);
            setEdited(true);
          }}
          // What was mended is not in the file.
          onBack={() => (edited ? setLeaving(true) : back())}
          onStarted={setBatch}
        />
      ) : null}
      {step === 'outcome' && batch ? <Outcome definition={definition} start={batch} onAgain={restart} /> : null}
      <Stay opened={leaving} onStay={() => setLeaving(false)} onLeave={back} />
      <Stay
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </>
  );
}
