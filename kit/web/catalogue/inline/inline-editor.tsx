import { useBlocker } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { type AnyCatalogue, type AnyRow, type RefInfo, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { isSignedIn } from '../../session.ts';
import { InlineBubble } from './inline-bubble.tsx';
import { neighbour, openCell, prepareToSay } from './inline-moves.ts';
import { FieldInput } from '../inputs/inputs.tsx';
import { Stay } from '../form/stay.tsx';
import { useInlineSave } from './use-inline-save.ts';
import { titleText } from '../spoken.ts';

interface Props {
  definition: AnyCatalogue;
  field: AnyField;
  name: string;
  row: AnyRow;
  /** The row as it was saved, or undefined when nothing changed; `focus` when the keyboard goes on from the cell. */
  onClose: (saved: AnyRow | undefined, focus: boolean) => void;
}

/** The editor in a cell: Enter and Tab save, Esc cancels, and so does leaving it with nothing changed. */
export function InlineEditor({ definition, field, name, row, onClose }: Props) {
  const t = useT();
  const id = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const listOpen = useRef(false);
  const { typed, message, changed, busy, change, finish, keepMine, cancel, fresh, giveUp, stays } = useInlineSave({
    definition,
    name,
    row,
    onClose,
  });
  const input = () => frame.current?.querySelector<HTMLInputElement>('input:checked, input, select');
  const bubble = () => document.querySelector(`[data-inline-bubble="${id}-error"]`);
  useFirstFocus(input);
  const blocker = useBlocker({
    shouldBlockFn: () => stays() && isSignedIn(),
    enableBeforeUnload: stays,
    withResolver: true,
  });

  /** The bubble goes with what is done in it: the focus is brought to the cell before. */
  const fromBubble = (work: () => void) => {
    input()?.focus();
    work();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Neither the grid nor the single keys of the page may take what is typed.
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      // The first one closes the list of a picker, as everywhere.
      if (!listOpen.current) cancel();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!listOpen.current && !finish(true)) bubble()?.querySelector('button')?.focus();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      const cell = frame.current?.closest('[data-inline]');
      const to = cell ? neighbour(cell, event.shiftKey ? -1 : 1) : undefined;
      if (!finish(to === undefined)) bubble()?.querySelector('button')?.focus();
      else if (to) openCell(to);
    }
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (frame.current?.contains(to) || bubble()?.contains(to)) return;
    // Another window takes the focus without taking it from the page.
    setTimeout(() => {
      const now = document.activeElement;
      if (frame.current && !frame.current.contains(now) && !bubble()?.contains(now)) finish(false);
    }, 0);
  };
  const error = changed ?? message;
  const editor = (
    // The keys and the way out are those of everything in the cell; every input in it answers to them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      ref={frame}
      role="group"
      aria-label={field.label}
      // Two buttons for yes and no have no input that could carry it.
      aria-describedby={error && field.kind === 'flag' ? `${id}-error` : undefined}
      className={`inline-edit ${field.kind}`}
      aria-busy={busy}
      onKeyDownCapture={(event) => {
        listOpen.current = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
      }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <label className="sr" htmlFor={id}>
        {t('inline.field', { label: field.label, title: titleText(definition.path, row.title) })}
      </label>
      <FieldInput
        id={id}
        field={field}
        value={typed}
        error={error}
        onChange={change}
        onBlur={() => undefined}
        first={false}
        current={field.kind === 'ref' ? ((fresh[refName(name)] ?? null) as RefInfo | null) : null}
        stored={null}
      />
      {field.help && !error ? (
        <span className="sr" id={`${id}-help`}>
          {field.help}
        </span>
      ) : null}
    </span>
  );
  return (
    <>
      <InlineBubble
        id={`${id}-error`}
        message={message}
        changed={changed}
        onMine={() => fromBubble(keepMine)}
        onTheirs={() => fromBubble(cancel)}
        onCancel={() => fromBubble(cancel)}
        isHere={() => frame.current?.contains(document.activeElement) === true}
        onBack={() => input()?.focus()}
      >
        {editor}
      </InlineBubble>
      {blocker.status === 'blocked' ? (
        <StayAsked
          onStay={() => blocker.reset()}
          onLeave={() => {
            giveUp();
            blocker.proceed();
          }}
        />
      ) : null}
    </>
  );
}

/** The input takes the focus when the editor opens, with what is in it selected. */
function useFirstFocus(input: () => HTMLElement | null | undefined): void {
  useLayoutEffect(() => {
    prepareToSay();
    const at = input();
    at?.focus();
    if (at instanceof HTMLInputElement && at.type !== 'date') at.select();
    // Once, when the editor opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Asks before an unsaved cell is left. What is pressed in the dialog is none of the grid's business. */
const StayAsked = (props: { onStay: () => void; onLeave: () => void }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
  <span onKeyDown={(event) => event.stopPropagation()}>
    <Stay opened {...props} />
  </span>
);
