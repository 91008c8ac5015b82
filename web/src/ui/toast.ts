import { Toast } from '@base-ui/react/toast';

/** How long a toast is seen, in milliseconds (specification, section 9). */
export const TOAST_MS = 3000;

export const toastManager = Toast.createToastManager();

/** The one channel for short notices; they stand top-center for three seconds. */
export const toast = {
  success: (text: string) => toastManager.add({ title: text, type: 'success', timeout: TOAST_MS }),
  error: (text: string) =>
    toastManager.add({ title: text, type: 'error', timeout: TOAST_MS, priority: 'high' }),
};
