import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { queryClient } from '#kit/web/queries.ts';
import type { Onboarding } from './onboarding.contract.ts';
import { OnboardingSteps } from './onboarding-steps.tsx';
import type { SaveStep } from './onboarding-step.web.ts';

const path = '/invitation/onboarding';

/** One's own onboarding, with the pass that a code gave. It is kept nowhere but here: after a reload a new code is asked for. */
export function OwnOnboarding({ pass, onOver }: { pass: string; onOver: () => void }) {
  const t = useT();
  const open = { 'x-onboarding': pass };
  const { data, error } = useQuery({
    queryKey: ['own-onboarding', pass],
    queryFn: async ({ signal }) => (await api.get<Answer<Onboarding>>(path, { signal, open, quiet: true })).data,
    refetchOnWindowFocus: false,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);
  const isOver = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  const save: SaveStep = async (form) => {
    const answer = await api.post<Answer<Onboarding>>(path, { form, open, quiet: true }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onOver();
      throw error;
    });
    queryClient.setQueryData(['own-onboarding', pass], answer.data);
    return answer;
  };
  if (!data)
    return error ? (
      <div className="alert bad" role="alert">
        {error.message}
      </div>
    ) : (
      <span className="sk" style={{ height: 160 }} />
    );
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('onboarding.welcome', { organisation: data.orgName })}
      </h1>
      <OnboardingSteps data={data} save={save} isDriver />
    </>
  );
}
