import * as texts from '@deqiq/messages/viewer/viewer.js';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { onInk } from './viewer-header.tsx';

type SettingsProps = {
  isDesk: boolean;
  isHidden: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Beside the picture on a desk; on a phone a sheet over the lower half: every change is visible immediately. */
export function Settings({ isDesk, isHidden, onClose, children }: SettingsProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isDesk) element.current?.focus();
  }, [isDesk]);
  return (
    <aside
      ref={element}
      hidden={isHidden}
      tabIndex={-1}
      aria-label={texts.settings()}
      onKeyDown={({ key }) => !isDesk && key === 'Escape' && onClose()}
      className="h-[46dvh] shrink-0 overflow-y-auto overscroll-contain border-white/10 px-5 pb-5 outline-hidden max-lg:rounded-t-sheet max-lg:border-t max-lg:bg-[#13263a] landscape:max-lg:h-auto landscape:max-lg:w-80 lg:h-auto lg:w-80 lg:border-l lg:pt-5"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between bg-inherit py-1 lg:sr-only">
        <h2 className="text-desk font-medium">{texts.settings()}</h2>
        {!isDesk && (
          <IconButton
            label={texts.close()}
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
            className={onInk}
          />
        )}
      </div>
      {children}
    </aside>
  );
}
