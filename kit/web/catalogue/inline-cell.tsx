import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { useT } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { useCan } from '../rights.ts';
import { Value } from './cells.tsx';
import { placeOf } from './inline-moves.ts';
import { textOf } from './inline-text.ts';
import './inline.css';

const load = async () => (await import('./inline-editor.tsx')).InlineEditor;
const InlineEditor = lazyPage(load);
/** Fetched while the pointer or the focus is on its way, so that the first letters typed find it there. */
const fetchEditor = () => void load().catch(() => undefined);

interface Props {
  definition: AnyCatalogue;
  field: AnyField;
  name: string;
  row: AnyRow;
}

/** A value of a list: plain, or one that can be changed where it stands. */
export function InlineCell(props: Props) {
  const can = useCan();
  const value = <Value field={props.field} name={props.name} row={props.row} />;
  if (!props.field.inline || !can(props.definition.path, 'edit')) return value;
  return <EditableCell {...props} />;
}

function EditableCell({ definition, field, name, row: given }: Props) {
  const t = useT();
  const cell = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [known, setKnown] = useState<AnyRow>();
  const toButton = useRef(false);
  const settle = useRef<() => void>(() => undefined);
  // What a save answered stands until the list has it too.
  const row = known && known.version > given.version ? known : given;
  const value = textOf(field, name, row);

  useLayoutEffect(() => {
    if (open || !toButton.current) return;
    toButton.current = false;
    button.current?.focus({ preventScroll: true });
  }, [open]);
  useEffect(() => {
    // The list's order may have carried the row off: the eye follows the focus.
    if (known && button.current === document.activeElement)
      button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [known, given.version]);

  const start = () => {
    settle.current = placeOf(cell.current);
    setOpen(true);
  };
  const close = (saved: AnyRow | undefined, focus: boolean) => {
    const active = document.activeElement;
    const lost = active === document.body || active === null;
    toButton.current = focus && (lost || cell.current?.contains(active) === true);
    if (saved) setKnown(saved);
    setOpen(false);
    if (focus) settle.current();
  };
  return (
    <span className="inline-cell" ref={cell} data-inline={name}>
      <button
        ref={button}
        type="button"
        className="inline-value"
        aria-label={t('inline.cell', { label: field.label, value })}
        onPointerEnter={fetchEditor}
        onFocus={fetchEditor}
        onClick={start}
        onKeyDown={(event) => {
          if (event.key !== 'F2' || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          start();
        }}
      >
        <Value field={field} name={name} row={row} />
      </button>
      {open ? (
        // Until the editor is here the value stays where it is.
        <Suspense fallback={null}>
          <InlineEditor definition={definition} field={field} name={name} row={row} onClose={close} />
        </Suspense>
      ) : null}
    </span>
  );
}
