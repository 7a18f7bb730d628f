import { IconTruck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Code, Empty } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { usePeriods } from './calls.web.ts';
import './people.css';

const tones = { PLANNED: 'info', CURRENT: 'ok', PAST: 'off' } as const;

/** What the driver drives: planned, now and before. Vehicles are given at the vehicle. */
export function DriverVehicles({ row }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  const { data, error, refetch } = usePeriods(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <section className="sheet" aria-label={t('drivers.vehicles')} aria-busy={!data}>
      {data?.length === 0 ? (
        <Empty
          icon={<IconTruck aria-hidden="true" />}
          title={t('drivers.noVehicles')}
          text={t('drivers.noVehiclesText')}
        />
      ) : (
        <ul className="driver-lines">
          {data?.map(({ id, vehicle, vehicleId, fromAt, toAt, endReason, state }) => (
            <li key={id}>
              <span className={`st ${tones[state]}`}>{t(`drivers.period.${state}`)}</span>
              <span className="what">
                {can('vehicle', 'view') && vehicle !== '–' ? (
                  <Link to={`/vehicle/${vehicleId}`} className="mid">
                    <Code>{vehicle}</Code>
                  </Link>
                ) : (
                  <Code>{vehicle}</Code>
                )}
                <span className="t2 sm">
                  <When at={fromAt} />
                  {toAt ? (
                    <>
                      {' – '}
                      <When at={toAt} />
                    </>
                  ) : null}
                </span>
                {endReason ? <bdi className="t2 sm">{endReason}</bdi> : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
