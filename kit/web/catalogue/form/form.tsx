import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useId } from 'react';
import type { ErrorBody } from '#kit/contract/answers.ts';
import { inSentence } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { PageTitle } from '../../ui/parts.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import type { Draws } from '../../lazy.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Conflict } from './conflict.tsx';
import { ArrangedFields, FormFields, NeededNote } from './form-fields.tsx';
import { isKnown } from './form-values.ts';
import type { FormBodyProps, FormPartProps } from './form-part.ts';
import type { CreatorOf } from '../inputs/input-props.ts';
import { Stay } from './stay.tsx';
import { type FormSetup, useCatalogueForm } from './use-catalogue-form.ts';
import { titleText } from '../spoken.ts';

interface Props extends FormSetup {
  onClose: () => void;
  /** Opens a form for a row that a reference needs; resolves to its id. */
  creatorOf?: CreatorOf;
  /** Stands above the fields. */
  part?: Draws<FormPartProps> | undefined;
  /** Draws the fields itself. */
  body?: Draws<FormBodyProps> | undefined;
  /** Stand below them. */
  below?: readonly Draws<FormPartProps>[] | undefined;
}

/** Create and edit: checked on leaving a field, saved with Ctrl+S, never losing what was typed. */
export function CatalogueForm(props: Props) {
  const { definition, row, copy, onClose, creatorOf, place, part: Part, body, below = [] } = props;
  const t = useT();
  const id = useId();
  const state = useCatalogueForm(props, id);
  const { form, base, draft, busy, conflict, save, leaving } = state;
  const errors = Object.entries(form.errors).filter(([name, message]) => message && isKnown(definition, name));
  const isPage = place === 'page';
  const given: FormPartProps = {
    values: form.values,
    errors: form.errors,
    set: (name, value) => form.setFieldValue(name, value),
    row: base,
    id,
  };
  const drawn = { definition, form, id, row: base ?? copy, base, creatorOf, isPage, focus: props.focus };
  const title = row
    ? t('form.edit', { title: titleText(definition.path, row.title) })
    : (definition.newText ?? t('catalogue.new', { one: inSentence(definition.one) }));
  return (
    // The keys are shortcuts of the whole form; every one has its button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={isPage ? 'form page-form' : 'form'}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
          event.preventDefault();
          void save(false);
        }
      }}
    >
      <header className="form-head">
        {isPage ? (
          <PageTitle title={title} />
        ) : (
          <>
            <h2>{title}</h2>
            <button type="button" className="btn g ic" aria-label={t('action.close')} onClick={onClose}>
              <IconX className="i" aria-hidden="true" />
            </button>
          </>
        )}
      </header>
      <div className="form-body">
        {draft ? (
          <p className="alert info wide" role="status">
            {t('form.draft')}
          </p>
        ) : null}
        {state.newer && base && !conflict.conflict ? (
          <ChangedMeanwhile definition={definition} base={base} theirs={state.newer} onUpdate={conflict.update} />
        ) : null}
        {state.general || (state.isSummed && errors.length > 0) ? (
          <FormSummary
            id={id}
            general={state.general}
            existing={state.existing}
            fields={errors.map(([name]) => ({
              name,
              label: definition.fields[name]?.label ?? definition.beside[name],
            }))}
          />
        ) : null}
        <NeededNote definition={definition} form={form} />
        {Part ? (
          <div className="wide">
            <Suspense fallback={<span className="sk" style={{ height: 320 }} aria-hidden="true" />}>
              <Part {...given} />
            </Suspense>
          </div>
        ) : null}
        {body ? <ArrangedFields {...drawn} body={body} given={given} /> : <FormFields {...drawn} />}
        {below.map((Below, at) => (
          <div key={at} className="wide">
            <Suspense>
              <Below {...given} />
            </Suspense>
          </div>
        ))}
      </div>
      <footer className="form-foot">
        <SaveButton busy={busy} />
        {row ? null : (
          <button type="button" className="btn d" disabled={busy} onClick={() => void save(true)}>
            {t('form.saveAnother')}
          </button>
        )}
        <button type="button" className="btn g" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </footer>
      <Stay opened={leaving.isAsked} onStay={leaving.stay} onLeave={leaving.leave} />
      {conflict.conflict ? (
        <Conflict
          definition={definition}
          conflict={conflict.conflict}
          onClose={conflict.close}
          onChoose={conflict.choose}
        />
      ) : null}
    </form>
  );
}

/** Why it was not saved, with the way to each field that is wrong. */
function FormSummary(props: {
  id: string;
  general: string | undefined;
  /** The record that is there already. */
  existing: ErrorBody['existing'];
  fields: readonly { name: string; label: string }[];
}) {
  const { id, general, existing, fields } = props;
  const t = useT();
  return (
    <div className="alert bad wide" role="alert">
      <span>
        {general ?? t('form.summary', { count: fields.length })}{' '}
        {existing ? (
          <Link to={`/${existing.path}/${existing.id}`} className="link">
            <bdi>{t('form.existing', { title: titleText(existing.path, existing.title) })}</bdi>
          </Link>
        ) : null}{' '}
        {fields.map(({ name, label }, index) => (
          <span key={name}>
            {index > 0 ? ', ' : ''}
            <button type="button" className="link" onClick={() => document.getElementById(`${id}-${name}`)?.focus()}>
              {label}
            </button>
          </span>
        ))}
      </span>
    </div>
  );
}
