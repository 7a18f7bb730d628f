import { IconX } from '@tabler/icons-react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ImportPlan, ImportRow } from '#kit/contract/import.ts';
import { SideScroll } from '../../list/side-scroll.tsx';
import { useT } from '../../i18n.ts';

interface Props {
  definition: AnyCatalogue;
  rows: readonly ImportRow[];
  /** Fields that the file has columns for. */
  names: readonly string[];
  /** What the server makes of a row, by its line. */
  planned: ReadonlyMap<number, ImportPlan['rows'][number]>;
  onCell: (line: number, name: string, text: string) => void;
  /** @param index place of the row on this page */
  onLeaveOut: (line: number, index: number) => void;
}

/** The rows as inputs: what is wrong stands in its cell. */
export function ReviewGrid({ definition, rows, names, planned, onCell, onLeaveOut }: Props) {
  const t = useT();
  const labelOf = (name: string) =>
    name === 'id' ? t('import.id') : name === 'status' ? t('catalogue.status') : definition.fields[name].label;
  return (
    <SideScroll>
      <table className="tbl plain grid-edit">
        <thead>
          <tr>
            <th scope="col">{t('import.line')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {labelOf(name)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{t('catalogue.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const messages = planned.get(row.line)?.messages ?? {};
            const elsewhere = Object.entries(messages).filter(([name]) => !names.includes(name));
            return (
              <tr key={row.line}>
                <td>
                  {row.line}
                  {elsewhere.map(([name, message]) => (
                    <span key={name} className="errm">
                      {message}
                    </span>
                  ))}
                  {planned.get(row.line)?.warnings?.map((warning) => (
                    <span key={warning} className="help">
                      {warning}
                    </span>
                  ))}
                </td>
                {names.map((name) => (
                  <td key={name}>
                    <input
                      className="inp"
                      aria-label={t('import.cell', { label: labelOf(name), line: row.line })}
                      aria-invalid={messages[name] ? true : undefined}
                      aria-describedby={messages[name] ? `e${row.line}${name}` : undefined}
                      value={row.cells[name] ?? ''}
                      onChange={(event) => onCell(row.line, name, event.currentTarget.value)}
                    />
                    {messages[name] ? (
                      <span className="errm" id={`e${row.line}${name}`}>
                        {messages[name]}
                      </span>
                    ) : null}
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    className="btn g ic sm"
                    aria-label={t('import.leaveOut', { line: row.line })}
                    title={t('import.leaveOut', { line: row.line })}
                    data-leave-out
                    onClick={() => onLeaveOut(row.line, index)}
                  >
                    <IconX className="i s" aria-hidden="true" />
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </SideScroll>
  );
}
