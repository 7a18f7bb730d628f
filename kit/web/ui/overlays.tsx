import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Opens one step after it was mounted: only what was seen closed gives the focus back where it came from. */
function useOpening(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown;
}

export function OpeningModal({ opened, ...props }: ModalProps) {
  return <Modal {...props} opened={useOpening(opened)} />;
}

export function OpeningDrawer({ opened, ...props }: DrawerProps) {
  return <Drawer {...props} opened={useOpening(opened)} />;
}
