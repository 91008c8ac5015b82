import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import { describeError } from '../../../api/http/http-error.ts';
import { setNotifications } from '../../../api/notifications/notifications.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

interface ChoiceProps {
  label: string;
  isOn: boolean;
  field: 'byEmail' | 'byPush';
  /** Id of the text that says why the channel cannot be switched now. */
  unavailable?: string | undefined;
}

/** Switches one channel on or off immediately. */
export function Choice({ label, isOn, field, unavailable }: ChoiceProps) {
  const save = useSingleFlight(async () => {
    try {
      toast.success(
        await setNotifications({
          byEmail: field === 'byEmail' ? !isOn : undefined,
          byPush: field === 'byPush' ? !isOn : undefined,
        }),
      );
    } catch (error) {
      await showError(describeError(error, notificationMessages.saveFailed()));
    }
  });
  return (
    <Checkbox
      label={label}
      checked={isOn}
      disabled={unavailable !== undefined}
      aria-describedby={unavailable}
      onChange={() => void save()}
    />
  );
}
