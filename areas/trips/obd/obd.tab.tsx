import { IconEngine, IconEngineOff, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { besideEngine, type EngineData, engineHours } from '#areas/gateway/positions/engine-data.contract.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Code, Empty, Segments } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { useEngineData } from './obd.queries.ts';
import { ObdReadings } from './obd-readings.tsx';
import { measureText } from './obd-text.web.ts';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import styles from './obd.module.css';

const parts = ['1', '2', '3'] as const;

export const VehicleObd = ({ row }: RecordTabProps) => <Obd path="vehicle" id={row.id} />;
export const DeviceObd = ({ row }: RecordTabProps) => <Obd path="device" id={row.id} />;

/** What the vehicle's own electronics report: values of now, fault codes, readings over time. Which part was open is kept. */
function Obd({ path, id }: { path: 'vehicle' | 'device'; id: string }) {
  const t = useT();
  const can = useCan();
  const [kept, keep] = useKept('obdTab');
  const part = parts.find((one) => one === kept) ?? '1';
  const [hours, setHours] = useState<number>(engineHours[0]);
  const { data, error, refetch } = useEngineData(path, id, hours);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <section className="sheet" aria-label={t('obd.title')} aria-busy={!data}>
      <div className={`sec ${styles.head}`}>
        <Segments
          label={t('obd.part')}
          name="obd-part"
          value={part}
          options={parts.map((value) => ({ value, label: t(`obd.parts.${value}`) }))}
          onChange={keep}
        />
        {part === '1' ? null : (
          <Segments
            label={t('obd.period')}
            name="obd-hours"
            value={String(hours)}
            options={engineHours.map((one) => ({ value: String(one), label: t('obd.hours', { hours: one }) }))}
            onChange={(value) => setHours(Number(value))}
          />
        )}
        {path === 'vehicle' && data?.device && can('device', 'view') ? (
          <p className="t2 sm">
            {t('obd.from')}{' '}
            <Link to={`/device/${data.device.id}`}>
              <Code>{data.device.label}</Code>
            </Link>
          </p>
        ) : null}
      </div>
      {data ? (
        <Part part={part} data={data} isVehicle={path === 'vehicle'} />
      ) : (
        <span className="sk" aria-hidden="true" />
      )}
    </section>
  );
}

function Part({ part, data, isVehicle }: { part: (typeof parts)[number]; data: EngineData; isVehicle: boolean }) {
  const t = useT();
  const isSilent = data.values.every(({ name }) => besideEngine.includes(name)) && data.codes.length === 0;
  if (isVehicle && !data.device && data.values.length === 0)
    return (
      <Empty icon={<IconPlugConnectedX aria-hidden="true" />} title={t('obd.noDevice')} text={t('obd.noDeviceText')} />
    );
  if (isSilent && (part === '2' || data.values.length === 0))
    return (
      <Empty
        icon={<IconEngineOff aria-hidden="true" />}
        title={t(data.isExpected ? 'obd.notYet' : 'obd.notReported')}
        text={t(data.isExpected ? 'obd.notYetText' : 'obd.notReportedText')}
      />
    );
  if (part === '1') return <Now values={data.values} isSilent={isSilent} isExpected={data.isExpected} />;
  if (part === '2') return <Codes codes={data.codes} />;
  return <ObdReadings series={data.series} from={Date.parse(data.from)} to={Date.parse(data.to)} />;
}

/** The last value of each measure, with its unit and its age. */
function Now(props: { values: EngineData['values']; isSilent: boolean; isExpected: boolean }) {
  const t = useT();
  const { values, isSilent, isExpected } = props;
  return (
    <div className="sec">
      {isSilent ? (
        <p className={`t2 ${styles.note}`}>{t(isExpected ? 'obd.notYetText' : 'obd.notReportedText')}</p>
      ) : null}
      <dl className={styles.values}>
        {values.map(({ name, value, at }) => (
          <div key={name}>
            <dt>{t(`obd.measures.${name}`)}</dt>
            <dd>
              <bdi className={styles.value}>{measureText(name, value)}</bdi>
              <span className="t2 sm">
                <Ago at={at} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Diagnostic trouble codes of the time shown, the latest first. */
function Codes({ codes }: { codes: EngineData['codes'] }) {
  const t = useT();
  if (codes.length === 0)
    return <Empty icon={<IconEngine aria-hidden="true" />} title={t('obd.noCodes')} text={t('obd.noCodesText')} />;
  return (
    <SideScroll>
      <table className="tbl plain">
        <caption className="sr">{t('obd.parts.2')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('obd.code')}</th>
            <th scope="col">{t('obd.firstAt')}</th>
            <th scope="col">{t('obd.lastAt')}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map(({ code, firstAt, lastAt }) => (
            <tr key={code}>
              <td>
                <Code>{code}</Code>
              </td>
              <td>
                <When at={firstAt} />
              </td>
              <td>
                <When at={lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}
