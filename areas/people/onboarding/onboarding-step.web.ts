import type { Answer } from '#kit/contract/answers.ts';
import type { Drafts } from './drafts.web.ts';
import type { Onboarding, OnboardingStep } from './onboarding.contract.ts';

/** Sends a step. @throws ApiError with a message per field */
export type SaveStep = (form: FormData) => Promise<Answer<Onboarding>>;
export interface StepProps {
  data: Onboarding;
  step: OnboardingStep;
  save: SaveStep;
  /** After it was saved, with what is left to do. */
  onSaved: (answer: Answer<Onboarding>) => void;
  /** What was typed and not sent. */
  drafts: Drafts;
  /** The driver fills it in, and not somebody for them. */
  isDriver: boolean;
}
