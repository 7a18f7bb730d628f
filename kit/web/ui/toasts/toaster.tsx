import { Notifications, notifications } from '@mantine/notifications';
import { constants } from '../../constants.ts';

/** Where toasts stand. Whatever was shown before it was drawn is in it from its beginning. */
export function Toaster() {
  return (
    <Notifications
      position="top-right"
      autoClose={constants.toastMs}
      limit={constants.toastLimit}
      containerWidth={constants.toastWidthPx}
    />
  );
}

export const { show, hide } = notifications;
