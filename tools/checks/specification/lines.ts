import { behaviours } from './behaviours.ts';
import { browserLines, numberLines } from './browser.ts';
import { type Call, formKey, keyOf, shapes } from './call.ts';
import { callGroups } from './calls.ts';
import { named, type Line } from './line.ts';
import { toastLines } from './toasts.ts';

const answered = named(
  'tools/checks/specification/calls.test.ts',
  'every call answers in its shape to the body and the parameters that it has in the specification',
);

const travels = { none: '', JSON: 'JSON', multipart: 'multipart' } as const;

/** A call and the queries of it that the specification names. */
function linesOf(call: Call): Line[] {
  const test = call.built ? { test: answered } : {};
  const sent = [
    travels[call.body],
    ...(call.fields ?? []).map((name) => `with \`${name}\``),
    ...(call.header ? [`header \`${call.header}\``] : []),
  ].filter((one) => one !== '');
  const id = keyOf(call);
  return [
    { id, says: `\`${id}\`${sent.length > 0 ? ` (${sent.join(', ')})` : ''} → ${shapes[call.answer]}`, ...test },
    ...(call.forms ?? []).map((form): Line => {
      const every = Object.entries(form.every ?? {}).map(([name, value]) => `\`${name}\` = ${JSON.stringify(value)}`);
      const what = [
        shapes[form.answer],
        ...(every.length > 0 ? [`of every row ${every.join(' and ')}`] : []),
        form.most === undefined ? 'all that match' : `at most ${form.most}`,
      ];
      return { id: formKey(call, form), says: `\`${formKey(call, form)}\` → ${what.join('; ')}`, ...test };
    }),
  ];
}

/** Every line, by the headings of docs/specification.md. */
export const sections: Readonly<Record<string, readonly Line[]>> = {
  ...behaviours,
  '3. Keys and layout': browserLines,
  ...Object.fromEntries(
    Object.entries(callGroups).map(([name, calls]) => [`7. Calls: ${name}`, calls.flatMap(linesOf)]),
  ),
  '8. Texts': toastLines,
  '9. Numbers': numberLines,
};
