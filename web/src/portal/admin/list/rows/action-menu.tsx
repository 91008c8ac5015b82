import { Menu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { itemClass, popupClass } from '../../../../ui/field/select.tsx';

type ActionMenuProps = {
  /** Names the list. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly { label: string; run: () => void }[];
};

/** A button with a list of actions. */
export const ActionMenu = ({ label, trigger, items }: ActionMenuProps) => (
  <Menu.Root>
    <Menu.Trigger render={trigger} />
    <Menu.Portal>
      {/* A landmark: the list is outside of the page's others. */}
      <Menu.Positioner
        role="region"
        aria-label={label}
        sideOffset={4}
        align="end"
        className="z-50 outline-hidden"
      >
        <Menu.Popup
          className={`${popupClass} max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1`}
        >
          {items.map((item) => (
            <Menu.Item key={item.label} onClick={item.run} className={itemClass}>
              {item.label}
            </Menu.Item>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
