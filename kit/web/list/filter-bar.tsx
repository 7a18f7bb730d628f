import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../i18n.ts';
import '../catalogue/filters/filters.css';
import '../ui/filter-fields.css';

/**
 * Fields of filters above a list. On a phone they are behind one button, so that rows begin near the top; words to look for
 * stay in sight.
 * @param filters those that are set, by name; the order and the words are none that the button hides.
 */
export function FilterBar(props: { filters?: Readonly<Record<string, unknown>> | undefined; children: ReactNode }) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(props.filters ?? {}).filter((name) => name !== 'q' && name !== 'sort');
  // A period is one filter, whichever of its ends are set.
  const count = new Set(names.map((name) => (name === 'to' ? 'from' : name))).size;
  return (
    <div className={`record-filters${isOpen ? ' open' : ''}`}>
      <button
        type="button"
        className="btn d filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal className="i s" aria-hidden="true" />
        {count > 0 ? t('records.filtersSet', { count }) : t('records.filters')}
      </button>
      <div className="filter-parts" id={id}>
        {props.children}
      </div>
    </div>
  );
}
