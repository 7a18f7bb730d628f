import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import type { vehicle } from './vehicle.contract.ts';

/** The registration number as the plate of the vehicle shows it. */
export function VehicleHeadline({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  return <Plate no={row.registrationNo} size="lg" use={row.plateUse} />;
}
