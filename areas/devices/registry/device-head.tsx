import { named } from '#kit/web/i18n.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import type { device } from './device.contract.ts';

/** What the device is, in one line: category, maker, model. */
export function DeviceHead({ row }: Pick<RecordTabProps<typeof device>, 'row'>) {
  const facts = [named(row.category?.label ?? ''), row.vendor, row.modelName].filter(Boolean);
  return (
    <p>
      <bdi className="mid">{facts.join(' · ')}</bdi>
    </p>
  );
}
