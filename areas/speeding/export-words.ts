import texts from './speeding.en.json' with { type: 'json' };

const { states, severities, tiers, sources } = texts.violations;

/** Words that exports have for codes: those of the screens. */
export const exportWords = {
  states,
  severities,
  tiers,
  sources,
  alertStates: texts.alerts.states,
  outcomes: texts.alerts.outcomes,
} as const;
