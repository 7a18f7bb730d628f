import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { type AnyField, isAskedFor, type RefField } from '#kit/contract/fields.ts';
import { api } from '../../api.ts';
import { constants } from '../../constants.ts';
import { empty, type FormValues, startValues } from './form-values.ts';

type Form = UseFormReturnType<FormValues>;

/** What a form's references do to its other fields: see `narrowBy` and `fills` of a RefField. */
export interface FormLinks {
  /** Filters of what a reference offers. */
  narrowOf: (name: string) => Record<string, string>;
  /** To be told of every value that somebody chose. */
  changed: (name: string, value: unknown) => void;
}

/** @param isFolded whether a field is not in sight, for another one fills it in. */
export function useFormLinks(definition: AnyCatalogue, form: Form, isFolded: (name: string) => boolean): FormLinks {
  const refs = Object.entries<AnyField>(definition.fields).filter(
    (entry): entry is [string, RefField] => entry[1].kind === 'ref',
  );
  /** What was filled in by a choice, and not typed: another choice may replace it. */
  const filled = useRef<Record<string, unknown>>({});
  const set = (name: string, value: unknown) => form.setFieldValue(name, value);
  const isOpen = (name: string) => {
    const value = form.getValues()[name];
    // What nobody sees nobody chose: it follows what fills it in.
    return isFolded(name) || value === '' || value === null || value === undefined || value === filled.current[name];
  };
  const clearBelow = (name: string) => {
    for (const [below, field] of refs) {
      if (!field.narrowBy?.includes(name) || form.getValues()[below] === '') continue;
      set(below, '');
      clearBelow(below);
    }
  };
  const take = async (name: string, field: RefField, id: string) => {
    const from = [...(field.narrowBy ?? []), ...(field.fills ?? [])];
    if (from.length === 0) return;
    // Whoever may choose it and not look at it types the rest.
    const row = await api.get<{ data: AnyRow }>(`/${field.to}/${id}`, { quiet: true }).then(
      (answer) => answer.data,
      () => undefined,
    );
    if (!row || form.getValues()[name] !== id) return;
    const values = startValues(
      definition,
      Object.fromEntries(from.map((one) => [one, row[one] ?? null])) as AnyRow,
      {},
    );
    for (const one of field.narrowBy ?? []) {
      if (form.getValues()[one] === values[one]) continue;
      set(one, values[one]);
      const above = refs.find(([other]) => other === one)?.[1];
      if (above) void take(one, above, String(values[one]));
    }
    for (const one of field.fills ?? []) {
      if (!isOpen(one)) continue;
      const value = row[one] === null || row[one] === undefined ? empty(definition.fields[one]) : values[one];
      filled.current[one] = value;
      set(one, value);
    }
  };
  return {
    narrowOf: (name) => {
      const field = refs.find(([one]) => one === name)?.[1];
      const given = form.getValues();
      // What comes with the reference itself narrows it only for who sees that it does.
      const narrows = (one: string) => !(isFolded(one) && definition.fields[one]?.comesWith === name);
      return Object.fromEntries(
        (field?.narrowBy ?? []).filter(narrows).flatMap((one) => (given[one] ? [[one, String(given[one])]] : [])),
      );
    },
    changed(name, value) {
      clearBelow(name);
      for (const [other, one] of Object.entries<AnyField>(definition.fields))
        if (one.onlyWith?.field === name && !isAskedFor(one, { [name]: value })) set(other, empty(one));
      const field = refs.find(([one]) => one === name)?.[1];
      if (field && typeof value === 'string' && value !== '') void take(name, field, value);
    },
  };
}

interface Likely {
  id: string;
  code?: string;
  name: string;
}
/** What is likely meant by a reference, told from another field. */
export interface Suggestion {
  id: string;
  label: string;
  /** It is what the field holds. */
  isTaken: boolean;
}

/** Asks for what `suggest` of a reference names, and fills the field in while nobody chose anything. */
export function useSuggestion(definition: AnyCatalogue, form: Form, name: string): Suggestion | undefined {
  const field: AnyField = definition.fields[name];
  const suggest = field.kind === 'ref' ? field.suggest : undefined;
  const typed = String((suggest && form.getValues()[suggest.from]) ?? '').trim();
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    queryKey: [suggest?.call, asked],
    enabled: suggest !== undefined && asked.length > 3,
    queryFn: async ({ signal }) => {
      const { call, parameter, answer } = suggest as NonNullable<typeof suggest>;
      const found = await api.get<{ data: Record<string, unknown> }>(call, {
        query: { [parameter]: asked },
        signal,
        quiet: true,
      });
      return (found.data[answer] ?? null) as Likely | null;
    },
  });
  const value = form.getValues()[name];
  const offered = useRef('');
  const likely = asked.length > 3 ? data : undefined;
  useEffect(() => {
    if (!likely) return;
    if (value === '' || value === null || value === offered.current) {
      offered.current = likely.id;
      if (value !== likely.id) form.setFieldValue(name, likely.id);
    }
    // Once for each suggestion: whoever empties the field then means it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [likely?.id]);
  return likely
    ? { id: likely.id, label: [likely.code, likely.name].filter(Boolean).join(' '), isTaken: value === likely.id }
    : undefined;
}
