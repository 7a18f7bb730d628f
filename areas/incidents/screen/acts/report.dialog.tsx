import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';

/** Leads to the form of an emergency of the vehicle or the driver. */
export function ReportEmergency({ definition, row, onClose }: RowDialogProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    const field = definition.path === 'vehicle' ? 'vehicleId' : 'driverId';
    void navigate({ to: '/incident/new', search: { [`val[${field}]`]: row.id } as never });
    // Once: it is no dialog but a way.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
