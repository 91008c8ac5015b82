import { Tooltip } from '@base-ui/react/tooltip';

type ActionTooltipPopupProps = { button: Element; onHide: () => void };

/** The name of an icon button above it. */
export function ActionTooltipPopup({ button, onHide }: ActionTooltipPopupProps) {
  return (
    <Tooltip.Root open onOpenChange={(isOpen) => isOpen || onHide()}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={button} sideOffset={4} collisionPadding={8} className="z-50">
          <Tooltip.Popup className="pointer-events-none rounded-field bg-ink px-2.5 py-1.5 text-note font-medium text-mist shadow-float data-anchor-hidden:hidden">
            {button.getAttribute('aria-label')}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
