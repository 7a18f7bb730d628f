import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';

/** The field of a ticket that names a record of the catalogue. */
const fields: Readonly<Record<string, string>> = {
  vehicle: 'vehicleId',
  drivers: 'driverId',
  'app-user-policy': 'policyId',
  challan: 'challanId',
  device: 'deviceId',
  'vehicle-kyc-doc': 'documentId',
};

/** Leads to the form of a ticket that is about the record. */
export function AskAbout({ definition, row, onClose }: RowDialogProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    void navigate({ to: '/help-desk/new', search: { [`val[${fields[definition.path]}]`]: row.id } as never });
    // Once: it is no dialog but a way.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
