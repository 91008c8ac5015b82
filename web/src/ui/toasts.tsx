import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useWords } from './language.tsx';
import { TOAST_MS, toastManager } from './toast.ts';

/** Where the toasts stand. The portal mounts it once. */
export function Toasts() {
  const words = useWords();
  return (
    <Toast.Provider toastManager={toastManager} timeout={TOAST_MS}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={words.notifications}
          className="fixed inset-x-4 top-4 z-60 mx-auto flex max-w-md flex-col items-center gap-2 outline-hidden"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection="up"
      className="rounded-card bg-ink text-mist shadow-float transition duration-200 ease-out data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-starting-style:-translate-y-3 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5 py-3 pr-5 pl-4 text-desk">
        {item.type === 'error' ? (
          <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-[#f2938a]" />
        ) : (
          <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-glow" />
        )}
        <Toast.Title render={<p />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
