import { useEffect } from 'react';

/** Links the manifest of the partner area and registers the worker for its offline page. */
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
