import { IconDots, IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { exportRows, type Selection } from '../../exports.ts';
import { formatCount, formatNumber, useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { LateMenu } from '../../ui/floating/late-floating.tsx';

/** Exports of a list: all that match, or the page; on a telephone the way to trash and import as well. */
export function ExportMenu({
  definition,
  params,
  rows,
  count,
  more,
  small,
  shown,
}: {
  definition: AnyCatalogue;
  params: Record<string, string>;
  rows: AnyRow[];
  count: number;
  more: boolean | undefined;
  /** On a telephone one button leads to the trash as well. */
  small: boolean;
  /** Names of the columns the list shows. */
  shown: readonly string[];
}) {
  const t = useT();
  const can = useCan();
  const [onlyShown, setOnlyShown] = useState(false);
  const ids = rows.map((row) => row.id);
  const save = (format: 'csv' | 'xlsx', selection: Selection, rowCount: number) =>
    void exportRows(definition, { format, selection, count: rowCount, columns: onlyShown ? shown : undefined });
  return (
    <LateMenu
      position="bottom-end"
      width={250}
      trigger={
        small ? (
          <button type="button" className="btn g ic" aria-label={t('shell.more')}>
            <IconDots className="i" aria-hidden="true" />
          </button>
        ) : (
          <button type="button" className="btn g">
            <IconDownload className="i s" aria-hidden="true" />
            {t('action.export')}
          </button>
        )
      }
    >
      {(Menu) => (
        <>
          {small && can(definition.path, 'delete') ? (
            <Menu.Item component={Link} to={`/${definition.path}/trash`} leftSection={<IconTrash className="i s" />}>
              {t('catalogue.trash')}
            </Menu.Item>
          ) : null}
          {small && can(definition.path, 'create') ? (
            <Menu.Item component={Link} to={`/${definition.path}/import`} leftSection={<IconUpload className="i s" />}>
              {t('import.title')}
            </Menu.Item>
          ) : null}
          {can(definition.path, 'export') ? (
            <Menu.CheckboxItem checked={onlyShown} closeMenuOnClick={false} onChange={setOnlyShown}>
              {t('catalogue.exportShown')}
            </Menu.CheckboxItem>
          ) : null}
          {(can(definition.path, 'export') ? (['csv', 'xlsx'] as const) : []).flatMap((format) => [
            <Menu.Item key={`${format}-all`} onClick={() => save(format, { filter: params }, count)}>
              {t('catalogue.exportAll', { count: formatCount(count, more), format: format.toUpperCase() })}
            </Menu.Item>,
            <Menu.Item key={`${format}-page`} onClick={() => save(format, { ids }, ids.length)}>
              {t('catalogue.exportPage', { count: formatNumber(ids.length), format: format.toUpperCase() })}
            </Menu.Item>,
          ])}
          {can(definition.path, 'export') ? (
            <>
              <Menu.Divider />
              <Menu.Item component={Link} to="/exports">
                {t('exports.title')}
              </Menu.Item>
            </>
          ) : null}
        </>
      )}
    </LateMenu>
  );
}
