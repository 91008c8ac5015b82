import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';

/** Of a navigation to a screen that opens its form for a new entry. */
export const ADDS = { adds: true } as const;

type AddButtonProps = { children: string; onClick: () => void };

/** The button of a screen that opens its form; a navigation with `ADDS` presses it. */
export function AddButton({ children, onClick }: AddButtonProps) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isPressed = (state as Partial<typeof ADDS> | null)?.adds === true;
  const press = useRef(onClick);
  useEffect(() => {
    press.current = onClick;
  });
  useEffect(() => {
    if (!isPressed) return;
    // Once: Back and a reload do not open it again.
    void navigate(`${pathname}${search}`, { replace: true, state: null });
    press.current();
  }, [isPressed, pathname, search, navigate]);
  return (
    <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onClick}>
      {children}
    </Button>
  );
}
