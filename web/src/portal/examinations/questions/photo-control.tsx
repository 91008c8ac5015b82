import { MAX_ATTACHMENT_BYTES } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/reports/question-list.js';
import * as questionMessages from '@deqiq/messages/reports/questions.js';
import { ImagePlus, Paperclip, X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ACCEPTED, isPicture } from '../../referrals/referral-pictures/picture-rules.ts';
import type { UnsentPhoto } from './outbox.ts';

type PhotoControlProps = {
  photo: UnsentPhoto | null;
  onChange: (photo: File | null) => void;
};

/** Chooses the photo of the next question, or takes one with a phone; it is checked before it is sent. */
export function PhotoControl({ photo, onChange }: PhotoControlProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is replaced by the other one.
  const change = (file: File | null) => {
    flushSync(() => onChange(file));
    button.current?.focus();
  };
  return photo ? (
    <AttachedPhoto name={photo.name} button={button} onRemove={() => change(null)} />
  ) : (
    <PhotoButton label={texts.attach()} button={button} onChoose={change} />
  );
}

type PhotoButtonProps = {
  label: string;
  button?: RefObject<HTMLButtonElement | null>;
  onChoose: (photo: File) => void;
};

/** Chooses a photo, and says why one cannot be sent. */
export function PhotoButton({ label, button, onChoose }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const reason = findRefusal(file);
    setRefusal(reason);
    if (!reason) onChoose(file);
  };
  return (
    <span className="min-w-0">
      <Button
        ref={button}
        variant="outline"
        size="sm"
        icon={<ImagePlus size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          // The same photo may be chosen again.
          currentTarget.value = '';
        }}
      />
      <span role="alert" className="block text-note text-danger">
        {refusal}
      </span>
    </span>
  );
}

type AttachedPhotoProps = {
  name: string;
  button: RefObject<HTMLButtonElement | null>;
  onRemove: () => void;
};

const AttachedPhoto = ({ name, button, onRemove }: AttachedPhotoProps) => (
  <span className="inline-flex max-w-full items-center gap-1 text-note font-medium text-accent-hover">
    <Paperclip size={16} aria-hidden="true" className="shrink-0" />
    <span className="min-w-0 truncate">{name}</span>
    <IconButton
      ref={button}
      label={texts.detach({ name })}
      icon={<X size={16} aria-hidden="true" />}
      onClick={onRemove}
    />
  </span>
);

/** Why a photo cannot be sent; undefined where it can. */
function findRefusal(file: File): string | undefined {
  if (!isPicture(file)) return questionMessages.badPhoto();
  return file.size > MAX_ATTACHMENT_BYTES ? texts.photoTooLarge() : undefined;
}
