import { IconPhoneOff } from '@tabler/icons-react';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Code, Empty } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { useCallers } from './device-calls.web.ts';

const size = 25;

/** Who knocked at the gateway and is no device of anybody. */
export function Callers({ q, page, onPage }: { q: string | undefined; page: number; onPage: (page: number) => void }) {
  const t = useT();
  const { data, error, refetch } = useCallers({ q: q || undefined, skip: (page - 1) * size, take: size });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <section className="sheet board-list" aria-label={t('devices.callers')} aria-busy={!data}>
      {data?.count === 0 ? (
        <Empty
          icon={<IconPhoneOff aria-hidden="true" />}
          title={t(q ? 'catalogue.noMatch' : 'devices.noCallers')}
          text={t('devices.noCallersText')}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus
        <div className="list-scroll" role="region" aria-label={t('devices.calls')} tabIndex={0}>
          <table className="tbl plain">
            <thead>
              <tr>
                <th scope="col">{t('devices.calls')}</th>
                <th scope="col">{t('devices.protocolName')}</th>
                <th scope="col" className="num">
                  {t('devices.tries')}
                </th>
                <th scope="col">{t('devices.first')}</th>
                <th scope="col">{t('devices.last')}</th>
                <th scope="col">{t('devices.address')}</th>
              </tr>
            </thead>
            <tbody>
              {data?.data.map((caller) => (
                <tr key={`${caller.protocol} ${caller.identifier}`}>
                  <td>
                    <Code>{caller.identifier}</Code>
                  </td>
                  <td>
                    <bdi>{caller.protocol.toUpperCase()}</bdi>
                  </td>
                  <td className="num">{formatNumber(caller.tries)}</td>
                  <td className="t2">
                    <Ago at={caller.firstAt} />
                  </td>
                  <td className="t2">
                    <Ago at={caller.lastAt} />
                  </td>
                  <td>
                    <bdi dir="ltr">{caller.address ?? '–'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.count > size ? <Pager view={{ page, size }} count={data.count} onPage={onPage} /> : null}
    </section>
  );
}
