import { useRow } from '#kit/web/catalogue/data.ts';
import { BannerFact } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { useBindings } from '../devices.queries.ts';
import { stateTone } from '../device-status.tsx';
import { device as devices } from '../registry/device.contract.ts';

/** When the device of the vehicle was heard last. */
export function DeviceFact({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const { data: periods } = useBindings('vehicle', row.id);
  const there = periods?.find(({ toAt }) => toAt === null);
  const { data: device } = useRow(devices, there?.device.id);
  if (periods && !there) return <BannerFact tone="off">{t('devices.cardNone')}</BannerFact>;
  if (!device) return null;
  return (
    <BannerFact tone={stateTone(device.state)}>
      {device.lastSeenAt ? (
        <>
          {t('devices.heardFrom')} <Ago at={device.lastSeenAt} />
        </>
      ) : (
        t('devices.neverHeard')
      )}
    </BannerFact>
  );
}
