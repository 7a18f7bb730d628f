/** What can be wrong with a file: it is not read any further, and nothing of it can be imported. */
const ofFile = ['cut', 'not-roads', 'no-features', 'broken', 'too-large'] as const;
/** With one feature, which is left out. */
const ofFeature = [
  'shape',
  'no-highway',
  'few-points',
  'no-length',
  'too-long',
  'too-many-points',
  'off-earth',
  'swapped',
  'duplicate',
  'missing-nodes',
  'no-state',
  'not-utf8',
  'not-json',
] as const;
/** With one feature, which is imported all the same; or left as it is here, because its road was split. */
const warnings = ['outside-india', 'max-speed', 'class-unsure', 'repeated', 'cycle', 'split'] as const;

export const faultCodes = [...ofFile, ...ofFeature, ...warnings] as const;
export type FaultCode = (typeof faultCodes)[number];

export const weightOf = (code: FaultCode): 'file' | 'error' | 'warning' =>
  (ofFile as readonly string[]).includes(code)
    ? 'file'
    : (warnings as readonly string[]).includes(code)
      ? 'warning'
      : 'error';
