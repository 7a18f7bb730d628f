import { IconPlugConnectedX } from '@tabler/icons-react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Empty, Segments } from '#kit/web/ui/parts.tsx';

const parts = ['1', '2', '3'] as const;

/** What the vehicle's own electronics say. Without a device there is nothing to read; which part was open is kept. */
export function VehicleObd() {
  const t = useT();
  const [kept, keep] = useKept('obdTab');
  const part = parts.find((one) => one === kept) ?? '1';
  return (
    <section className="sheet" aria-label={t('vehicles.obd')}>
      <div className="sec">
        <Segments
          label={t('vehicles.obd')}
          name="obd-part"
          value={part}
          options={parts.map((value) => ({ value, label: t(`vehicles.obdPart.${value}`) }))}
          onChange={keep}
        />
      </div>
      <Empty
        icon={<IconPlugConnectedX aria-hidden="true" />}
        title={t('vehicles.noDevice')}
        text={t(`vehicles.noDeviceText.${part}`)}
      />
    </section>
  );
}
