import { useQuery } from '@tanstack/react-query';
import { Modal } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { useFragment } from '#kit/web/use-fragment.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { type Submit, useSubmit } from '#kit/web/use-submit.ts';
import type { OpenedInvitation } from './invitations.contract.ts';
import { OpenFrame } from './public-frame.tsx';
import { OwnOnboarding } from '../onboarding/own-onboarding.tsx';

const open = { open: {}, quiet: true } as const;

/** What an invited driver sees: who invites, a code to show that the number is theirs, and then the five steps. */
export function Invited() {
  const t = useT();
  const token = useFragment();
  const [pass, setPass] = useState<string>();
  const [declined, setDeclined] = useState<string>();
  const [isOver, setOver] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await api.post<Answer<OpenedInvitation>>('/invitation/open', { body: { token }, signal, ...open })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    document.title = `${t('invited.title')} · Roadkeeper`;
  }, [t]);
  if (pass)
    return (
      <OpenFrame>
        <OwnOnboarding
          pass={pass}
          onOver={() => {
            setPass(undefined);
            setOver(true);
            // It was accepted since it was opened.
            void refetch();
          }}
        />
      </OpenFrame>
    );
  return (
    <OpenFrame>
      <h1>{data ? t('invited.by', { organisation: data.orgName }) : t('invited.title')}</h1>
      {error ? (
        <div className="alert due" role="alert">
          {error instanceof ApiError ? error.message : t('error.wrong')}
        </div>
      ) : null}
      {isOver ? (
        <div className="alert due" role="alert">
          {t('invited.passOver')}
        </div>
      ) : null}
      {!data && !error ? <span className="sk" style={{ height: 120 }} /> : null}
      {declined ? (
        <div className="alert info" role="status">
          {declined}
        </div>
      ) : null}
      {data && !declined ? (
        <Opened
          key={token}
          token={token}
          facts={data}
          onPass={(given) => {
            setOver(false);
            setPass(given);
          }}
          onDecline={setDeclined}
        />
      ) : null}
    </OpenFrame>
  );
}

function Opened(props: {
  token: string;
  facts: OpenedInvitation;
  onPass: (pass: string) => void;
  onDecline: (message: string) => void;
}) {
  const t = useT();
  const { token, facts, onPass, onDecline } = props;
  const [to, setTo] = useState<'mail' | 'sms'>();
  const [asking, setAsking] = useState(false);
  if (facts.status !== 0 && !facts.resumes)
    return (
      <div className="alert due" role="alert">
        {t(`invited.over.${facts.status}`)}
      </div>
    );
  const decline = async () => {
    setAsking(false);
    const answer = await api
      .post<{ message: string }>('/invitation/reject', { body: { token }, open: {} })
      .catch(() => undefined);
    if (answer) onDecline(answer.message);
  };
  return (
    <section className="sheet sec col" style={{ gap: 18 }} aria-label={t('invited.title')}>
      <div className="col" style={{ gap: 8 }}>
        <p>
          <bdi>
            {t(facts.resumes ? 'invited.resume' : 'invited.text', { name: facts.name, organisation: facts.orgName })}
          </bdi>
        </p>
        {facts.vehicleNo ? (
          <p className="t2">
            {t('invited.vehicle')} <Code>{facts.vehicleNo}</Code>
          </p>
        ) : null}
        {facts.message ? (
          <figure className="col" style={{ gap: 4 }}>
            <figcaption className="t2 sm">{t('invited.words', { organisation: facts.orgName })}</figcaption>
            <blockquote className="alert info">
              <bdi>{facts.message}</bdi>
            </blockquote>
          </figure>
        ) : null}
        {facts.transfer && !facts.resumes ? <p className="alert due">{t('invited.transfer')}</p> : null}
        {facts.resumes ? null : (
          <p className="t2 sm">
            <bdi>
              {t('invited.until')} <When at={facts.expiresAt} />
            </bdi>
          </p>
        )}
      </div>
      {to ? (
        <CodeForm token={token} to={to} onPass={onPass} onAgain={() => setTo(undefined)} />
      ) : (
        <NumberForm token={token} facts={facts} onSent={setTo} />
      )}
      {facts.status === 0 ? (
        <button type="button" className="btn g" style={{ alignSelf: 'start' }} onClick={() => setAsking(true)}>
          {t('invited.decline')}
        </button>
      ) : null}
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('invited.sure')}>
        <div className="col" style={{ gap: 16 }}>
          <p className="t2">
            <bdi>{t('invited.sureText', { organisation: facts.orgName })}</bdi>
          </p>
          <div className="row">
            <button type="button" className="btn x" data-autofocus onClick={() => void decline()}>
              {t('invited.decline')}
            </button>
            <button type="button" className="btn d" onClick={() => setAsking(false)}>
              {t('action.cancel')}
            </button>
          </div>
        </div>
      </Modal>
    </section>
  );
}

const Failed = ({ submit, but }: { submit: Submit; but: string }) =>
  submit.failure && !submit.fields[but] ? (
    <div className="alert bad" role="alert">
      {submit.failure}
    </div>
  ) : null;

function NumberForm(props: { token: string; facts: OpenedInvitation; onSent: (to: 'mail' | 'sms') => void }) {
  const t = useT();
  const { token, facts, onSent } = props;
  const [mobile, setMobile] = useState('');
  const submit = useSubmit();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await submit.run(() =>
      api.post<Answer<{ codeGoesTo: 'mail' | 'sms' }>>('/invitation/otp', { body: { token, mobile }, ...open }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    onSent(answer.data.codeGoesTo);
  };
  return (
    <form className="col" style={{ gap: 14 }} noValidate onSubmit={(event) => void send(event)}>
      <Failed submit={submit} but="mobile" />
      <TextField
        large
        label={t('invited.mobile')}
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        help={t(`invited.codeTo.${facts.codeGoesTo}`, { ends: facts.mobileEnds })}
        value={mobile}
        error={submit.fields['mobile']}
        onChange={(value) => {
          setMobile(value);
          submit.clear();
        }}
      />
      <button type="submit" className="btn p lg" disabled={submit.busy || submit.waitS > 0 || mobile.trim() === ''}>
        {submit.waitS > 0 ? t('login.again', { count: submit.waitS }) : t('invited.sendCode')}
      </button>
    </form>
  );
}

function CodeForm(props: { token: string; to: 'mail' | 'sms'; onPass: (pass: string) => void; onAgain: () => void }) {
  const t = useT();
  const { token, to, onPass, onAgain } = props;
  const [otp, setOtp] = useState('');
  const submit = useSubmit();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await submit.run(() =>
      api.post<{ message: string; data: { pass: string } }>('/invitation/accept', { body: { token, otp }, ...open }),
    );
    if (answer instanceof ApiError) {
      input.current?.focus();
      return;
    }
    toast.success(answer.message);
    onPass(answer.data.pass);
  };
  return (
    <form className="col" style={{ gap: 14 }} noValidate onSubmit={(event) => void send(event)}>
      <Failed submit={submit} but="otp" />
      <TextField
        large
        label={t('invited.code')}
        inputRef={input}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        dir="ltr"
        help={t(`invited.codeSent.${to}`)}
        value={otp}
        error={submit.fields['otp']}
        onChange={(value) => {
          setOtp(value);
          submit.clear();
        }}
      />
      <div className="row wrap">
        <button type="submit" className="btn p lg" disabled={submit.busy || submit.waitS > 0 || otp.trim().length < 6}>
          {submit.waitS > 0 ? t('login.again', { count: submit.waitS }) : t('invited.accept')}
        </button>
        <button type="button" className="btn d lg" onClick={onAgain}>
          {t('invited.again')}
        </button>
      </div>
    </form>
  );
}
