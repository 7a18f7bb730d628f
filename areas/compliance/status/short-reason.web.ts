import { named, t } from '#kit/web/i18n.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { shortened } from './short-reason.rules.ts';

/** What people call what comes with the product; what an administrator added keeps its name. */
const names: Readonly<Record<string, PlainTextKey>> = {
  'Registration certificate': 'shortReason.names.rc',
  'Insurance policy': 'shortReason.names.insurance',
  'Pollution under control certificate': 'shortReason.names.puc',
  'Fitness certificate': 'shortReason.names.fitness',
  'Road tax receipt': 'shortReason.names.tax',
  'Photo of the vehicle, front with plate': 'shortReason.names.frontPhoto',
  'Photo of the vehicle, rear with plate': 'shortReason.names.rearPhoto',
  'Photo of the driver': 'shortReason.names.driverPhoto',
  'Registration number': 'shortReason.names.number',
  'Driving licence': 'shortReason.names.licence',
  Licence: 'shortReason.names.licence',
  'Transport licence': 'shortReason.names.licence',
  'Medical certificate, Form 1A': 'shortReason.names.medical',
  'Medical fitness': 'shortReason.names.medical',
};
/** A type of document, or what else expires, as people call it. */
export const shortName = (name: string): string => {
  const key = Object.hasOwn(names, name) ? names[name] : undefined;
  return key === undefined ? named(name) : t(key);
};

/** A reason of the compliance status in a few words of the reader's language; undefined where it is none of those that there are. */
export function shortReason(reason: string, today: string): string | undefined {
  const short = shortened(reason, today);
  if (short === undefined) return undefined;
  if (short.say === 'challans') return t('shortReason.challans', { count: short.count });
  if (!('of' in short)) return t(`shortReason.whole.${short.say}`);
  const what = shortName(short.of);
  return short.say === 'left'
    ? t('shortReason.left', { what, count: short.count })
    : t(`shortReason.of.${short.say}`, { what });
}
