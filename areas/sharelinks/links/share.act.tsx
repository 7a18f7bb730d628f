import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import type { ActProps } from '#kit/web/ui/acts.tsx';
import { CreateLink } from './create-link.dialog.tsx';

const act = (kind: 'vehicle' | 'trip') =>
  function Share({ id, title, look }: ActProps) {
    const t = useT();
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button
          type="button"
          className={look === 'icon' ? 'btn d ic' : 'btn d'}
          aria-label={look === 'icon' ? t('shareLink.share') : undefined}
          title={look === 'icon' ? t('shareLink.share') : undefined}
          onClick={() => setOpen(true)}
        >
          <IconShare className="i s" aria-hidden="true" />
          {look === 'icon' ? null : t('shareLink.share')}
        </button>
        {isOpen ? <CreateLink subject={{ kind, id, title }} onClose={() => setOpen(false)} /> : null}
      </>
    );
  };

/** Shares the live position of a vehicle, or a trip, from the page that shows it. */
export const ShareVehicle = act('vehicle');
export const ShareTrip = act('trip');

/** The same as an action of a vehicle. */
export const ShareVehicleRow = ({ row, onClose }: RowDialogProps) => (
  <CreateLink subject={{ kind: 'vehicle', id: row.id, title: row.title }} onClose={onClose} />
);
