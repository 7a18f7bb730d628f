import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { ask } from '../ask.ts';
import { formatDay, t } from '../i18n.ts';
import { titleText } from './spoken.ts';

/** What becomes of a row that is switched off; it may name the next day in India, as `{{nextDay}}`. */
export const offTextOf = (text: string): string =>
  text.replaceAll('{{nextDay}}', formatDay(addDays(indiaDay(new Date()), 1)));

/** Whether a row's status may be turned round: asks where switching it off does more than the word says. */
export const mayFlip = (definition: AnyCatalogue, row: AnyRow): Promise<boolean> =>
  row.status === 0 || definition.offText === null
    ? Promise.resolve(true)
    : ask({
        title: t('catalogue.offTitle', { title: titleText(definition.path, row.title) }),
        text: offTextOf(definition.offText),
        yes: t('catalogue.deactivate'),
      });

/** Whether a row may be deleted: asks where deleting one that is active does more than the word says. */
export const mayRemove = (definition: AnyCatalogue, row: AnyRow): Promise<boolean> =>
  row.status === 0 || definition.removeText === null
    ? Promise.resolve(true)
    : ask({
        title: t('catalogue.removeTitle', { title: titleText(definition.path, row.title) }),
        text: offTextOf(definition.removeText),
        yes: t('action.delete'),
      });
