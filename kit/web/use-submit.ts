import { useEffect, useState } from 'react';
import { ApiError } from './api.ts';
import { t } from './i18n.ts';

/** What a form that is sent by itself needs to know of its sending. */
export interface Submit {
  busy: boolean;
  /** Why it was refused, in the server's words. */
  failure: string | undefined;
  /** A message per field, by API name. */
  fields: Readonly<Record<string, string>>;
  /** Seconds until the next try is taken. */
  waitS: number;
  setFields: (fields: Record<string, string>) => void;
  /** Forgets what it was refused with: something is typed anew. */
  clear: () => void;
  /** Does the work and keeps what it was refused with. Gives its result, or the refusal as an ApiError. */
  run: <T>(work: () => Promise<T>) => Promise<T | ApiError>;
}

/** Sends something, and counts the seconds down when the server says to wait. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [fields, setFields] = useState<Record<string, string>>({});
  const [waitS, setWaitS] = useState(0);
  useEffect(() => {
    if (waitS <= 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitS]);
  return {
    busy,
    failure,
    fields,
    waitS,
    setFields,
    clear() {
      setFailure(undefined);
      setFields({});
    },
    async run(work) {
      setBusy(true);
      setFailure(undefined);
      setFields({});
      try {
        return await work();
      } catch (error) {
        const refusal = error instanceof ApiError ? error : new ApiError(0, { message: t('error.wrong') });
        setFailure(refusal.message);
        setFields(refusal.fields);
        setWaitS(refusal.retryAfterS ?? 0);
        return refusal;
      } finally {
        setBusy(false);
      }
    },
  };
}
