import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence, type RefInfo, refName } from '#kit/contract/catalogue.ts';
import { type AnyField, type FileRef, isAskedFor } from '#kit/contract/fields.ts';
import { isMask, isSealed } from '#kit/contract/sealed.ts';
import { t as translate, useT } from '../../i18n.ts';
import type { Draws } from '../../lazy.ts';
import type { FormBodyProps, FormPartProps } from './form-part.ts';
import type { CreatorOf } from '../inputs/input-props.ts';
import { type FormLinks, useFormLinks, useSuggestion } from './form-links.ts';
import { FieldInput } from '../inputs/inputs.tsx';
import type { FormValues } from './form-values.ts';

interface Props {
  definition: AnyCatalogue;
  form: UseFormReturnType<FormValues>;
  /** Prefix of the inputs' ids. */
  id: string;
  /** The row whose references and files are shown as they are stored. */
  row: AnyRow | undefined;
  /** The row that is really edited: only its files count as stored. */
  base: AnyRow | undefined;
  creatorOf?: CreatorOf | undefined;
  /** The form is a page of its own, and its sections stand below the page's heading. */
  isPage: boolean;
  /** The field that the form was opened for. */
  focus?: string | undefined;
}

/** Fields that need the whole width of a page. */
const isWide = (field: AnyField) =>
  field.kind === 'longText' || field.kind === 'file' || ('many' in field && field.many);

/** Whether a field has to be filled in. A yes or no always is. */
const isNeeded = (field: AnyField): boolean =>
  field.kind !== 'flag' && (!field.optional || field.onlyWith?.isNeeded === true);

/** Says once what marks the fields that have to be filled in, where there are any; screen readers hear it of each of them. */
export function NeededNote({ definition: { fields }, form }: Pick<Props, 'definition' | 'form'>) {
  const t = useT();
  const values = form.getValues();
  return Object.values<AnyField>(fields).some((field) => isNeeded(field) && isAskedFor(field, values)) ? (
    <p className="needed-note wide" aria-hidden="true">
      {t('form.needed')}
    </p>
  ) : null;
}

/** Every field of a form with its label, help and message, in the sections that its record has. */
export function FormFields(props: Props) {
  const { definition, form, isPage } = props;
  const folds = useFolds(props);
  const links = useFormLinks(definition, form, folds.has);
  const sections = sectionsOf(definition, form.getValues());
  const firstField = sections.flatMap(({ names }) => names).find((name) => fieldOf(definition, name).kind !== 'file');
  return sections.map(({ title, names }) => {
    const folded = names.filter(folds.has);
    const fields = names.map((name) =>
      folded.includes(name) ? (
        name === folded[0] ? (
          <FoldLine key={name} definition={definition} names={folded} onOpen={() => folds.open(name)} />
        ) : null
      ) : (
        <FormField
          key={name}
          {...props}
          name={name}
          field={fieldOf(definition, name)}
          links={links}
          first={name === firstField}
        />
      ),
    );
    return title !== undefined && sections.length > 1 ? (
      <FormSection key={title} title={title} isPage={isPage}>
        {fields}
      </FormSection>
    ) : (
      fields
    );
  });
}

/** Fields that are folded away: what another one fills in, until somebody asks for them. */
function useFolds({ definition, form, id, focus }: Props): {
  has: (name: string) => boolean;
  open: (name: string) => void;
} {
  // A reference may be narrowed by what is no field of the form.
  const by = (name: string): string | undefined => (definition.fields[name] as AnyField | undefined)?.comesWith;
  const [isOpen, setOpen] = useState(focus !== undefined && focus in definition.fields && by(focus) !== undefined);
  // Once one was wrong they stay, however it is mended.
  const isWrong = Object.keys(form.errors).some((name) => name in definition.fields && by(name) !== undefined);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  const values = form.getValues();
  const isGiven = (name: string | undefined) => name !== undefined && values[name] !== '' && values[name] !== undefined;
  // What is known without the field that would fill it in stands for itself.
  const isOwn = Object.keys(definition.fields).some((name) => by(name) && isGiven(name) && !isGiven(by(name)));
  return {
    has: (name) => by(name) !== undefined && !isOpen && !isWrong && !isOwn,
    open: (name) => {
      setOpen(true);
      requestAnimationFrame(() => document.getElementById(`${id}-${name}`)?.focus());
    },
  };
}

/** Stands in the place of what is folded away. */
function FoldLine(props: { definition: AnyCatalogue; names: readonly string[]; onOpen: () => void }) {
  const { definition, names, onOpen } = props;
  const t = useT();
  const label = (name: string | undefined) => (name ? inSentence(fieldOf(definition, name).label) : '');
  // What stands in the place of a choice, where that has not what is sought, is not filled in by it.
  const filled = names.filter((name) => fieldOf(definition, name).kind === 'ref');
  return (
    <p className="row wrap sm wide">
      <bdi className="t2">
        {t('form.folded', {
          names: filled.map(label).join(', '),
          by: label(fieldOf(definition, names[0] ?? '').comesWith),
        })}
      </bdi>
      <button type="button" className="btn d sm" onClick={onOpen}>
        {t('form.unfold')}
      </button>
    </p>
  );
}

interface Section {
  /** Left out: the catalogue has no sections. */
  title: string | undefined;
  names: readonly string[];
}

/** The fields that a record with these values is asked for, as its page groups them; sections without one are left out. */
function sectionsOf({ fields, sections }: AnyCatalogue, values: FormValues): Section[] {
  const asked = Object.entries<AnyField>(fields).flatMap(([name, field]) => (isAskedFor(field, values) ? [name] : []));
  const inSome = new Set(sections.flatMap((section) => section.fields));
  return [
    ...sections.map((section) => ({
      title: section.title,
      names: section.fields.filter((name) => asked.includes(name)),
    })),
    {
      title: sections.length > 0 ? translate('record.otherFacts') : undefined,
      names: asked.filter((name) => !inSome.has(name)),
    },
  ].filter(({ names }) => names.length > 0);
}

const fieldOf = (definition: AnyCatalogue, name: string): AnyField => definition.fields[name] as AnyField;

function FormSection({ title, isPage, children }: { title: string; isPage: boolean; children: ReactNode }) {
  const Heading = isPage ? 'h2' : 'h3';
  return (
    <div className="form-section wide">
      <Heading className="h2">{title}</Heading>
      {children}
    </div>
  );
}

const nothingFolded = () => false;

/** The fields as an area arranges them. */
export function ArrangedFields({
  body: Body,
  given,
  ...props
}: Props & { body: Draws<FormBodyProps>; given: FormPartProps }) {
  const { definition, form } = props;
  const links = useFormLinks(definition, form, nothingFolded);
  const draw = (name: string) => {
    const field: AnyField | undefined = definition.fields[name];
    return field ? <FormField {...props} name={name} field={field} links={links} first={false} /> : null;
  };
  return (
    <div className="wide">
      <Suspense fallback={<span className="sk" style={{ height: 320 }} aria-hidden="true" />}>
        <Body {...given} field={draw} errorOf={(name) => (form.errors[name] ? String(form.errors[name]) : undefined)} />
      </Suspense>
    </div>
  );
}

interface FieldProps extends Props {
  name: string;
  field: AnyField;
  links: FormLinks;
  first: boolean;
}

function FormField({ definition, form, id, row, base, creatorOf, name, field, links, first }: FieldProps) {
  const t = useT();
  if (!isAskedFor(field, form.getValues())) return null;
  const input = form.getInputProps(name);
  const error = form.errors[name] ? String(form.errors[name]) : undefined;
  const inputId = `${id}-${name}`;
  const create = field.kind === 'ref' ? creatorOf?.(field.to) : undefined;
  const change = (value: unknown) => {
    form.setFieldValue(name, value);
    links.changed(name, value);
    // Once a field was wrong, it is checked with every letter.
    if (error) setTimeout(() => form.validateField(name), 0);
  };
  return (
    <div className={`fld${isWide(field) ? ' wide' : ''}${isNeeded(field) ? ' needed' : ''}`}>
      <label htmlFor={inputId}>
        {field.label}
        {'unit' in field && field.unit ? `, ${field.unit}` : ''}
      </label>
      <FieldInput
        id={inputId}
        field={field}
        value={input.value}
        error={error}
        onChange={change}
        onBlur={() => void form.validateField(name)}
        first={first}
        current={field.kind === 'ref' ? ((row?.[refName(name)] ?? null) as RefInfo | null) : null}
        stored={field.kind === 'file' ? ((base?.[name] ?? null) as FileRef | null) : null}
        {...(field.kind === 'ref' && field.narrowBy ? { narrow: links.narrowOf(name) } : {})}
        {...(create ? { onCreate: (words: string) => void create(words).then((made) => made && change(made.id)) } : {})}
      />
      {field.kind === 'ref' && field.suggest ? (
        <Suggested definition={definition} form={form} name={name} from={field.suggest.from} />
      ) : null}
      {error ? (
        <span className="errm" id={`${inputId}-error`}>
          {error}
        </span>
      ) : field.help || isSealed(field) ? (
        <span className="help" id={`${inputId}-help`}>
          {[field.help, isSealed(field) ? t(isMask(input.value) ? 'form.sealedKept' : 'form.sealed') : undefined]
            .filter(Boolean)
            .join(' ')}
        </span>
      ) : null}
    </div>
  );
}

/** Says what another field tells of this one, and offers it where something else stands here. */
function Suggested(props: Pick<FieldProps, 'definition' | 'form' | 'name'> & { from: string }) {
  const { definition, form, name, from } = props;
  const t = useT();
  const suggestion = useSuggestion(definition, form, name);
  const label = inSentence((definition.fields[from] as AnyField).label);
  return (
    <span className="help" role="status">
      {suggestion ? t('form.suggested', { from: label, label: suggestion.label }) : ''}{' '}
      {suggestion && !suggestion.isTaken ? (
        <button type="button" className="link" onClick={() => form.setFieldValue(name, suggestion.id)}>
          {t('form.useSuggested')}
        </button>
      ) : null}
    </span>
  );
}
