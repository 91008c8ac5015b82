import type { MouseEvent } from 'react';

/**
 * For onMouseDown of a form's buttons: the field keeps the focus until the press is done. Otherwise the error
 * that leaving the field brings moves the button away under the finger, and the press is lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
