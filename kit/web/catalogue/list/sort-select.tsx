import { type AnyCatalogue, shownFields } from '#kit/contract/catalogue.ts';
import { type AnyField, isSortable } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { sortOf, type ViewControl } from './view.ts';

/** The order of a list where there is no table head to press: on telephones. */
export function SortSelect({ definition, control }: { definition: AnyCatalogue; control: ViewControl }) {
  const t = useT();
  const names: [string, string][] = [
    ...Object.entries<AnyField>(shownFields(definition))
      .filter(([, field]) => isSortable(field))
      .map(([name, field]): [string, string] => [name, field.label]),
    ['updatedAt', t('record.updated')],
  ];
  return (
    <select
      className="inp sort"
      aria-label={t('catalogue.sortBy')}
      value={sortOf(definition, control.view)}
      onChange={(event) => control.order(event.currentTarget.value)}
    >
      {names.flatMap(([name, label]) => [
        <option key={name} value={name}>
          {t('catalogue.ascending', { name: label })}
        </option>,
        <option key={`-${name}`} value={`-${name}`}>
          {t('catalogue.descending', { name: label })}
        </option>,
      ])}
    </select>
  );
}
