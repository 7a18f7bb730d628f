import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useOpening } from './floating/use-opening.ts';

export function OpeningModal({ opened, ...props }: ModalProps) {
  return <Modal {...props} opened={useOpening(opened)} />;
}

export function OpeningDrawer({ opened, ...props }: DrawerProps) {
  return <Drawer {...props} opened={useOpening(opened)} />;
}
