import { Ellipsis } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import menu from './menu.module.css';

export interface Action {
  label: string;
  icon: LucideIcon;
  /** Cannot be undone. */
  isDanger?: boolean;
  onAction: () => void;
}

interface ActionMenuProps {
  /** What the actions are for: the name of the button and of the menu. */
  label: string;
  actions: readonly Action[];
  className?: string | undefined;
}

export function ActionMenu({ label, actions, className }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <IconButton label={label} icon={<Ellipsis aria-hidden size={18} />} className={className} />
      <Popover placement="bottom end" className={menu.popover ?? ''} offset={4}>
        <Menu className={menu.menu ?? ''} aria-label={label}>
          {actions.map(({ label: name, icon: Icon, isDanger, onAction }) => (
            <MenuItem
              key={name}
              id={name}
              className={classNames(menu.item, isDanger === true && 'bad')}
              onAction={onAction}
            >
              <Icon aria-hidden size={16} /> {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
