import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n.ts';
import type { Submit } from '../use-submit.ts';
import { focusBack, openedFrom } from './focus-heading.ts';

/**
 * A dialog around one action; it is in the page for as long as it is open, and gives the focus back to what opened it.
 * @param props.isWide it has a map or a table.
 */
export function ActionDialog(props: { title: string; isWide?: boolean; onClose: () => void; children: ReactNode }) {
  const [from] = useState(openedFrom);
  useEffect(() => () => focusBack(from), [from]);
  return (
    <Modal opened onClose={props.onClose} title={<bdi>{props.title}</bdi>} size={props.isWide ? 'xl' : 'md'}>
      {props.children}
    </Modal>
  );
}

/**
 * The form of an action, its parts below each other. Enter sends it from a field, Ctrl+Enter from a text of several lines as well.
 * @param props.isOwnCheck the page checks what is required and the browser says nothing.
 */
export function ActionForm(props: {
  onSubmit: () => void;
  isBusy?: boolean;
  isOwnCheck?: boolean;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // What was refused is said where it is typed: the first field with a message takes the focus, and screen readers read both.
  useEffect(() => {
    if (!isSent.current || props.isBusy) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    isSent.current = false;
    wrong.focus();
  });
  return (
    // The key is a shortcut of the whole form, which has a button for it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="col gap-16"
      aria-busy={props.isBusy}
      noValidate={props.isOwnCheck}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || props.isBusy) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onInput={() => {
        isSent.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isSent.current = true;
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

/**
 * Why the action was refused.
 * @param props.fields names of the fields that show their own message: what one of them says is not said twice.
 */
export function Refusal({ submit, fields = [] }: { submit: Submit; fields?: readonly string[] }) {
  if (!submit.failure || fields.some((name) => submit.fields[name])) return null;
  return (
    <div className="alert bad" role="alert">
      <bdi>{submit.failure}</bdi>
    </div>
  );
}

/** The button that does it, named after what it does, and the way out. Further buttons stand between them. */
export function ActionButtons(props: {
  label: string;
  submit: Pick<Submit, 'busy'>;
  /** Something that it needs is still missing. */
  isOff?: boolean;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <div className="row wrap">
      <button type="submit" className="btn p" disabled={props.submit.busy || props.isOff}>
        {props.label}
      </button>
      {props.children}
      <button type="button" className="btn d" onClick={props.onCancel}>
        {t('action.cancel')}
      </button>
    </div>
  );
}
