import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react';
import { useOpening } from './use-opening.ts';

/** The button that it hangs on, which is drawn without any of this. */
export type Anchor = RefObject<HTMLButtonElement | null>;

/** The parts that a menu is made of. */
export type MenuParts = typeof Menu;

/** What both have in common. The button has `id`, and what opens `<id>-dropdown`. */
interface Floating {
  anchor: Anchor;
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

export interface FloatingMenuProps extends Floating, Pick<MenuProps, 'position' | 'width'> {
  /** Gives its items, of the parts that it is handed. */
  children: (Parts: MenuParts) => ReactNode;
}

export interface FloatingPopoverProps extends Floating, Pick<PopoverProps, 'position' | 'width'> {
  label: string;
  children: ReactNode;
}

const transitionProps = { duration: 90 };

/** Stands for the button where a part of Mantine wants to wrap it: wrapped later, it would be made anew under the pointer. */
function Target({ anchor, ref }: { anchor: Anchor; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => anchor.current as HTMLButtonElement, [anchor]);
  return null;
}

export function FloatingMenu({ anchor, opened, children, ...props }: FloatingMenuProps) {
  return (
    <Menu {...props} opened={useOpening(opened)} transitionProps={transitionProps}>
      <Menu.Target>
        <Target anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children(Menu)}</Menu.Dropdown>
    </Menu>
  );
}

export function FloatingPopover({ anchor, opened, label, children, ...props }: FloatingPopoverProps) {
  return (
    <Popover {...props} opened={useOpening(opened)} trapFocus returnFocus transitionProps={transitionProps}>
      <Popover.Target>
        <Target anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
