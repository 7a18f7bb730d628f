import { useState } from 'react';
import { type Action, useAction } from '#kit/web/ui/use-action.ts';
import { refreshVehicles } from '../vehicles.queries.ts';

/** What the two forms that begin a transfer share: what was typed by the API's names, and the sending of it. */
export function useTransferForm(onDone: () => void): {
  action: Action;
  /** For the props of a TransferField. */
  field: {
    given: Readonly<Record<string, string>>;
    errors: Readonly<Record<string, string>>;
    set: (name: string) => (value: string) => void;
  };
  /** What was typed, without what was left empty. */
  body: () => Record<string, string>;
} {
  const [given, setGiven] = useState<Record<string, string>>({});
  const action = useAction(refreshVehicles, onDone);
  const set = (name: string) => (value: string) => {
    setGiven({ ...given, [name]: value });
    action.clear();
  };
  const body = () => Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
  return { action, field: { given, errors: action.fields, set }, body };
}
