import { useEffect, useMemo, useRef, useState } from 'react';
import type { OpenIncident } from '../incident/incident-answers.contract.ts';
import { createSiren, type Siren } from './siren.web.ts';

/** Ids alone, and of this tab alone: a page that is loaded again stays as quiet as it was. */
const mutedKey = 'incidents-muted';
const toldKey = 'incidents-told';
const readIds = (key: string): string[] => (sessionStorage.getItem(key) ?? '').split(' ').filter(Boolean);
/** More than these are not open at a time. */
const mostIds = 100;
const putIds = (key: string, ids: readonly string[]): void =>
  sessionStorage.setItem(key, ids.slice(-mostIds).join(' '));

export interface Sound {
  /** Something sounds, or would where the browser let it. */
  isOn: boolean;
  /** The browser waits for a press before it plays. */
  isBlocked: boolean;
  /** Quiet for what is raised now; what is raised next sounds again. */
  mute: () => void;
  unlock: () => void;
}

/** A siren for as long as an emergency waits that this tab has not muted, and one short tone for each test. */
export function useSiren(raised: readonly OpenIncident[], isWanted: boolean): Sound {
  const [muted, setMuted] = useState<readonly string[]>(() => readIds(mutedKey));
  const [isBlocked, setBlocked] = useState(false);
  const made = useRef<Siren>(undefined);
  const sirenOf = () => (made.current ??= createSiren(setBlocked));
  useEffect(
    () => () => {
      made.current?.end();
      made.current = undefined;
    },
    [],
  );
  const real = raised.filter(({ isTest }) => !isTest).map(({ id }) => id);
  const isOn = isWanted && real.some((id) => !muted.includes(id));
  useEffect(() => {
    if (isOn) sirenOf().start();
    else made.current?.stop();
  }, [isOn]);
  const tests = useMemo(
    () =>
      raised
        .filter(({ isTest }) => isTest)
        .map(({ id }) => id)
        .join(' '),
    [raised],
  );
  useEffect(() => {
    if (!isWanted || tests === '') return;
    const told = readIds(toldKey);
    const fresh = tests.split(' ').filter((id) => !told.includes(id));
    if (fresh.length === 0) return;
    putIds(toldKey, [...told, ...fresh]);
    sirenOf().tone();
  }, [isWanted, tests]);
  return {
    isOn,
    isBlocked: isOn && isBlocked,
    mute() {
      const all = [...new Set([...muted, ...real])];
      putIds(mutedKey, all);
      setMuted(all);
    },
    unlock: () => made.current?.unlock(),
  };
}
