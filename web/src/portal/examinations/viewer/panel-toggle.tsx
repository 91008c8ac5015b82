import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/portal/imaging.js';
import { MessageSquareText } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

type PanelToggleProps = { area: Role; isOpen: boolean; className: string; onPress: () => void };

/** Opens and closes the panel beside the picture. */
export const PanelToggle = ({ area, isOpen, className, onPress }: PanelToggleProps) => (
  <IconButton
    label={area === 'admin' ? texts.report() : texts.questions()}
    aria-pressed={isOpen}
    icon={<MessageSquareText size={19} aria-hidden="true" />}
    onClick={onPress}
    className={cx(className, isOpen && 'bg-glow/20 text-glow!')}
  />
);
