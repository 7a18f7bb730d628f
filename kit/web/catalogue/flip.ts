import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ask } from '../ask.ts';
import { t } from '../i18n.ts';
import { titleText } from './spoken.ts';

/** Whether a row's status may be turned round: asks where switching it off does more than the word says. */
export const mayFlip = (definition: AnyCatalogue, row: AnyRow): Promise<boolean> =>
  row.status === 0 || definition.offText === null
    ? Promise.resolve(true)
    : ask({
        title: t('catalogue.offTitle', { title: titleText(definition.path, row.title) }),
        text: definition.offText,
        yes: t('catalogue.deactivate'),
      });
