import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatTime, useT } from '../i18n.ts';
import type { Author } from './authors.ts';
import './conflict.css';

/** Something that both sides changed, each to another value. */
export interface ConflictRow {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  /** Who changed it to what is stored now; left out: not known. */
  author: Author | undefined;
}
type Side = 'mine' | 'theirs';

/** What both sides changed, side by side, and neither chosen beforehand. */
export function ConflictDialog(props: {
  rows: readonly ConflictRow[];
  /** Labels of what only the others changed. */
  taken: readonly string[];
  onClose: () => void;
  /** Gets the keys of the rows where the stored value was chosen. */
  onChoose: (theirs: ReadonlySet<string>) => void;
}) {
  const { rows, taken, onClose, onChoose } = props;
  const t = useT();
  const [choice, setChoice] = useState<Record<string, Side>>({});
  const all = (side: Side) => setChoice(Object.fromEntries(rows.map(({ key }) => [key, side])));
  const by = (author: Author | undefined) =>
    author ? t('conflict.by', { name: author.name, when: formatTime(author.at) }) : t('conflict.someone');
  return (
    <Modal opened onClose={onClose} size={680} title={t('conflict.title')} zIndex={400}>
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">{t('conflict.text')}</p>
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.mine')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <label>
                      <input
                        type="radio"
                        name={`conflict-${row.key}`}
                        checked={choice[row.key] === side}
                        onChange={() => setChoice({ ...choice, [row.key]: side })}
                      />
                      {side === 'theirs' ? (
                        <span>
                          {row.theirs}
                          <bdi className="t3 sm" style={{ display: 'block' }}>
                            {by(row.author)}
                          </bdi>
                        </span>
                      ) : (
                        row.mine
                      )}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {taken.length > 0 ? (
          <p className="t2 sm">
            <bdi>{t('conflict.taken', { fields: taken.join(', ') })}</bdi>
          </p>
        ) : null}
        <div className="row wrap">
          <button
            type="button"
            className="btn p"
            disabled={rows.some(({ key }) => choice[key] === undefined)}
            onClick={() => onChoose(new Set(rows.flatMap(({ key }) => (choice[key] === 'theirs' ? [key] : []))))}
          >
            {t('conflict.apply')}
          </button>
          <button type="button" className="btn d" onClick={() => all('mine')}>
            {t('conflict.allMine')}
          </button>
          <button type="button" className="btn d" onClick={() => all('theirs')}>
            {t('conflict.allTheirs')}
          </button>
        </div>
      </div>
    </Modal>
  );
}
