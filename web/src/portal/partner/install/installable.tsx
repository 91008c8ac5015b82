import { language } from '@deqiq/messages/language.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { followWorker } from './follow-worker.ts';

/** Links the manifest of the partner area, and starts its worker for the offline page and for push messages. */
export function Installable() {
  const navigate = useNavigate();
  useEffect(() => followWorker((path) => void navigate(path)), [navigate]);
  return (
    <>
      <link rel="manifest" href={`/partner-${language()}.webmanifest`} />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1b2a" />
    </>
  );
}
