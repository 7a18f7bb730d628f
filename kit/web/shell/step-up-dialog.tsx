import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '../api.ts';
import { useT } from '../i18n.ts';
import { SecretField, TextField } from '../ui/text-field.tsx';
import { useSubmit } from '../use-submit.ts';

/** Asks whether the person at the screen is still the one who signed in, by password or by a code. */
export function StepUpDialog({ onDone }: { onDone: (proved: boolean) => void }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [byCode, setByCode] = useState(false);
  const submit = useSubmit();
  const { data } = useQuery({
    queryKey: ['session', 'two-step'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ onSince: string | null }>>('/session/two-step', { signal, quiet: true })).data,
  });
  const name = byCode ? 'code' : 'password';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog may stand over a form: its sending is not the form's.
    event.stopPropagation();
    const answer = await submit.run(() => api.post('/session/prove', { body: { [name]: typed }, quiet: true }));
    if (!(answer instanceof ApiError)) onDone(true);
    else setTyped('');
  };
  const field = {
    value: typed,
    onChange: setTyped,
    error: submit.fields[name] ?? submit.failure,
    'data-autofocus': true,
  };
  return (
    <Modal opened onClose={() => onDone(false)} title={t('prove.title')} zIndex={450}>
      <form className="col" style={{ gap: 16 }} onSubmit={(event) => void send(event)} noValidate>
        <p className="t2">{t('prove.text')}</p>
        {byCode ? (
          <TextField key="code" label={t('login.code')} dir="ltr" autoComplete="one-time-code" {...field} />
        ) : (
          <SecretField key="password" label={t('prove.password')} autoComplete="current-password" {...field} />
        )}
        <div className="row wrap">
          <button type="submit" className="btn p" disabled={submit.busy || submit.waitS > 0 || typed === ''}>
            {submit.waitS > 0 ? t('login.again', { count: submit.waitS }) : t('prove.submit')}
          </button>
          <button type="button" className="btn d" onClick={() => onDone(false)}>
            {t('action.cancel')}
          </button>
          {data?.onSince ? (
            <button
              type="button"
              className="btn g"
              onClick={() => {
                setByCode(!byCode);
                setTyped('');
                submit.clear();
              }}
            >
              {t(byCode ? 'prove.usePassword' : 'prove.useCode')}
            </button>
          ) : null}
        </div>
      </form>
    </Modal>
  );
}
