import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n.ts';
import type { Submit } from '../use-submit.ts';

/**
 * A dialog around one action; it is in the page for as long as it is open.
 * @param props.isWide it has a map or a table.
 */
export const ActionDialog = (props: { title: string; isWide?: boolean; onClose: () => void; children: ReactNode }) => (
  <Modal opened onClose={props.onClose} title={props.title} size={props.isWide ? 'xl' : 'md'}>
    {props.children}
  </Modal>
);

/**
 * The form of an action, its parts below each other.
 * @param props.isOwnCheck the page checks what is required and the browser says nothing.
 */
export const ActionForm = (props: {
  onSubmit: () => void;
  isBusy?: boolean;
  isOwnCheck?: boolean;
  children: ReactNode;
}) => (
  <form
    className="col gap-16"
    aria-busy={props.isBusy}
    noValidate={props.isOwnCheck}
    onSubmit={(event) => {
      event.preventDefault();
      props.onSubmit();
    }}
  >
    {props.children}
  </form>
);

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
