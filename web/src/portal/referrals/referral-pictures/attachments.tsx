import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type Referral,
} from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/referrals/pictures.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../../../ui/field/field.tsx';
import { FileDrop } from '../../../ui/field/file-drop.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { fileSize } from '../../examinations/file-viewer/format.ts';
import { ACCEPTED, isPicture } from './picture-rules.ts';

type AttachmentsProps = {
  /** Those that the referral has already. */
  sent: Referral['attachments'];
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  error?: string | undefined;
};

/** Pictures that go with the referral. They are checked before they are sent. */
export function Attachments({ sent, files, onChange, error }: AttachmentsProps) {
  const [refusal, setRefusal] = useState<string>();
  const around = useRef<HTMLDivElement>(null);
  const remove = (file: File) => {
    const index = files.indexOf(file);
    flushSync(() => onChange(files.filter((other) => other !== file)));
    // The pressed button is gone: the next one has the focus, after the last one the field.
    const buttons = around.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    const field = around.current?.querySelector<HTMLElement>('input');
    (buttons[Math.min(index, buttons.length - 1)] ?? field)?.focus();
  };
  const add = (added: readonly File[]) => {
    const reason = findReason(added, sent.length + files.length);
    setRefusal(reason);
    if (!reason) onChange([...files, ...added]);
  };
  return (
    <div ref={around} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {sent.length > 0 && (
        <p className="text-note wrap-anywhere text-muted">
          {texts.alreadyAttached({ names: sent.map(({ name }) => name).join(', ') })}
        </p>
      )}
      <Field label={texts.attachments()} error={refusal ?? error}>
        <FileDrop
          label={texts.attach()}
          name="attachments"
          accept={ACCEPTED}
          multiple
          slim
          onFiles={add}
          hint={texts.attachHint({ max: MAX_ATTACHMENTS })}
        />
      </Field>
      <ul>
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <li key={index} className="flex items-center gap-3 text-desk">
            <span className="min-w-0 grow truncate">{file.name}</span>
            <span className="text-muted tabular-nums">{fileSize(file.size)}</span>
            <IconButton
              label={texts.removeFile({ name: file.name })}
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => remove(file)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why the files cannot be added; undefined where they can. */
function findReason(added: readonly File[], present: number): string | undefined {
  if (!added.every(isPicture)) return referralMessages.badAttachments();
  if (added.some(({ size }) => size > MAX_ATTACHMENT_BYTES))
    return referralMessages.attachmentTooLarge();
  return present + added.length > MAX_ATTACHMENTS
    ? referralMessages.tooManyAttachments({ max: MAX_ATTACHMENTS })
    : undefined;
}
