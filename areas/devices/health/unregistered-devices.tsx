import { IconPhoneOff } from '@tabler/icons-react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import type { ListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { useCallers } from '../devices.queries.ts';
import styles from '../devices.module.css';

/** Who knocked at the gateway and is no device of anybody. */
export function Callers({
  address,
}: {
  address: Pick<ListAddress<'q'>, 'filters' | 'page' | 'size' | 'rows' | 'toPage'>;
}) {
  const t = useT();
  const { q } = address.filters;
  return (
    <ListSheet
      label={t('devices.callers')}
      found={useCallers({ q, ...address.rows })}
      address={address}
      className={styles['board-list']}
      empty={{
        icon: <IconPhoneOff aria-hidden="true" />,
        title: t(q ? 'catalogue.noMatch' : 'devices.noCallers'),
        text: t('devices.noCallersText'),
      }}
    >
      {(callers) => (
        <ListTable
          label={t('devices.calls')}
          rows={callers}
          keyOf={(caller) => `${caller.protocol} ${caller.identifier}`}
          columns={[
            { key: 'calls', head: t('devices.calls'), render: (caller) => <Code>{caller.identifier}</Code> },
            {
              key: 'protocol',
              head: t('devices.protocolName'),
              render: (caller) => <bdi>{caller.protocol.toUpperCase()}</bdi>,
            },
            {
              key: 'tries',
              head: t('devices.tries'),
              isNumber: true,
              render: (caller) => formatNumber(caller.tries),
            },
            {
              key: 'first',
              head: t('devices.first'),
              className: 't2',
              render: (caller) => <Ago at={caller.firstAt} />,
            },
            { key: 'last', head: t('devices.last'), className: 't2', render: (caller) => <Ago at={caller.lastAt} /> },
            {
              key: 'address',
              head: t('devices.address'),
              render: (caller) => <bdi dir="ltr">{caller.address ?? '–'}</bdi>,
            },
          ]}
        />
      )}
    </ListSheet>
  );
}
