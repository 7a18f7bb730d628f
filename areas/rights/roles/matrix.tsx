import { useRef } from 'react';
import { type Action, actions } from '#kit/contract/rights.ts';
import { useGrid } from '#kit/web/catalogue/inline/use-grid.ts';
import { said, useT } from '#kit/web/i18n.ts';
import {
  cellKey,
  type Changes,
  isChanged,
  isMine,
  isOn,
  type Line,
  type Section,
  stateOf,
  tick,
  tickAll,
} from './matrix-state.web.ts';
import styles from '../rights.module.css';

interface Props {
  sections: readonly Section[];
  changes: Changes;
  /** Left out: the matrix is for reading. */
  onChange?: (changes: Changes) => void;
}
/** Where nothing inside takes the focus, what scrolls takes it itself, so that the keyboard can scroll it. */
export const readAlone = (label: string) => ({ role: 'region', tabIndex: 0, 'aria-label': label }) as const;

type Cells = (readonly [Line, Action])[];

/** What a role may do: modules by actions. One stop of the Tab key, arrows between the cells, Space ticks. */
export function Matrix({ sections, changes, onChange }: Props) {
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  const grid = useGrid(table, () => false);
  const lines = sections.flatMap((section) => section.lines);
  const columns = actions.filter((action) => lines.some((line) => line.open.includes(action)));
  const cellsOf = (some: readonly Line[], some_: readonly Action[]): Cells =>
    some.flatMap((line) =>
      some_.filter((action) => line.open.includes(action)).map((action) => [line, action] as const),
    );
  /** The tick of a row, a column or a group; nothing where the editor has nothing to tick. */
  const many = (label: string, cells: Cells) => {
    const state = stateOf(cells, changes);
    if (!onChange || !state) return null;
    return <Many label={label} state={state} onTick={(on) => onChange(tickAll(cells, on, changes))} />;
  };
  return (
    <div className={styles['mx-scroll']} {...(onChange ? {} : readAlone(t('rights.matrix')))}>
      <table
        ref={table}
        className={onChange ? `${styles.mx} ${styles.edit}` : styles.mx}
        role={onChange ? 'grid' : undefined}
        aria-label={t('rights.matrix')}
        {...(onChange ? { onKeyDown: grid.onKeyDown, onFocus: grid.onFocus } : {})}
      >
        <thead>
          <tr>
            <th scope="col">{t('rights.module')}</th>
            {onChange ? (
              <th scope="col" className={styles.c}>
                <span>{t('rights.all')}</span>
                {many(t('rights.tickAll'), cellsOf(lines, columns))}
              </th>
            ) : null}
            {columns.map((action) => (
              <th key={action} scope="col" className={styles.c}>
                <span>{t(`rights.action.${action}`)}</span>
                {many(t('rights.tickColumn', { action: t(`rights.action.${action}`) }), cellsOf(lines, [action]))}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.key}>
            {section.name ? (
              <tr className={styles.grp}>
                <th scope="rowgroup">
                  <bdi>{said(section.name)}</bdi>
                </th>
                {onChange ? (
                  <td className={styles.c}>
                    {many(t('rights.tickGroup', { group: said(section.name) }), cellsOf(section.lines, columns))}
                  </td>
                ) : null}
                {columns.map((action) => (
                  <td key={action} className={styles.c}>
                    {many(
                      t('rights.tickGroupColumn', {
                        group: said(section.name ?? ''),
                        action: t(`rights.action.${action}`),
                      }),
                      cellsOf(section.lines, [action]),
                    )}
                  </td>
                ))}
              </tr>
            ) : null}
            {section.lines.map((line) => (
              <tr key={line.moduleId}>
                <th scope="row">
                  <bdi>{said(line.name)}</bdi>
                  {line.status === 0 ? <span className="st off xs">{t('rights.off')}</span> : null}
                </th>
                {onChange ? (
                  <td className={styles.c}>
                    {many(t('rights.tickRow', { module: said(line.name) }), cellsOf([line], columns))}
                  </td>
                ) : null}
                {columns.map((action) => (
                  <Cell
                    key={action}
                    line={line}
                    action={action}
                    changes={changes}
                    {...(onChange ? { onTick: (on: boolean) => onChange(tick(line, action, on, changes)) } : {})}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <MatrixKey isReading={onChange === undefined} />
    </div>
  );
}

/** What the signs mean. Screen readers hear it in each cell. */
function MatrixKey({ isReading }: { isReading: boolean }) {
  const t = useT();
  return (
    <p className={styles['mx-key']} aria-hidden="true">
      {isReading ? (
        <>
          <span>
            <span className="dot ok" /> {t('rights.yes')}
          </span>
          <span>
            <span className={styles.no} /> {t('rights.no')}
          </span>
        </>
      ) : null}
      <span>
        <span className={styles['not-offered']} /> {t('rights.notOffered')}
      </span>
    </p>
  );
}

function Cell({
  line,
  action,
  changes,
  onTick,
}: {
  line: Line;
  action: Action;
  changes: Changes;
  onTick?: (on: boolean) => void;
}) {
  const t = useT();
  const on = isOn(line, action, changes);
  const changed = isChanged(line, action, changes);
  const words = { action: t(`rights.action.${action}`), module: said(line.name) };
  if (!line.open.includes(action))
    return (
      <td className={changed ? `${styles.c} ${styles.changed}` : styles.c}>
        <span className={styles['not-offered']} aria-hidden="true" />
        <span className="sr">{t(changed ? 'rights.goes' : 'rights.notOffered')}</span>
      </td>
    );
  if (!onTick)
    return (
      <td className={styles.c}>
        {on ? <span className="dot ok" aria-hidden="true" /> : <span className={styles.no} aria-hidden="true" />}
        <span className="sr">{t(on ? 'rights.may' : 'rights.mayNot', words)}</span>
      </td>
    );
  const isLocked = !isMine(line, action);
  // What hangs on a right of somebody else's giving keeps the view with it.
  const reason = isLocked ? t('rights.lacked', words) : undefined;
  const id = `mx-${cellKey(line.moduleId, action).replace(' ', '-')}`;
  return (
    <td className={changed ? `${styles.c} ${styles.changed}` : styles.c} title={reason}>
      <input
        type="checkbox"
        className="cbx"
        id={id}
        aria-label={t('rights.cell', words)}
        checked={on}
        aria-disabled={isLocked || undefined}
        aria-describedby={reason || changed ? `${id}-about` : undefined}
        onChange={(event) => {
          if (!isLocked) onTick(event.currentTarget.checked);
        }}
      />
      {reason || changed ? (
        <span id={`${id}-about`} className="sr">
          {reason ?? t('rights.changed')}
        </span>
      ) : null}
    </td>
  );
}

function Many({
  label,
  state,
  onTick,
}: {
  label: string;
  state: 'all' | 'none' | 'some';
  onTick: (on: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      className="cbx"
      aria-label={label}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      onChange={() => onTick(state !== 'all')}
    />
  );
}
