import { useEffect, useRef, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { formatTime, useT } from '../../i18n.ts';
import { invalidate } from '../../queries.ts';
import { toast } from '../../toast.tsx';
import { startValues } from '../form/form-values.ts';
import { say } from './inline-moves.ts';
import { readTyped, saveField } from './inline-save.ts';
import { textOf } from './inline-text.ts';
import { titleText } from '../spoken.ts';

interface Options {
  definition: AnyCatalogue;
  name: string;
  row: AnyRow;
  onClose: (saved: AnyRow | undefined, focus: boolean) => void;
}

/** What is typed into one cell, from the opening of its editor until it is saved, given up or refused. */
export function useInlineSave({ definition, name, row, onClose }: Options) {
  const t = useT();
  /** The row that the change is made to: as it was on opening, or as somebody else left it once that is known. */
  const [base, setBase] = useState(row);
  const [typed, setTyped] = useState<unknown>(() => startValues(definition, row, {})[name]);
  const [message, setMessage] = useState<string>();
  const [theirs, setTheirs] = useState<AnyRow>();
  /** What the others made of the value, in words. */
  const [changed, setChanged] = useState<string>();
  const [busy, setBusy] = useState(false);
  const state = useRef<'open' | 'saving' | 'over'>('open');
  const mounted = useRef(true);
  const focus = useRef(false);
  const read = (value = typed) => readTyped(definition, base, name, value);

  const close = (saved?: AnyRow) => {
    state.current = 'over';
    onClose(saved, focus.current);
  };
  const commit = async (against: AnyRow) => {
    state.current = 'saving';
    setBusy(true);
    setMessage(undefined);
    setTheirs(undefined);
    try {
      const answer = await saveField(definition, against, name, typed);
      state.current = 'open';
      if (answer.kind === 'saved') {
        const { label } = definition.fields[name];
        say(t('inline.saved', { label, value: textOf(definition.fields[name], name, answer.row) }));
        close(answer.row);
      } else if (answer.kind === 'changed' && mounted.current) {
        const { row: current, author } = answer;
        setTheirs(current);
        setChanged(
          t('inline.changed', {
            name: author?.name ?? t('conflict.someone'),
            value: textOf(definition.fields[name], name, current),
            when: formatTime(author?.at ?? current.updatedAt),
          }),
        );
      } else if (answer.kind === 'refused' && mounted.current) setMessage(answer.message);
      // Whoever has gone on to another page hears of it there.
      else if (answer.kind === 'changed')
        toast.error(t('inline.lost', { title: titleText(definition.path, row.title) }));
      else if (answer.message !== undefined) toast.error(answer.message);
    } finally {
      if (state.current === 'saving') state.current = 'open';
      setBusy(false);
    }
  };

  const latest = useRef({ read, commit, base });
  latest.current = { read, commit, base };
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // A reload may carry the row to another page under the hands of whoever types: what is right is saved.
      const { read: now, commit: save, base: against } = latest.current;
      const { same, message: wrong } = now();
      if (state.current === 'open' && !same && wrong === undefined) void save(against);
    };
  }, []);

  return {
    typed,
    message,
    changed: theirs && changed,
    busy,
    fresh: base,
    change: (value: unknown) => {
      if (state.current !== 'open') return;
      setTyped(value);
      // Once wrong, it is checked with every letter.
      if (message !== undefined) setMessage(read(value).message);
    },
    /**
     * Saves what is new and right, closes what is unchanged.
     * @returns false when there is something left to do here.
     */
    finish: (back: boolean): boolean => {
      if (state.current !== 'open') return true;
      if (theirs) return false;
      focus.current = back;
      const { same, message: wrong } = read();
      if (same) close();
      else if (wrong !== undefined) setMessage(wrong);
      else void commit(base);
      return same || wrong === undefined;
    },
    keepMine: () => {
      if (!theirs) return;
      focus.current = true;
      setBase(theirs);
      void commit(theirs);
    },
    /** Back to the value as it is stored. */
    cancel: () => {
      if (state.current === 'saving') return;
      focus.current = true;
      if (theirs) void invalidate(definition.path);
      close(theirs);
    },
    /** Nothing that was typed is to be saved any more. */
    giveUp: () => {
      state.current = 'over';
    },
    /** True while leaving the page would lose what was typed. */
    stays: (): boolean => state.current === 'open' && (theirs !== undefined || !read().same),
  };
}
