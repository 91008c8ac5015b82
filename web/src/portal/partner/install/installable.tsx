import { useEffect } from 'react';

/** What lets a phone put the partner area on its home screen, and says so when there is no network. */
export function Installable() {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Without it everything works, save the sentence of an offline phone.
    navigator.serviceWorker?.register('/partner-worker.js', { scope: '/partner/' }).catch(() => {});
  }, []);
  return (
    <>
      <link rel="manifest" href="/partner.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1b2a" />
    </>
  );
}
