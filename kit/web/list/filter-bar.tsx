import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../i18n.ts';
import '../catalogue/filters/filters.css';
import '../ui/filter-fields.css';

/**
 * Filters above a list: words to look for, a chip for each filter, and the way back to all rows. On a phone they are behind one button, so that rows begin near the top; words to look for
 * stay in sight.
 * @param onClear takes all of them away
 * @param isFolded behind the button on wide windows too, where there is little room
 * @param filters those that are set, by name; the order and the words are none that the button hides.
 */
export function FilterBar(props: {
  filters?: Readonly<Record<string, unknown>> | undefined;
  onClear?: (() => void) | undefined;
  isFolded?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(props.filters ?? {}).filter((name) => name !== 'q' && name !== 'sort');
  return (
    <div className={`record-filters${isOpen ? ' open' : ''}${props.isFolded ? ' folded' : ''}`}>
      <FiltersToggle names={names} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div className="filter-parts" id={id}>
        {props.children}
        {props.onClear && names.length > 0 ? (
          <button type="button" className="btn g" onClick={props.onClear}>
            {t('catalogue.clearFilters')}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/**
 * The button that has the filters of a list behind it, on a phone; its stylesheets hide it elsewhere.
 * @param props.names those that are set
 */
export function FiltersToggle(props: {
  names: readonly string[];
  controls: string;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useT();
  // A period is one filter, whichever of its ends are set.
  const count = new Set(props.names.map((name) => (name === 'to' ? 'from' : name.replace(/To$/, 'From')))).size;
  return (
    <button
      type="button"
      className="btn d filters-toggle"
      aria-expanded={props.isOpen}
      aria-controls={props.controls}
      onClick={props.onToggle}
    >
      <IconAdjustmentsHorizontal className="i s" aria-hidden="true" />
      {count > 0 ? t('records.filtersSet', { count }) : t('records.filters')}
    </button>
  );
}
