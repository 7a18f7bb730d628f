import { IconFilterPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { type AnyCatalogue, filterFields } from '#kit/contract/catalogue.ts';
import { type AnyField, choiceOf, isOpaque, isRange } from '#kit/contract/fields.ts';
import { constants } from '../../constants.ts';
import { formatDay, useT } from '../../i18n.ts';
import { lazyPage } from '../../lazy.ts';
import { FiltersToggle } from '../../list/filter-bar.tsx';
import { mayView } from '../../rights.ts';
import { whenIdle } from '../../ui/late.tsx';
import { useNames } from '../data.ts';
import type { EditorProps } from './filter-editor.tsx';
import type { ViewControl } from '../list/view.ts';
import { LateMenu, LatePopover } from '../../ui/floating/late-floating.tsx';

/** Fetched once the list is there: by the time somebody opens one, it takes the focus at once. */
const FilterEditor = lazyPage(async () => (await import('./filter-editor.tsx')).FilterEditor);

/**
 * Fields a list can be narrowed by, the status among them, and what gathers its rows, for those who may look at that. What narrows it already is
 * shown to everybody.
 */
const filterable = (
  definition: AnyCatalogue,
  status: { label: string; words: readonly [string, string] },
  isOn: (name: string) => boolean,
): [string, AnyField][] => [
  ...Object.entries<AnyField>(filterFields(definition)).filter(
    ([name, field]) =>
      field.filter &&
      !isOpaque(field) &&
      (!(name in definition.memberships) || isOn(name) || (field.kind === 'ref' && mayView(field.to))),
  ),
  ['status', { kind: 'flag', ...status }],
];

export function Filters({
  definition,
  control,
  children,
}: {
  definition: AnyCatalogue;
  control: ViewControl;
  children?: ReactNode;
}) {
  const t = useT();
  const { view } = control;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [open, setOpen] = useState<string>();
  useEffect(() => whenIdle(FilterEditor.preload), []);
  const isOn = (name: string) => [name, `${name}From`, `${name}To`].some((key) => view.filters[key] !== undefined);
  const fields = filterable(
    definition,
    { label: t('catalogue.status'), words: [t('catalogue.active'), t('catalogue.inactive')] },
    isOn,
  );
  const shown = fields.filter(([name]) => isOn(name) || open === name);
  const rest = fields.filter(([name]) => !isOn(name) && open !== name);
  const set = Object.keys(view.filters).filter((name) => name !== 'q');
  return (
    <div className={isOpen ? 'filters open' : 'filters'}>
      <Search control={control} label={t('catalogue.search')} hint={definition.searchHint} />
      <FiltersToggle names={set} controls={id} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      <div className="filter-parts" id={id}>
        {shown.map(([name, field]) => (
          <Chip
            key={name}
            name={name}
            field={field}
            control={control}
            opened={open === name}
            onOpen={(opened) => setOpen(opened ? name : undefined)}
          />
        ))}
        {rest.length > 0 ? (
          <LateMenu
            position="bottom-start"
            trigger={
              <button type="button" className="btn g">
                <IconFilterPlus className="i s" aria-hidden="true" />
                {t('catalogue.addFilter')}
              </button>
            }
          >
            {(Menu) => (
              <>
                {rest.map(([name, field]) => (
                  // After the menu gave its focus back, the editor opens and takes it.
                  <Menu.Item key={name} onClick={() => setTimeout(() => setOpen(name), 120)}>
                    {field.label}
                  </Menu.Item>
                ))}
              </>
            )}
          </LateMenu>
        ) : null}
        {Object.keys(view.filters).length > 1 ? (
          <button type="button" className="btn g" onClick={control.clear}>
            {t('catalogue.clearFilters')}
          </button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** @param props.hint what is found; empty where the label says enough */
function Search({ control, label, hint }: { control: ViewControl; label: string; hint: string }) {
  const current = control.view.params['q'] ?? '';
  const [words, setWords] = useState(current);
  const sent = useRef(current);
  useEffect(() => {
    if (current !== sent.current) setWords((sent.current = current));
  }, [current]);
  useEffect(() => {
    if (words === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words;
      control.filter({ q: words || undefined });
    }, constants.searchDelayMs);
    return () => clearTimeout(timer);
    // The control is new with every render; only new words are sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [words]);
  return (
    <span className="search">
      <IconSearch className="i s" aria-hidden="true" />
      <input
        type="search"
        className="inp"
        aria-label={label}
        placeholder={hint || label}
        value={words}
        maxLength={100}
        data-search
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </span>
  );
}

function Chip({
  name,
  field,
  control,
  opened,
  onOpen,
}: EditorProps & { opened: boolean; onOpen: (open: boolean) => void }) {
  const t = useT();
  const text = useFilterText(name, field, control.view.filters);
  const remove = () => {
    onOpen(false);
    control.filter({ [name]: undefined, [`${name}From`]: undefined, [`${name}To`]: undefined });
  };
  return (
    <span className="chip">
      <LatePopover
        opened={opened}
        onChange={onOpen}
        label={field.label}
        position="bottom-start"
        width={280}
        trigger={
          <button type="button" className="chip-text">
            {field.label} <b>{text || t('catalogue.any')}</b>
          </button>
        }
      >
        <Suspense>
          <FilterEditor name={name} field={field} control={control} />
        </Suspense>
      </LatePopover>
      <button
        type="button"
        className="chip-x"
        aria-label={t('catalogue.removeFilter', { name: field.label })}
        onClick={remove}
      >
        <IconX className="i s" aria-hidden="true" />
      </button>
    </span>
  );
}

function useFilterText(name: string, field: AnyField, filters: Record<string, string>): string {
  const values = (filters[name] ?? '').split(',').filter(Boolean);
  const t = useT();
  const names = useNames(field.kind === 'ref' ? field.to : '', field.kind === 'ref' ? values : []);
  const few = (texts: readonly string[]) => (texts.length > 1 ? `${texts[0]} +${texts.length - 1}` : (texts[0] ?? ''));
  const yesNo = [t('catalogue.yes'), t('catalogue.no')];
  if (isRange(field)) {
    const shown = (value: string | undefined) =>
      value === undefined ? '…' : field.kind === 'date' || field.kind === 'time' ? formatDay(value) : value;
    const [from, to] = [filters[`${name}From`], filters[`${name}To`]];
    return from === undefined && to === undefined ? '' : `${shown(from)} – ${shown(to)}`;
  }
  switch (field.kind) {
    case 'choice':
      return few(values.map((value) => choiceOf(field, value)?.label ?? value));
    case 'flag':
      return values.length === 0 ? '' : (field.words ?? yesNo)[/^(1|true)$/.test(values[0] ?? '') ? 0 : 1];
    case 'ref':
      return few(names.data ?? []);
    default:
      return filters[name] ?? '';
  }
}
