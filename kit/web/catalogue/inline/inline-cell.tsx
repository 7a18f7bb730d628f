import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { toast } from '../../toast.tsx';
import { Value } from '../cells.tsx';
import type { InlineEditor } from './inline-editor.tsx';
import { placeOf } from './inline-moves.ts';
import { textOf } from './inline-text.ts';
import './inline.css';

/** The list shows before the editor is fetched. */
const fetchAfterMs = 800;
let Editor: typeof InlineEditor | undefined;
/**
 * Fetches the editor, at the latest when a cell is opened. Once it is here a cell opens within the same key press: the next
 * letter is already typed into it.
 */
const fetchEditor = async (): Promise<void> => {
  Editor ??= (await import('./inline-editor.tsx')).InlineEditor;
};
const prepare = () => void fetchEditor().catch(() => undefined);

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
  if (!props.field.inline || !can(props.definition.path, 'edit', props.row)) return value;
  return <EditableCell {...props} />;
}

function EditableCell({ definition, field, name, row: given }: Props) {
  const t = useT();
  const cell = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [loading, setLoading] = useState(false);
  const [known, setKnown] = useState<AnyRow>();
  const toButton = useRef(false);
  const finish = useRef<() => void>(() => undefined);
  // What a save answered stands until the list has it too.
  const row = known && known.version > given.version ? known : given;
  const value = textOf(field, name, row);

  useEffect(() => {
    const timer = Editor ? undefined : setTimeout(prepare, fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
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

  const start = async () => {
    finish.current = placeOf(cell.current);
    if (Editor) return setOpen(true);
    setLoading(true);
    try {
      await fetchEditor();
      setOpen(true);
    } catch {
      toast.error(t('error.wrong'));
    } finally {
      setLoading(false);
    }
  };
  const close = (saved: AnyRow | undefined, focus: boolean) => {
    const active = document.activeElement;
    const lost = active === document.body || active === null;
    toButton.current = focus && (lost || cell.current?.contains(active) === true);
    if (saved) setKnown(saved);
    setOpen(false);
    if (focus) finish.current();
  };
  return (
    <span className="inline-cell" ref={cell} data-inline={name}>
      <button
        ref={button}
        type="button"
        className="inline-value"
        aria-busy={loading}
        aria-label={t('inline.cell', { label: field.label, value })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void start()}
        onKeyDown={(event) => {
          // What is typed while the editor is on its way is meant for it, not for the keys of the page.
          if (loading && event.key !== 'Tab') event.stopPropagation();
          if (event.key !== 'F2' || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          void start();
        }}
      >
        <Value field={field} name={name} row={row} />
      </button>
      {open && Editor ? <Editor definition={definition} field={field} name={name} row={row} onClose={close} /> : null}
    </span>
  );
}
