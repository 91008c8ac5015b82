import * as texts from '@deqiq/messages/ui/kit.js';
import { type ComponentProps, type ReactNode, type SubmitEvent, useId } from 'react';
import { cx } from '../../lib/cx.ts';
import { CloseOnBack } from '../../lib/history/close-on-back.ts';
import { Button } from '../button.tsx';
import { confirmDiscard } from '../overlay/confirm.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { useSingleFlight } from './use-single-flight.ts';

type FormDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'size' | 'onClose'
> & {
  /** `submit` of useSave. */
  onSubmit: () => Promise<void>;
  /** Words of the button that saves. */
  save: string;
  /** Words of the button that closes, where Cancel is ambiguous. */
  cancel?: string;
  /** The form has input that closing would discard. */
  dirty: boolean;
  /** Being saved. */
  busy: boolean;
  /** Saving has to wait for something that is being read. */
  isReading?: boolean;
  /** May be closed while it is being saved: `onClose` asks for confirmation and cancels the request. */
  stoppable?: boolean;
  /** In the footer, above the buttons. */
  footerExtra?: ReactNode;
  /** An overlay over the dialog, beside the form. */
  overlay?: ReactNode;
  /** Beside the form where there is room, such as the picture that is read. */
  aside?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/**
 * A dialog around one form, open as long as it is mounted. Fields are in two columns, in a small dialog in one;
 * Cancel and the submit button are in the footer. Enter in a field submits; Back closes the dialog and stays on
 * the page. Every way of closing a dirty form asks first, Cancel too.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, size = 'md', onClose, onSubmit, save, busy, children } = props;
  const { cancel = texts.cancel() } = props;
  const { dirty, isReading = false, stoppable = false, footerExtra, overlay, aside } = props;
  const formId = useId();
  const isLocked = busy && !stoppable;
  const leave = useSingleFlight(async () => {
    // While it is being saved, `onClose` opens a confirmation of its own.
    if (busy || !dirty || (await confirmDiscard())) onClose();
  });
  const form = (
    <form
      id={formId}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void onSubmit();
      }}
      className={cx('grid gap-4', size !== 'sm' && 'sm:grid-cols-2')}
    >
      {children}
    </form>
  );
  return (
    <Dialog
      open
      title={title}
      description={description}
      size={size}
      onClose={() => void leave()}
      busy={isLocked}
      footer={
        <>
          {footerExtra}
          <Button variant="outline" disabled={isLocked} onClick={() => void leave()}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy || isReading}>
            {save}
          </Button>
        </>
      }
    >
      {aside ? (
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="lg:sticky lg:top-0 lg:self-start">{aside}</div>
          {form}
        </div>
      ) : (
        form
      )}
      {overlay}
      <CloseOnBack close={() => isLocked || void leave()} />
    </Dialog>
  );
}
